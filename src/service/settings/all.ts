import { peopleHandlers } from './people.ts';
import { profile } from './profile.ts';
import { programs } from './programs.ts';
import { requests } from './requests.ts';
import { ruleHandlers } from './rule.ts';
import type { Handlers } from './serve.ts';

/**
 * Calls for sign-ins of this service; with another issuer (`OAUTH_ISSUER`) people are managed there.
 * @param others further changes that may wait for a second administrator.
 */
export function ownSignIns(others: Handlers): Handlers {
  const guarded = { ...peopleHandlers, ...programs, ...ruleHandlers, ...others };
  return { ...guarded, ...profile, ...requests(guarded) };
}
