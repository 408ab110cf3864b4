import type { Migration } from '#service/database/migrate.ts';

/** When a paid debit is returned: clearing looks only at those whose return the bank has announced. */
export const lateReturns: Migration = {
  async up(db) {
    await db.query(`alter table instalment add column return_date timestamp`);
    await db.query(`
      create index instalment_returned on instalment (merchant, return_date)
        where instalment_status = 'PAID' and return_date is not null`);
  },
};
