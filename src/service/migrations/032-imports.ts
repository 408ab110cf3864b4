import type { Migration } from '#service/database/migrate.ts';

/** The calls of one import are released together, and judged by their sum. */
export const imports: Migration = {
  async up(db) {
    await db.query(`alter table approval add column import_id uuid, add column imported_by text`);
    await db.query(`
      create index approval_of_import on approval (merchant, import_id) where import_id is not null`);
    await db.query(`alter table payment add column prepared_in text`);
    await db.query(`comment on column payment.prepared_in is
      'the import, or the sequence of the call, only where a rule counts sums'`);
    // Empty without a rule, so that nothing is slower there.
    await db.query(`
      create index payment_of_import on payment (merchant, prepared_in) where prepared_in is not null`);
  },
};
