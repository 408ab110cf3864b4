import type { Migration } from 'kysely';
import { collections } from './001-collections.ts';
import { signIn } from './002-sign-in.ts';

/** In order of their names. A migration is never edited after it has landed. */
export const migrations: Record<string, Migration> = {
  '001-collections': collections,
  '002-sign-in': signIn,
};
