import type { Migration } from '#service/database/migrate.ts';

/** Clearing asked the bank about every debit that is due or waits for its outcome, each minute. */
export const waitingDebits: Migration = {
  async up(db) {
    await db.query(`alter table instalment add column next_look timestamp not null default '-infinity'`);
    await db.query(`
      comment on column instalment.next_look is 'the time of the bank’s next event, before which clearing does not ask it'`);
    await db.query(`drop index instalment_due`);
    await db.query(`
      create index instalment_due on instalment (merchant, instalment_action_date, next_look)
        where instalment_status = 'SCHEDULED'`);
    await db.query(`drop index instalment_open`);
    await db.query(`
      create index instalment_open on instalment (merchant, next_look) where instalment_status in ('SUBMITTED', 'TRACKING')`);
  },
};
