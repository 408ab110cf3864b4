import type { Migration } from '#service/database/migrate.ts';
import { schema } from './001-schema.ts';

/** In order of their names. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '001-schema': schema,
};
