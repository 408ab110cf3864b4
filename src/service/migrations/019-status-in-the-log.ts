import type { Migration } from '#service/database/migrate.ts';

/** The log called the status of every contract by the field of a mandate, and that of a payout contract by its column. */
export const statusInTheLog: Migration = {
  async up(db) {
    // Policies hold for the owner, too.
    await db.query(`alter table change no force row level security`);
    await db.query(`
      update change set field_changed = 'Status'
      where subject in ('contract', 'payout') and field_changed in ('MandateStatusCode', 'PayoutStatusCode')`);
    await db.query(`alter table change force row level security`);
  },
};
