import type pg from 'pg';
import type { Migration } from '#service/database/migrate.ts';

/** Payout contracts and their payments, what the omni reports tell, organisations, and answers kept for repeats. */
export const wholeInterface: Migration = {
  async up(db) {
    // For work that is nobody's call: jobs that go from merchant to merchant, backups. It passes the merchants' policies
    // by one of its own; a call never takes this role.
    await db.query(`
      do $$ begin
        create role collections_keeper nologin;
      exception when duplicate_object or unique_violation then null;
      end $$`);
    await db.query(`grant collections_keeper to current_user`);
    await db.query(`grant usage on schema public to collections_keeper`);
    await db.query(`grant usage, select, update on all sequences in schema public to collections_keeper`);

    // Each call takes a number. With a stock of them a connection writes to disk for a hundred, not for every few.
    await db.query(`alter sequence call_sequence cache 100`);

    await db.query(`
      create table payout_contract (
        merchant text not null,
        contract_sequence bigint not null default nextval('contract_sequence'),
        product text not null,
        client_number text not null,
        contract_number text not null,
        payout_status_code text not null check (payout_status_code in ('ACTIVE', 'CANCELLED', 'COMPLETED')),
        payment_amount bigint not null,
        number_of_payments int,
        payment_start_date timestamp not null,
        frequency_code text,
        payment_indicator text,
        cancel_code text,
        cancel_date timestamp,
        user_id text not null,
        primary key (merchant, contract_sequence),
        unique (merchant, product, client_number, contract_number),
        foreign key (merchant, product, client_number) references client
      )`);

    await db.query(`
      create table payment (
        merchant text not null,
        contract_sequence bigint not null,
        payment_sequence int not null,
        product text not null,
        payment_date timestamp not null,
        payment_amount bigint not null,
        payment_indicator text,
        payment_status text not null
          check (payment_status in ('SCHEDULED', 'SUBMITTED', 'PAID', 'UNPAID', 'CANCELLED')),
        response_code text,
        primary key (merchant, contract_sequence, payment_sequence),
        foreign key (merchant, contract_sequence) references payout_contract
      )`);
    await db.query(`
      create index payment_open on payment (merchant, payment_date)
        where payment_status in ('SCHEDULED', 'SUBMITTED')`);

    // A transaction is a debit of an instalment or a payout's payment.
    await db.query(`
      alter table transaction
        alter column instalment_sequence drop not null,
        add column payment_sequence int,
        add foreign key (merchant, contract_sequence, payment_sequence) references payment,
        add check (num_nonnulls(instalment_sequence, payment_sequence) = 1)`);
    // The transactions report reads in this order, so that its first row needs no sort of the others.
    await db.query(`create index on transaction (merchant, transaction_date, transaction_sequence)`);
    await db.query(`drop index transaction_merchant_transaction_date_idx`);

    await db.query(`
      alter table change
        add column instalment_sequence int,
        add column payment_sequence int,
        drop constraint change_subject_check,
        add check (subject in ('client', 'mandate', 'contract', 'instalment', 'payout', 'payment'))`);
    // The change reports read each subject in this order, for the same reason.
    await db.query(`create index on change (merchant, product, subject, change_date, change_sequence)`);
    await db.query(`drop index change_merchant_product_subject_change_date_idx`);
    await db.query(`alter table contract add column user_id text`);
    await db.query(`
      alter table instalment
        add column instalment_result text,
        add column created_date timestamp,
        add column last_update_date timestamp`);
    await backfill(db);
    await db.query(`
      alter table instalment
        alter column created_date set not null,
        alter column last_update_date set not null`);
    await db.query(`create index on instalment (merchant, product, created_date)`);
    // What clearing has begun and not ended; a handful among everything that was ever collected.
    await db.query(`
      create index instalment_open on instalment (merchant, instalment_action_date)
        where instalment_status in ('SUBMITTED', 'TRACKING')`);

    // Cases and messages belong to an organisation, which has merchants.
    await db.query(`
      create table organisation (
        organisation text primary key,
        name text not null,
        merchants text[] not null
      )`);
    await db.query(`grant select on organisation to collections_app, collections_keeper`);

    // The answer to a call that carried a key, kept in the transaction of its effect.
    await db.query(`
      create table idempotency (
        merchant text not null,
        subject text not null,
        key text not null,
        operation text not null,
        request_hash bytea not null,
        answer text not null,
        kept_at timestamptz not null default now(),
        primary key (merchant, subject, key)
      )`);
    await db.query(`create index on idempotency (kept_at)`);

    for (const table of ['payout_contract', 'payment', 'idempotency']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      await db.query(`grant select, insert on ${table} to collections_app`);
    }
    await db.query(`grant update on payout_contract, payment to collections_app`);

    const before = ['merchant', 'client', 'contract', 'instalment', 'transaction', 'change'];
    for (const table of [...before, 'payout_contract', 'payment', 'idempotency']) {
      await db.query(`create policy of_keeper on ${table} to collections_keeper using (true) with check (true)`);
      await db.query(`grant select, insert on ${table} to collections_keeper`);
    }
    await db.query(`grant insert on organisation to collections_keeper`);
    await db.query(`grant delete on idempotency to collections_keeper`);

    // Sign-ins of a sandbox that is older than its test clock.
    for (const table of ['sign_in.person', 'sign_in.program'])
      await db.query(`
        update ${table} set permissions = permissions || array['sandbox:read', 'sandbox:write']
        where sandbox and 'mandates:write' = any(permissions)`);
  },
};

/** Gives rows that are there already what their change log tells of them. Policies hold for the owner, too. */
async function backfill(db: pg.ClientBase): Promise<void> {
  const tables = ['contract', 'instalment', 'change'];
  for (const name of tables) await db.query(`alter table ${name} no force row level security`);
  await db.query(`
    update change set instalment_sequence = substring(field_changed from '\\[(\\d+)\\]$')::int
    where subject = 'instalment'`);
  await db.query(`
    update contract set user_id = (
      select changed_by from change
      where change.merchant = contract.merchant and change.contract_sequence = contract.contract_sequence
      order by change_sequence limit 1
    )`);
  await db.query(`
    with told as (
      select merchant, contract_sequence, instalment_sequence, min(change_date) as born, max(change_date) as latest
      from change where contract_sequence is not null group by 1, 2, 3
    )
    update instalment set
      created_date = coalesce(
        (select min(born) from told where told.merchant = instalment.merchant
          and told.contract_sequence = instalment.contract_sequence), instalment_action_date),
      last_update_date = coalesce(
        (select max(latest) from told where told.merchant = instalment.merchant
          and told.contract_sequence = instalment.contract_sequence
          and told.instalment_sequence = instalment.instalment_sequence),
        (select min(born) from told where told.merchant = instalment.merchant
          and told.contract_sequence = instalment.contract_sequence), instalment_action_date)`);
  for (const name of tables) await db.query(`alter table ${name} force row level security`);
}
