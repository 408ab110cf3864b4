import type { Migration } from '#service/database/migrate.ts';

/** A merchant may be renamed and disabled; what it has stays. */
export const merchantDisabled: Migration = {
  async up(db) {
    await db.query(`alter table merchant add column disabled boolean not null default false`);
    await db.query(`grant update (name, disabled) on merchant to collections_keeper`);
  },
};
