import type { Migration } from '#service/database/migrate.ts';
import { schema } from './001-schema.ts';
import { notes } from './002-notes.ts';

/**
 * In order of their names. A migration that has been released is never edited: a change is a new file, also of what 001 makes. Each
 * release adds its database to released/ (CONTRIBUTING.md), and a test brings each of them up to date.
 */
export const migrations: Record<string, Migration> = {
  '001-schema': schema,
  '002-notes': notes,
};
