import type { Migration } from '#service/database/migrate.ts';

/** Imports in front of a provider are judged once they are complete, and each connection has its time for sending payouts. */
export const payoutsAtProvider: Migration = {
  async up(db) {
    await db.query(`alter table approval add column import_closes timestamptz`);
    await db.query(`comment on column approval.import_closes is
      'of an import that is not judged yet, in front of a provider: when no more calls of it are waited for'`);
    await db.query(`
      create index approval_import_closes on approval (import_closes) where import_closes is not null`);
    await db.query(`comment on column held_item.mark is
      'of what the release was for, or the judgement of its import will be: anything else waits again'`);
    await db.query(`alter table provider_connection add column payout_days int check (payout_days between 0 and 5)`);
    await db.query(`comment on column provider_connection.payout_days is
      'banking days before its day on which a released payout is sent; none for 1, as it was before there was a choice'`);
  },
};
