import { people } from './people.ts';
import { profile } from './profile.ts';
import { programs } from './programs.ts';
import type { Handlers } from './serve.ts';

/** Calls for sign-ins of this service; with another issuer (`OAUTH_ISSUER`) people are managed there. */
export const ownSignIns: Handlers = { ...people, ...programs, ...profile };
