import type { Migration } from '#service/database/migrate.ts';

/**
 * Every key begins with the merchant, so that the tables can be distributed by merchant as they are. Amounts are whole
 * cents. Times are wall-clock `timestamp`s of the service's zone, never `timestamptz`: they go in and out as text.
 */
export const collections: Migration = {
  async up(db) {
    // The application's role owns nothing and cannot pass the policies below. Roles belong to the whole server, so
    // another database on it may have made this one already, even at this moment.
    await db.query(`
      do $$ begin
        create role collections_app nologin;
      exception when duplicate_object or unique_violation then null;
      end $$`);
    await db.query(`grant collections_app to current_user`);
    await db.query(`grant usage on schema public to collections_app`);
    await db.query(`create sequence call_sequence`);
    await db.query(`create sequence contract_sequence start 100001`);
    await db.query(`create sequence record_sequence`);
    await db.query(`grant usage on sequence call_sequence, contract_sequence, record_sequence to collections_app`);

    await db.query(`
      create table merchant (
        merchant text primary key,
        name text not null
      )`);

    await db.query(`
      create table client (
        merchant text not null,
        product text not null,
        client_number text not null,
        client_name text not null,
        id_type text,
        id_number text,
        cellphone_number text,
        e_mail text,
        bank_code int not null,
        branch_code int not null,
        account_type int not null,
        account_number bigint not null,
        account_holder_name text,
        primary key (merchant, product, client_number)
      )`);

    // A mandate owns a contract: both are this one row, and is_mandate says that the mandate fields apply.
    await db.query(`
      create table contract (
        merchant text not null,
        contract_sequence bigint not null default nextval('contract_sequence'),
        product text not null,
        is_mandate boolean not null,
        client_number text not null,
        contract_number text not null,
        mandate_status_code text not null
          check (mandate_status_code in ('PENDING', 'ACTIVE', 'CANCELLED', 'COMPLETED')),
        mandate_type text,
        transaction_type text,
        mandate_action_date timestamp,
        frequency_code text not null,
        collection_day int not null,
        debit_sequence_type text,
        adjustment_category text,
        adjustment_amount bigint,
        adjustment_rate numeric(9, 4),
        tracking_yn text,
        tracking_code text,
        first_collection_date timestamp,
        first_collection_amount bigint,
        instalment_start_date timestamp not null,
        instalment_amount bigint not null,
        maximum_amount bigint,
        number_of_instalments int,
        rms text,
        ctc_percentage numeric(7, 4),
        cancel_reason text,
        cancel_date timestamp,
        primary key (merchant, contract_sequence),
        unique (merchant, product, client_number, contract_number),
        foreign key (merchant, product, client_number) references client
      )`);

    // planned_sequence ties a generated instalment to its place in the schedule; one that was added by hand has none.
    await db.query(`
      create table instalment (
        merchant text not null,
        contract_sequence bigint not null,
        instalment_sequence int not null,
        product text not null,
        planned_sequence int,
        instalment_action_date timestamp not null,
        instalment_amount bigint not null,
        tracking_code text,
        debit_sequence_type text,
        ctc_amount bigint,
        instalment_status text not null
          check (instalment_status in ('SCHEDULED', 'SUBMITTED', 'TRACKING', 'PAID', 'UNPAID', 'CANCELLED')),
        primary key (merchant, contract_sequence, instalment_sequence),
        foreign key (merchant, contract_sequence) references contract
      )`);
    await db.query(`create index on instalment (merchant, product, instalment_action_date)`);
    await db.query(`
      create index instalment_due on instalment (merchant, instalment_action_date)
        where instalment_status = 'SCHEDULED'`);

    await db.query(`
      create table transaction (
        merchant text not null,
        transaction_sequence bigint not null default nextval('record_sequence'),
        product text not null,
        transaction_date timestamp not null,
        client_number text not null,
        contract_number text not null,
        contract_sequence bigint not null,
        instalment_sequence int not null,
        mandate_type text,
        debit_sequence_type text,
        tracking_code text,
        transaction_type text,
        amount bigint not null,
        status text not null,
        primary key (merchant, transaction_sequence),
        foreign key (merchant, contract_sequence, instalment_sequence) references instalment
      )`);
    await db.query(`create index on transaction (merchant, transaction_date)`);
    await db.query(`create index on transaction (merchant, contract_sequence)`);

    await db.query(`
      create table change (
        merchant text not null,
        change_sequence bigint not null default nextval('record_sequence'),
        product text not null,
        subject text not null check (subject in ('client', 'mandate', 'contract', 'instalment')),
        change_date timestamp not null,
        changed_by text not null,
        client_number text not null,
        contract_number text,
        contract_sequence bigint,
        mandate_type text,
        change_type text not null check (change_type in ('CREATE', 'EDIT', 'CANCEL', 'STATE')),
        field_changed text not null,
        old_value text,
        new_value text,
        primary key (merchant, change_sequence)
      )`);
    await db.query(`create index on change (merchant, product, subject, change_date)`);
    await db.query(`create index on change (merchant, contract_sequence)`);

    // The second wall behind the handlers' own filter: a query that forgets its merchant finds nothing.
    for (const table of ['merchant', 'client', 'contract', 'instalment', 'transaction', 'change']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      // Nothing is ever deleted: what is cancelled stays, and the change log only grows.
      await db.query(`grant select, insert on ${table} to collections_app`);
    }
    await db.query(`grant update on client, contract, instalment to collections_app`);
  },
};
