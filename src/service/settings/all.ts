import { people } from './people.ts';
import { profile } from './profile.ts';
import { programs } from './programs.ts';
import { requests } from './requests.ts';
import { rules } from './rule.ts';
import type { Handlers } from './serve.ts';

const guarded: Handlers = { ...people, ...programs, ...rules };

/** Calls for sign-ins of this service; with another issuer (`OAUTH_ISSUER`) people are managed there. */
export const ownSignIns: Handlers = { ...guarded, ...profile, ...requests(guarded) };
