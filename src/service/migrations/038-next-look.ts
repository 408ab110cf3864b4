import type { Migration } from '#service/database/migrate.ts';

/** Clearing looked at every open-ended series, and at every contract that may be complete, each minute. */
export const nextLook: Migration = {
  async up(db) {
    for (const [table, status] of [
      ['contract', 'mandate_status_code'],
      ['payout_contract', 'payout_status_code'],
    ] as const) {
      await db.query(`alter table ${table} add column next_look date not null default '-infinity'`);
      await db.query(
        `comment on column ${table}.next_look is 'the day from which clearing looks whether it needs something besides what is due'`,
      );
      await db.query(
        `create index ${table}_next_look on ${table} (merchant, next_look, contract_sequence) where ${status} = 'ACTIVE'`,
      );
    }
    await db.query(`drop index contract_open_ended`);
  },
};
