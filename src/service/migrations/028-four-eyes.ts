import type { Migration } from '#service/database/migrate.ts';

/** Payouts that wait for a second person: the rule of each merchant, and what waits together. */
export const fourEyes: Migration = {
  async up(db) {
    await db.query(`
      create table approval_rule (
        merchant text primary key,
        above bigint not null check (above >= 0),
        hold_hours int not null check (hold_hours between 0 and 72)
      )`);
    await db.query(`comment on column approval_rule.above is 'cents a day of a payee, and of a preparer; 0 is always'`);
    await db.query(`
      create table approval (
        merchant text not null,
        approval_sequence bigint not null default nextval('record_sequence'),
        product text not null,
        reason text not null check (reason in ('RULE', 'EDIT', 'BANK_DETAILS')),
        preparers text[] not null,
        prepared_name text not null,
        prepared_at timestamp not null,
        call_sequence bigint not null,
        decision text check (decision in ('RELEASED', 'RETURNED')),
        decided_by text,
        decided_name text,
        decided_at timestamp,
        primary key (merchant, approval_sequence),
        unique (merchant, call_sequence)
      )`);
    for (const table of ['approval_rule', 'approval']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
    }
    // Rules are set at the terminal, where no call comes.
    await db.query(`grant select on approval_rule to collections_app`);
    await db.query(`grant select, insert, update, delete on approval_rule to collections_maintenance`);
    await db.query(`grant select, insert, update on approval to collections_app`);
    await db.query(`grant select on approval to collections_maintenance`);

    // Each alone, and the constraint named: a distributed PostgreSQL takes them in no other way.
    await db.query(`alter table payment drop constraint payment_payment_status_check`);
    await db.query(`
      alter table payment add constraint payment_payment_status_check check (payment_status in ('SCHEDULED', 'SUBMITTED',
        'PAID', 'UNPAID', 'CANCELLED', 'WAITING', 'SENT_BACK', 'MISSED'))`);
    await db.query(`
      alter table payment
        add column approval_sequence bigint,
        add column held_until timestamp,
        add column prepared_by text,
        add column prepared_on date,
        add column prepared_account bigint,
        add column return_reason text`);
    await db.query(`comment on column payment.prepared_on is 'with the account only where a rule counts sums'`);
    await db.query(`
      create index payment_waiting on payment (merchant, payment_date) where payment_status = 'WAITING'`);
    // Empty without a rule, so that nothing is slower there.
    await db.query(`
      create index payment_of_preparer on payment (merchant, prepared_by, prepared_on) where prepared_on is not null`);
    await db.query(`
      create index payment_of_account on payment (merchant, prepared_account, payment_date)
        where prepared_account is not null`);
    await db.query(`
      create index payment_approval on payment (merchant, approval_sequence) where approval_sequence is not null`);
  },
};
