import type { Migration } from '#service/database/migrate.ts';

/** Imports in front of a provider are judged once they are complete. */
export const importsAtProvider: Migration = {
  async up(db) {
    await db.query(`alter table approval add column import_closes timestamptz`);
    await db.query(`comment on column approval.import_closes is
      'of an import that is not judged yet, in front of a provider: when no more calls of it are waited for'`);
    await db.query(`
      create index approval_import_closes on approval (import_closes) where import_closes is not null`);
    await db.query(`comment on column held_item.mark is
      'of what the release was for, or the judgement of its import will be: anything else waits again'`);
  },
};
