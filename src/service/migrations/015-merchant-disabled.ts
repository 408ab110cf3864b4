import { sql, type Migration } from 'kysely';

/** A merchant may be renamed and disabled; what it has stays. */
export const merchantDisabled: Migration = {
  async up(db) {
    await sql`alter table merchant add column disabled boolean not null default false`.execute(db);
    await sql`grant update (name, disabled) on merchant to collections_keeper`.execute(db);
  },
};
