import type pg from 'pg';
import type { Migration } from '#service/database/migrate.ts';
import { createTable, type Table } from './table.ts';

/**
 * The tables of version 1.0.0, in groups, in the order in which they are best read. Released: a change is a migration of its own
 * (`all.ts`).
 *
 * Every key begins with the merchant or the organisation, so that the tables can be distributed as they are. Amounts are whole
 * cents. Business times are wall-clock `timestamp`s of the service's zone, which go in and out as text; `timestamptz` is the
 * machine's time. What is called sealed is encrypted where numbers are (docs/decisions.md, 62).
 */
export const schema: Migration = {
  async up(db) {
    for (const role of ['collections_app', 'collections_maintenance']) await createRole(db, role);
    await db.query(`
      create sequence call_sequence cache 100;
      create sequence contract_sequence start 100001;
      create sequence record_sequence;
      grant usage on sequence call_sequence, contract_sequence, record_sequence to collections_app;
      grant usage, select, update on sequence call_sequence, contract_sequence, record_sequence to collections_maintenance`);
    await db.query(enter);
    for (const table of [
      ...records,
      ...work,
      ...imports,
      ...organisations,
      ...approvals,
      ...monthEnd,
      ...audit,
      ...provider,
    ])
      await createTable(db, table);
    await db.query(monthReadPolicies);
    await db.query(jobPolicy);
    await db.query(signIn);
    for (const table of signInTables) await createTable(db, { ...table, name: `sign_in.${table.name}` });
    await db.query(epochs);
    await db.query(secrets);
    await db.query(rightsOfSubjects);
  },
};

/**
 * The roles of calls and of maintenance own nothing and cannot pass the policies. They belong to the whole server, so another
 * database on it may have made them already, even at this moment.
 */
async function createRole(db: pg.ClientBase, role: string): Promise<void> {
  await db.query(`
    do $$ begin
      create role ${role} nologin;
    exception when duplicate_object or unique_violation then null;
    end $$`);
  await db.query(`grant ${role} to current_user`);
  await db.query(`grant usage on schema public to ${role}`);
}

/** Sets who a transaction runs as and for whom. It uses SET LOCAL, because a distributed PostgreSQL does not pass set_config on to its workers. */
const enter = `
  create or replace function enter(who text, of_merchant text, of_organisation text) returns void
    language plpgsql as $$ begin
      perform set_config('role', who, true);
      execute format('set local app.merchant = %L', of_merchant);
      execute format('set local app.organisation = %L', of_organisation);
    end $$`;

/** What merchants have. Nothing is ever deleted: what is cancelled stays, and the change log only grows. */
const records: readonly Table[] = [
  {
    name: 'merchant',
    of: 'merchant',
    columns: `
      merchant text primary key,
      name text not null,
      disabled boolean not null default false,
      products text[] check (cardinality(products) > 0), -- null: every product of the service
      form_defaults jsonb not null default '{}' -- by product and form`,
    call: 'select, insert',
    maintenance: 'select, insert, update (name, disabled, products, form_defaults)',
  },
  {
    name: 'test_clock',
    of: 'merchant',
    columns: `
      merchant text primary key,
      days_ahead int not null check (days_ahead between 0 and 36525),
      moved_from timestamp,
      moved_to timestamp,
      caught_up_days int -- the days_ahead up to which everything has happened; another than days_ahead while a move is under way`,
    call: 'select, insert, update',
    maintenance: 'select, insert',
  },
  {
    name: 'client',
    of: 'merchant',
    columns: `
      merchant text not null,
      product text not null,
      client_number text not null,
      client_name text not null,
      id_type text,
      id_number text, -- sealed
      cellphone_number text,
      e_mail text,
      bank_code int not null,
      branch_code int not null,
      account_type int not null,
      account_number text not null, -- sealed
      account_mark text, -- what people see who may not read the number
      account_holder_name text,
      bank_details_changed_date timestamp,
      bank_details_changed_by text,
      primary key (merchant, product, client_number)`,
    call: 'select, insert, update',
    maintenance: 'select, insert',
  },
  {
    name: 'contract',
    comment: 'a mandate owns a contract: both are one row, and is_mandate says that the fields of a mandate apply',
    of: 'merchant',
    columns: `
      merchant text not null,
      contract_sequence bigint not null default nextval('contract_sequence'),
      product text not null,
      is_mandate boolean not null,
      client_number text not null,
      contract_number text not null,
      mandate_status_code text not null check (mandate_status_code in ('PENDING', 'ACTIVE', 'CANCELLED', 'COMPLETED')),
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
      user_id text,
      next_look date not null default '-infinity', -- the day from which clearing looks whether it needs something besides what is due
      primary key (merchant, contract_sequence),
      unique (merchant, product, client_number, contract_number),
      foreign key (merchant, product, client_number) references client`,
    indexes: [
      `index contract_pending on contract (merchant, contract_sequence) where mandate_status_code = 'PENDING'`,
      `index contract_next_look on contract (merchant, next_look, contract_sequence) where mandate_status_code = 'ACTIVE'`,
    ],
    call: 'select, insert, update',
    maintenance: 'select, insert',
  },
  {
    name: 'instalment',
    of: 'merchant',
    columns: `
      merchant text not null,
      contract_sequence bigint not null,
      instalment_sequence int not null,
      product text not null,
      planned_sequence int, -- its place in the schedule; none if it was added by hand
      instalment_action_date timestamp not null,
      instalment_amount bigint not null,
      tracking_code text,
      debit_sequence_type text,
      ctc_amount bigint,
      instalment_status text not null
        check (instalment_status in ('SCHEDULED', 'SUBMITTED', 'TRACKING', 'PAID', 'UNPAID', 'CANCELLED')),
      instalment_result text,
      return_date timestamp, -- of a paid one, when its return is announced
      created_date timestamp not null,
      last_update_date timestamp not null,
      next_look timestamp not null default '-infinity', -- the time of the bank’s next event, before which clearing does not ask it
      primary key (merchant, contract_sequence, instalment_sequence),
      foreign key (merchant, contract_sequence) references contract`,
    indexes: [
      'index on instalment (merchant, product, instalment_action_date)',
      'index on instalment (merchant, product, created_date)',
      `index instalment_due on instalment (merchant, instalment_action_date, next_look) where instalment_status = 'SCHEDULED'`,
      `index instalment_open on instalment (merchant, next_look) where instalment_status in ('SUBMITTED', 'TRACKING')`,
      `index instalment_returned on instalment (merchant, return_date) where instalment_status = 'PAID' and return_date is not null`,
    ],
    call: 'select, insert, update',
    maintenance: 'select, insert',
  },
  {
    name: 'payout_contract',
    of: 'merchant',
    columns: `
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
      next_look date not null default '-infinity', -- the day from which clearing looks whether it needs something besides what is due
      primary key (merchant, contract_sequence),
      unique (merchant, product, client_number, contract_number),
      foreign key (merchant, product, client_number) references client`,
    indexes: [
      `index payout_contract_next_look on payout_contract (merchant, next_look, contract_sequence) where payout_status_code = 'ACTIVE'`,
    ],
    call: 'select, insert, update',
    maintenance: 'select, insert',
  },
  {
    name: 'payment',
    of: 'merchant',
    columns: `
      merchant text not null,
      contract_sequence bigint not null,
      payment_sequence int not null,
      product text not null,
      payment_date timestamp not null,
      payment_amount bigint not null,
      payment_indicator text,
      payment_status text not null
        check (payment_status in ('SCHEDULED', 'SUBMITTED', 'PAID', 'UNPAID', 'CANCELLED', 'WAITING', 'SENT_BACK', 'MISSED')),
      response_code text,
      payment_bank_code int,
      payment_branch_code int,
      payment_account_number text, -- sealed: where the money went
      payment_account text,
      approval_sequence bigint,
      held_until timestamp,
      prepared_by text,
      prepared_on date, -- with the account only where a rule counts sums
      prepared_account text,
      prepared_in text, -- the import, or the sequence of the call, only where a rule counts sums
      return_reason text,
      primary key (merchant, contract_sequence, payment_sequence),
      foreign key (merchant, contract_sequence) references payout_contract`,
    // The last four are empty without a rule of four eyes, so that nothing is slower there.
    indexes: [
      `index payment_open on payment (merchant, payment_date) where payment_status in ('SCHEDULED', 'SUBMITTED')`,
      `index payment_waiting on payment (merchant, payment_date) where payment_status = 'WAITING'`,
      'index payment_approval on payment (merchant, approval_sequence) where approval_sequence is not null',
      'index payment_of_preparer on payment (merchant, prepared_by, prepared_on) where prepared_on is not null',
      'index payment_of_account on payment (merchant, prepared_account, payment_date) where prepared_account is not null',
      'index payment_of_import on payment (merchant, prepared_in) where prepared_in is not null',
    ],
    call: 'select, insert, update',
    maintenance: 'select, insert',
  },
  {
    name: 'transaction',
    comment: 'a debit of an instalment, or the payment of a payout',
    of: 'merchant',
    columns: `
      merchant text not null,
      transaction_sequence bigint not null default nextval('record_sequence'),
      product text not null,
      transaction_date timestamp not null,
      client_number text not null,
      contract_number text not null,
      contract_sequence bigint not null,
      instalment_sequence int,
      payment_sequence int,
      mandate_type text,
      debit_sequence_type text,
      tracking_code text,
      transaction_type text,
      amount bigint not null,
      status text not null,
      payment_bank_code int,
      payment_branch_code int,
      primary key (merchant, transaction_sequence),
      foreign key (merchant, contract_sequence, instalment_sequence) references instalment,
      foreign key (merchant, contract_sequence, payment_sequence) references payment,
      check (num_nonnulls(instalment_sequence, payment_sequence) = 1)`,
    indexes: [
      // The report reads in this order, so that its first row needs no sort of the others.
      'index on transaction (merchant, transaction_date, transaction_sequence)',
      'index on transaction (merchant, contract_sequence)',
    ],
    call: 'select, insert',
    maintenance: 'select, insert',
  },
  {
    name: 'change',
    of: 'merchant',
    columns: `
      merchant text not null,
      change_sequence bigint not null default nextval('record_sequence'),
      call_sequence bigint, -- whose entry in the audit says who, from where and with what; none for clearing
      product text not null,
      subject text not null check (subject in ('client', 'mandate', 'contract', 'instalment', 'payout', 'payment')),
      change_date timestamp not null,
      changed_by text not null,
      client_number text not null,
      contract_number text,
      contract_sequence bigint,
      instalment_sequence int,
      payment_sequence int,
      mandate_type text,
      change_type text not null check (change_type in ('CREATE', 'EDIT', 'CANCEL', 'STATE')),
      field_changed text not null,
      old_value text,
      new_value text,
      primary key (merchant, change_sequence)`,
    indexes: [
      // As the reports of changes read.
      'index on change (merchant, product, subject, change_date, change_sequence)',
      'index on change (merchant, contract_sequence)',
    ],
    call: 'select, insert',
    maintenance: 'select, insert',
  },
];

/** What keeps a call from being done twice, and what is done after it. */
const work: readonly Table[] = [
  {
    name: 'idempotency',
    comment: 'the answer to a call that carried a key, kept in the transaction of its effect',
    of: 'merchant',
    columns: `
      merchant text not null,
      subject text not null,
      key text not null,
      operation text not null,
      request_hash bytea not null,
      answer text not null,
      kept_at timestamptz not null default now(),
      primary key (merchant, subject, key)`,
    indexes: ['index on idempotency (kept_at)'],
    call: 'select, insert',
    maintenance: 'select, insert, delete',
  },
  {
    name: 'job',
    of: 'organisation',
    policy: 'own',
    // A claim is a lease: until it ends no other process takes the job, and if the process dies nothing is lost. A process whose
    // lease was taken over can no longer end the job.
    columns: `
      job_sequence bigint generated by default as identity primary key,
      kind text not null,
      key text not null,
      payload jsonb not null,
      is_periodic boolean not null default false,
      run_at timestamptz not null default now(),
      attempts int not null default 0,
      claim uuid,
      claimed_until timestamptz,
      last_error text, -- kind and code of an error, never its text: that may tell of people
      state text not null default 'due' check (state in ('due', 'dead'))`,
    indexes: [
      `index on job (run_at, job_sequence) where state = 'due'`,
      'unique index on job (kind, key) where is_periodic',
    ],
    call: 'insert',
    maintenance: 'select, insert, update, delete',
  },
];

/** A call adds jobs and never reads one; each names whom it is for. */
const jobPolicy = `
  create policy of_call on job for insert with check (
    payload ->> 'organisation' = current_setting('app.organisation', true)
    or payload ->> 'merchant' = current_setting('app.merchant', true))`;

/** Imports of files (docs/decisions.md, 47). */
const imports: readonly Table[] = [
  {
    name: 'file_import',
    of: 'merchant',
    columns: `
      merchant text not null,
      import_id uuid not null,
      product text not null,
      operation text not null,
      subject text not null,
      imported_by text not null,
      file_name text not null,
      rows int not null,
      accepted int not null default 0,
      changed_at timestamptz not null default now(),
      primary key (merchant, import_id)`,
    indexes: [
      'index file_import_changed on file_import (merchant, product, changed_at)',
      'index file_import_old on file_import (changed_at)',
    ],
    call: 'select, insert, update, delete',
    maintenance: 'select, delete',
  },
  {
    name: 'import_row',
    comment: 'rows that were sent and are not accepted',
    of: 'merchant',
    columns: `
      merchant text not null,
      import_id uuid not null,
      row_number int not null,
      state text not null check (state in ('REFUSED', 'WAITING', 'UNKNOWN')),
      reasons text, -- JSON, sealed: why it was refused
      call uuid, -- the outgoing call whose outcome is not known yet
      item int,
      primary key (merchant, import_id, row_number),
      foreign key (merchant, import_id) references file_import on delete cascade`,
    indexes: ['index import_row_call on import_row (merchant, call) where call is not null'],
    call: 'select, insert, update, delete',
    maintenance: 'select, delete',
  },
  {
    name: 'import_money',
    of: 'merchant',
    columns: `
      merchant text not null,
      import_id uuid not null,
      row_number int not null,
      digest bytea not null, -- a keyed hash of the contract, day and amount of an accepted debit or payment
      primary key (merchant, import_id, row_number),
      foreign key (merchant, import_id) references file_import on delete cascade`,
    indexes: ['index import_money_digest on import_money (merchant, digest)'],
    call: 'select, insert, update, delete',
    maintenance: 'select, delete',
  },
];

/** Organisations, which have merchants, and what belongs to them. */
const organisations: readonly Table[] = [
  {
    name: 'organisation',
    of: 'organisation',
    columns: `
      organisation text primary key,
      name text not null,
      merchants text[] not null`,
    call: 'select',
    maintenance: 'select, insert, update (name, merchants)',
  },
  {
    name: 'case_record',
    of: 'organisation',
    columns: `
      organisation text not null references organisation,
      case_number text not null,
      merchant text, -- null: nothing tells which; read by those who have all merchants
      company text not null,
      external_ref text,
      subject text not null,
      category text,
      description text,
      creator_idno text,
      creator_name text,
      creator_surname text,
      creator_cellphone text,
      creator_email text,
      attachment jsonb not null default '[]' check (jsonb_typeof(attachment) = 'array'),
      status text not null,
      primary key (organisation, case_number),
      unique (organisation, external_ref)`,
    call: 'select',
    maintenance: 'select, insert',
  },
  {
    name: 'message_sender',
    of: 'organisation',
    columns: `
      organisation text not null references organisation,
      sender text not null,
      primary key (organisation, sender)`,
    call: 'select',
    maintenance: 'select, insert, delete',
  },
  {
    name: 'message_template',
    of: 'organisation',
    columns: `
      organisation text not null references organisation,
      template_name text not null,
      language text not null,
      template_status text not null check (template_status in ('APPROVED', 'PENDING', 'REJECTED', 'PAUSED')),
      header_type text check (header_type in ('TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT')), -- another than TEXT needs a media address in each message
      body text not null, -- with {{1}}, {{2}} …
      primary key (organisation, template_name, language)`,
    call: 'select',
    maintenance: 'select, insert, update, delete',
  },
  {
    name: 'message',
    of: 'organisation',
    columns: `
      organisation text not null references organisation,
      message_id text not null,
      delivery_id uuid not null default gen_random_uuid(), -- names the delivery report, the same in every attempt
      sender text not null,
      recipient text not null,
      content jsonb not null,
      url_options jsonb,
      callback_data text,
      notify_url text,
      status text not null
        check (status in ('PENDING_ACCEPTED', 'DELIVERED_TO_HANDSET', 'EXPIRED_EXPIRED', 'UNDELIVERABLE_NOT_DELIVERED')),
      sent_by text not null,
      sent_date timestamp not null,
      done_date timestamp,
      primary key (organisation, message_id)`,
    call: 'select, insert, update',
    maintenance: 'select, insert',
  },
];

/** What waits for a second person. */
const approvals: readonly Table[] = [
  {
    name: 'approval_rule',
    of: 'merchant',
    columns: `
      merchant text primary key,
      above bigint check (above >= 0), -- cents a day of a payee, and of a preparer; 0 is always, null never
      hold_hours int not null default 48 check (hold_hours between 0 and 72),
      bank_details boolean not null default false,
      cancel boolean not null default false`,
    call: 'select',
    maintenance: 'select, insert, update, delete',
  },
  {
    name: 'approval',
    of: 'merchant',
    columns: `
      merchant text not null,
      approval_sequence bigint not null default nextval('record_sequence'),
      kind text not null default 'PAYOUTS' check (kind in ('PAYOUTS', 'BANK_DETAILS', 'CANCEL', 'KNOWN_PAYEES')),
      product text not null,
      reason text not null check (reason in ('RULE', 'EDIT', 'BANK_DETAILS')),
      preparers text[] not null,
      prepared_name text not null,
      prepared_at timestamp not null,
      call_sequence bigint, -- of payouts: those of one call are released together
      import_id uuid, -- of payouts: the calls of one import are released together, and judged by their sum
      import_closes timestamptz, -- of one that is not judged yet, in front of a provider: when no more calls of it are waited for
      imported_by text,
      client_number text,
      contract_sequence bigint,
      operation text,
      content jsonb, -- the item to run at the release, until the decision
      shown jsonb, -- what was decided about, with masked numbers
      decision text check (decision in ('RELEASED', 'RETURNED', 'WITHDRAWN')),
      decided_by text,
      decided_name text,
      decided_at timestamp,
      return_reason text,
      primary key (merchant, approval_sequence),
      unique (merchant, call_sequence)`,
    // Empty without a rule, so that nothing is slower there.
    indexes: [
      'index approval_of_change on approval (merchant, client_number) where content is not null',
      'index approval_of_client on approval (merchant, client_number) where client_number is not null',
      'index approval_of_contract on approval (merchant, contract_sequence) where contract_sequence is not null',
      'index approval_of_import on approval (merchant, import_id) where import_id is not null',
      'index approval_import_closes on approval (import_closes) where import_closes is not null',
    ],
    call: 'select, insert, update',
    maintenance: 'select',
  },
];

/** Bank accounts, by which a month is checked, and closed months. */
const monthEnd: readonly Table[] = [
  {
    name: 'bank_account',
    of: 'merchant',
    columns: `
      merchant text not null,
      account text not null,
      version int not null,
      book text not null, -- its lines and matches
      primary key (merchant, account)`,
    call: 'select, insert, update, delete',
    maintenance: 'select',
  },
  {
    name: 'month_close',
    of: 'merchant',
    // What was closed stays; only a reopening is added.
    columns: `
      merchant text not null,
      product text not null,
      month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
      version int not null,
      closed_date timestamp not null,
      closed_by text not null,
      closing bigint not null,
      manifest text not null,
      signature text not null,
      returns_known bigint[], -- the late returns that were there at the close, since a bank may give a later one an earlier date; none of a provider’s month
      reopened_date timestamp,
      reopened_by text,
      reopened_reason text,
      primary key (merchant, product, month, version),
      check ((reopened_date is null) = (reopened_by is null) and (reopened_date is null) = (reopened_reason is null))`,
    indexes: ['unique index month_closed on month_close (merchant, product, month) where reopened_date is null'],
    call: 'select, insert, update (reopened_date, reopened_by, reopened_reason)',
    maintenance: 'select',
  },
  {
    name: 'month_close_day',
    comment: 'the transactions of each day of a closed month, as they were',
    of: 'merchant',
    columns: `
      merchant text not null,
      product text not null,
      month text not null,
      version int not null,
      day date not null,
      hash text not null,
      lines text not null,
      primary key (merchant, product, month, version, day),
      foreign key (merchant, product, month, version) references month_close`,
    call: 'select, insert',
    maintenance: 'select',
  },
];

/** One chain of entries for each merchant, and one, `*`, for the installation. No role may delete or change an entry. */
const audit: readonly Table[] = [
  {
    name: 'audit_entry',
    of: 'merchant',
    // The last columns derive from the entry’s text, which is what the hash covers: they cannot tell anything else.
    columns: `
      merchant text not null,
      sequence bigint not null,
      hash bytea not null, -- sha256 of the hash before it, the sequence as eight bytes, and the sha256 of the entry
      entry text not null,
      at text generated always as (entry::jsonb ->> 'At') stored,
      action text generated always as (entry::jsonb ->> 'Action') stored,
      actor text generated always as (entry::jsonb -> 'Actor' ->> 'Id') stored,
      call_sequence bigint generated always as ((entry::jsonb ->> 'CallSequence')::bigint) stored,
      primary key (merchant, sequence)`,
    indexes: [
      'index on audit_entry (merchant, call_sequence)',
      // Entries have their time before they wait for the chain’s head, so the order of times is not quite that of sequences.
      'index audit_entry_at on audit_entry (merchant, at, sequence)',
      // Row-level security keeps filters on the entry’s text away from indexes, but not from an index’s own condition.
      `index audit_entry_refused on audit_entry (merchant, at, sequence) where entry::jsonb ->> 'Outcome' <> 'done'`,
      // Few among all entries of the installation.
      `index audit_entry_restore on audit_entry (merchant, at) where action in ('backup.restore', 'audit.lost')`,
    ],
    call: 'select, insert',
    maintenance: 'select, insert',
  },
  {
    name: 'audit_checkpoint',
    comment: 'the last entry of each chain, so that a tail cut off is seen',
    of: 'merchant',
    columns: `
      merchant text primary key,
      sequence bigint not null,
      hash bytea not null`,
    call: 'select, insert, update (sequence, hash)',
    maintenance: 'select, insert, update (sequence, hash)',
  },
  {
    name: 'audit_key',
    comment: 'of each client: personal values in entries are encrypted with it, and without it the chain stays whole',
    of: 'merchant',
    columns: `
      merchant text not null,
      product text not null,
      client_number text not null,
      key bytea not null,
      primary key (merchant, product, client_number)`,
    call: 'select, insert',
    maintenance: 'select, delete',
  },
  {
    name: 'audit_proof',
    // A table of its own: every call that changes something waits for the row of its chain’s head.
    comment:
      'of each chain the proof of what came since the last proof, and the proof that begins at the first entry again',
    of: 'merchant',
    columns: `
      merchant text not null,
      part text not null check (part in ('new', 'whole')),
      sequence bigint not null default 0, -- the last entry that this proof has proved
      hash bytea not null default '', -- of that entry, as it was proved
      began_at timestamptz, -- when this proof read the first entry
      proved_at timestamptz, -- of new entries: when the head was last reached; of the whole: when the last one that is complete had begun
      broken_at bigint, -- the first entry that this proof could not prove
      due_at timestamptz,
      primary key (merchant, part)`,
    call: 'select',
    maintenance: 'select, insert, update',
  },
];

/** What this server keeps in front of a provider (docs/gateway.md). */
const provider: readonly Table[] = [
  {
    name: 'provider_connection',
    comment: 'how a merchant’s calls reach the provider',
    of: 'merchant',
    columns: `
      merchant text primary key,
      version int not null default 0, -- counts the changes of the connection and its secrets
      address text, -- none: the one of the environment
      segment text,
      token_address text,
      client_id text,
      authentication text,
      scope text,
      audience text,
      offers text[],
      grace_seconds int,
      reads_at_once int,
      payout_days int check (payout_days between 0 and 5), -- banking days before its day on which a released payout is sent; none for 1
      dry_runs boolean not null default false, -- the last test found that the provider answers them; only of the tested address and version
      tested_at timestamptz,
      tested_by text,
      tested_address text,
      tested_version int,
      findings jsonb, -- of the last test
      secret text, -- sealed
      secret_since timestamptz,
      former_secret text, -- sealed; used until then where the newer one is refused
      former_ends timestamptz,
      paused_since timestamptz, -- changes are not sent; reads go on
      paused_by text,
      check (num_nulls(address, segment, token_address, client_id, authentication, offers, grace_seconds, reads_at_once) in (0, 8)),
      check (address is not null or secret is null),
      check (secret is not null or former_secret is null)`,
    call: 'select',
    maintenance: 'select, insert, update',
  },
  {
    name: 'outgoing_call',
    comment: 'changes on their way to the provider',
    of: 'merchant',
    columns: `
      merchant text not null,
      call uuid not null,
      product text not null,
      operation text not null,
      subject text not null,
      key text not null,
      request_hash bytea not null,
      author text not null,
      asked_in bigint not null,
      state text not null check (state in ('WAITING', 'SENDING', 'UNKNOWN', 'SETTLED')),
      version int not null, -- counts the changes of the row: each is conditional on it
      items text, -- JSON, sealed; none once it is settled
      outcomes text not null, -- JSON, sealed: the outcome of each item
      open int not null,
      unclear int not null,
      is_answered boolean not null default false, -- the provider itself answered, so nothing of it is on its way any more
      kept_at timestamptz not null default now(),
      sent_at timestamptz,
      read_at timestamptz,
      next_look timestamptz,
      settled_at timestamptz,
      status int,
      answer text,
      settled_by text,
      primary key (merchant, call),
      unique (merchant, subject, key)`,
    indexes: [
      'index outgoing_call_look on outgoing_call (next_look) where next_look is not null',
      'index outgoing_call_settled on outgoing_call (settled_at) where settled_at is not null',
      `index outgoing_call_open on outgoing_call (merchant, kept_at) where state <> 'SETTLED'`,
    ],
    call: 'select, insert, update, delete',
    maintenance: 'select, delete',
  },
  {
    name: 'outgoing_claim',
    comment: 'the record that an item changes, kept for its call until the outcome is known',
    of: 'merchant',
    columns: `
      merchant text not null,
      call uuid not null,
      item int not null,
      product text not null,
      sequence text, -- of its contract
      numbers text, -- client and contract number as JSON, or the client number
      primary key (merchant, call, item)`,
    indexes: [
      'index on outgoing_claim (merchant, product, sequence)',
      'index on outgoing_claim (merchant, product, numbers)',
    ],
    call: 'select, insert, update, delete',
    maintenance: 'select, delete',
  },
  {
    name: 'held_item',
    comment: 'changes that wait for a second person, or for being sent after the release',
    of: 'merchant',
    columns: `
      merchant text not null,
      approval_sequence bigint not null,
      item int not null,
      product text not null,
      operation text not null,
      subject text not null,
      author text not null,
      asked_in bigint not null,
      request_hash bytea not null,
      sequence text, -- of its contract
      numbers text, -- client and contract number as JSON, or the client number
      content text, -- JSON, sealed: the item as it was sent; none once it is settled
      summary text not null, -- JSON, sealed: what lists show of it
      state text not null
        check (state in ('WAITING', 'RELEASED', 'SENDING', 'ACCEPTED', 'REFUSED', 'NOT_STORED', 'RETURNED', 'WITHDRAWN', 'MISSED')),
      mark text, -- of what the release was for, or the judgement of its import will be: anything else waits again
      held_until timestamp, -- of a payout to a new or changed account; by business time, as the others
      day date, -- of a payout: the first day on which it pays
      send_at timestamp, -- of a released payout: when it is sent
      next_try timestamptz, -- when it is sent, or tried again
      call uuid, -- the outgoing call, while and after it is sent
      note text, -- sealed: why it was refused, or waits again
      ended_at timestamptz, -- when its outcome became known
      primary key (merchant, approval_sequence, item)`,
    indexes: [
      `index held_item_next on held_item (next_try) where state = 'RELEASED'`,
      `index held_item_open on held_item (merchant, product, operation) where state in ('WAITING', 'RELEASED', 'SENDING')`,
      'index held_item_numbers on held_item (merchant, numbers text_pattern_ops)',
      'index held_item_sequence on held_item (merchant, sequence) where sequence is not null',
      'index held_item_ended on held_item (merchant, ended_at) where ended_at is not null',
      `index held_item_call on held_item (merchant, call) where state = 'SENDING'`,
    ],
    call: 'select, insert, update',
    maintenance: 'select',
  },
  {
    name: 'counted_payout',
    comment:
      'payments to a provider that count for the limits of four eyes: held, on their way, unknown, unclear or accepted',
    of: 'merchant',
    columns: `
      merchant text not null,
      counted bigint not null default nextval('record_sequence'),
      approval_sequence bigint,
      item int,
      call uuid,
      place int,
      account text not null, -- a keyed hash of the bank details
      day date not null,
      cents bigint not null,
      prepared_by text not null,
      prepared_on date not null,
      prepared_in text not null,
      accepted boolean not null default false,
      primary key (merchant, counted)`,
    indexes: [
      'index counted_payout_account on counted_payout (merchant, account, day)',
      'index counted_payout_preparer on counted_payout (merchant, prepared_by, prepared_on)',
      'index counted_payout_call on counted_payout (merchant, call) where call is not null',
      'index counted_payout_held on counted_payout (merchant, approval_sequence) where approval_sequence is not null',
    ],
    call: 'select, insert, update, delete',
    maintenance: 'select',
  },
  {
    name: 'known_payee',
    comment:
      'payees that were paid before this server stood in front of the provider, as two people have taken them over',
    of: 'merchant',
    columns: `
      merchant text not null,
      approval_sequence bigint not null,
      client_number text not null,
      client_name text,
      account text, -- as in counted_payout; null of one that is left out
      shown text, -- its last digits
      left_out text check (left_out in ('NOT_FOUND', 'UNREADABLE')),
      is_known boolean not null default false, -- since the release
      primary key (merchant, approval_sequence, client_number)`,
    indexes: ['index known_payee_account on known_payee (merchant, account) where is_known'],
    call: 'select, insert, update (is_known), delete',
    maintenance: 'select',
  },
  {
    name: 'message_delivery',
    comment: 'the address of a message under which a provider reports on it',
    of: 'merchant',
    columns: `
      merchant text not null,
      digest bytea not null, -- of the random part of the address
      call uuid not null,
      item int not null, -- counts the outcomes of its call, from 0
      message_id text not null,
      organisation text not null,
      callback text not null, -- JSON, sealed: what the caller had in callbackData and notifyUrl
      reports int not null default 0, -- that were kept
      state text, -- JSON, sealed: what the most telling report says
      kept_at timestamptz not null default now(),
      primary key (merchant, digest)`,
    indexes: ['index on message_delivery (merchant, message_id)', 'index on message_delivery (merchant, call)'],
    call: 'select, insert, update',
    maintenance: 'select, delete',
  },
  {
    name: 'delivery_report',
    comment: 'what a provider has reported, once each',
    of: 'merchant',
    columns: `
      merchant text not null,
      digest bytea not null,
      hash bytea not null, -- of its bytes, keyed by the random part of the address, which is not stored
      received_at timestamptz not null default now(),
      posting text, -- JSON, sealed: what goes to the caller; none once that has it
      primary key (merchant, digest, hash)`,
    call: 'select, insert, update',
    maintenance: 'select, delete',
  },
  {
    name: 'month_read',
    comment: 'a month as it was read from the provider: a closed one, or one that is being closed',
    of: 'merchant',
    policy: 'own',
    columns: `
      merchant text not null,
      read_id uuid not null,
      product text not null,
      month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
      begun timestamptz not null default now(),
      version int, -- of the close; null while the month is read
      returned text[] not null default '{}', -- the late returns that were there at the close
      primary key (merchant, read_id)`,
    indexes: ['unique index month_read_version on month_read (merchant, product, month, version)'],
    call: 'select, insert, update (version, returned), delete',
    maintenance: 'select',
  },
  {
    name: 'month_read_block',
    comment: 'sorted lines of transactions, deflated; the lines of a run are sorted throughout',
    of: 'merchant',
    policy: 'own',
    columns: `
      merchant text not null,
      read_id uuid not null,
      run int not null,
      block int not null,
      rows int not null,
      digests bytea not null, -- 16 bytes for each line, in their order
      lines bytea not null,
      primary key (merchant, read_id, run, block),
      foreign key (merchant, read_id) references month_read on delete cascade`,
    call: 'select, insert',
    maintenance: 'select',
  },
];

/** What was closed stays: only what is still read becomes a close, or goes. */
const monthReadPolicies = `
  create policy of_merchant on month_read for select using (merchant = current_setting('app.merchant', true));
  create policy new_of_merchant on month_read for insert with check (merchant = current_setting('app.merchant', true));
  create policy draft_of_merchant on month_read for update
    using (merchant = current_setting('app.merchant', true) and version is null)
    with check (merchant = current_setting('app.merchant', true));
  create policy dropped_of_merchant on month_read for delete
    using (merchant = current_setting('app.merchant', true) and version is null);
  create policy of_merchant on month_read_block for select using (merchant = current_setting('app.merchant', true));
  create policy new_of_merchant on month_read_block for insert with check (merchant = current_setting('app.merchant', true))`;

/**
 * What sign-in keeps, in a schema on which neither role has a right: a statement that a call could be tricked into must not reach
 * password hashes, signing keys and secrets.
 */
const signIn = `
  create schema sign_in;
  create sequence sign_in.epoch`;

const signInTables: readonly Table[] = [
  {
    name: 'person',
    columns: `
      username text primary key,
      display_name text not null,
      password_hash text not null,
      permissions text[] not null,
      merchants text[] not null, -- merchant numbers, or the one word *
      roles text[] not null default '{}', -- as role:merchant; the merchant * is every merchant
      sandbox boolean not null default false,
      disabled boolean not null default false,
      epoch bigint not null default nextval('sign_in.epoch'),
      created_at timestamptz not null default now(),
      last_used_at timestamptz`,
  },
  {
    name: 'program',
    columns: `
      client_id text primary key,
      display_name text not null,
      secret_hash text not null,
      secret_by text, -- who was shown the secret; null for the terminal
      former_secret_hash text, -- valid, too, while the newer one replaces it
      former_secret_by text,
      permissions text[] not null,
      merchants text[] not null, -- merchant numbers, or the one word *
      exempt boolean not null default false,
      sandbox boolean not null default false,
      disabled boolean not null default false,
      epoch bigint not null default nextval('sign_in.epoch'),
      created_at timestamptz not null default now(),
      last_used_at timestamptz`,
  },
  {
    name: 'factor',
    columns: `
      factor_id text primary key,
      username text not null references sign_in.person on delete cascade,
      kind text not null check (kind in ('passkey', 'totp')),
      secret bytea not null, -- the public key of a passkey; the shared key of an app
      counter bigint not null default 0, -- of a passkey, its signatures; of an app, the last step that was used
      challenge text, -- the last one that a passkey answered
      transports text[] not null default '{}',
      created_at timestamptz not null default now(),
      used_at timestamptz`,
    indexes: ['index on sign_in.factor (username)'],
  },
  {
    name: 'recovery_code',
    columns: `
      code_hash bytea primary key,
      username text not null references sign_in.person on delete cascade`,
    indexes: ['index on sign_in.recovery_code (username)'],
  },
  {
    name: 'invitation',
    columns: `
      token_hash bytea primary key,
      username text references sign_in.person on delete cascade, -- none: the link makes the first administrator
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz`,
    indexes: ['index on sign_in.invitation (username)'],
  },
  {
    name: 'session',
    columns: `
      session_uid text primary key,
      username text not null references sign_in.person on delete cascade,
      grant_id text not null,
      device text not null,
      signed_in_at timestamptz not null default now(),
      last_used_at timestamptz not null default now()`,
    indexes: ['index on sign_in.session (username)'],
  },
  {
    name: 'settings_request',
    comment: 'changes of settings that wait for a second administrator',
    // Texts and not jsonb: what is confirmed is compared with what was requested, byte for byte.
    columns: `
      request_sequence bigint generated always as identity primary key,
      call text not null,
      path text not null,
      body text not null,
      change text not null,
      merchants text[] not null, -- the second person administers all of them
      requested_by text not null,
      requested_name text not null,
      requested_at timestamptz not null default now(),
      decision text check (decision in ('CONFIRMED', 'DECLINED')),
      decided_by text,
      decided_at timestamptz`,
    indexes: ['index on sign_in.settings_request (request_sequence) where decision is null'],
  },
  {
    name: 'oauth_item',
    comment: 'sessions, codes, refresh tokens and the like',
    // `json`, not `jsonb`: a client's `state` may hold characters (U+0000) that jsonb refuses.
    columns: `
      kind text not null,
      id_hash bytea not null,
      payload json not null,
      grant_id text,
      session_uid text,
      expires_at timestamptz not null,
      consumed_at timestamptz,
      primary key (kind, id_hash)`,
    indexes: [
      'index on sign_in.oauth_item (grant_id) where grant_id is not null',
      'index on sign_in.oauth_item (session_uid) where session_uid is not null',
      'index on sign_in.oauth_item (expires_at)',
    ],
  },
  {
    name: 'oauth_replay',
    columns: `
      token_hash bytea primary key,
      claimed_at timestamptz not null default now(),
      answer bytea,
      grant_id text,
      expires_at timestamptz not null`,
    indexes: ['index on sign_in.oauth_replay (grant_id) where grant_id is not null'],
  },
  {
    name: 'oauth_key',
    columns: `
      key_id text primary key,
      use text not null check (use in ('signing', 'cookies')),
      secret text not null,
      created_at timestamptz not null default now()`,
  },
  {
    name: 'pace',
    comment:
      'of a name at an address, and of either alone: how many tries lately, and when the last of them has its turn',
    columns: `
      key_hash bytea primary key,
      tries real not null,
      counted_at timestamptz not null,
      due_at timestamptz not null`,
    indexes: ['index on sign_in.pace (due_at)'],
  },
  {
    name: 'known_place',
    comment: 'a name and an address that have shown the right password together: others’ guesses do not slow them',
    columns: `
      key_hash bytea primary key,
      seen_at timestamptz not null`,
    indexes: ['index on sign_in.known_place (seen_at)'],
  },
  {
    name: 'message_sign_in',
    columns: `
      username text primary key,
      organisation text not null references organisation,
      password_hash text not null,
      sandbox boolean not null default false,
      disabled boolean not null default false`,
  },
  {
    name: 'callback_secret',
    columns: `
      organisation text primary key references organisation,
      secret text not null, -- signs delivery reports; the receiver holds it too
      former_secret text, -- signs reports as well until former_until
      former_until timestamptz`,
  },
  {
    name: 'account_key',
    columns: `
      id int primary key check (id = 1),
      secret bytea not null -- of the marks; sealed`,
  },
  {
    name: 'audit_secret',
    comment: 'the key of the digests',
    columns: `
      id int primary key check (id = 1),
      secret bytea not null`,
  },
];

/**
 * Tokens and sessions carry the epoch of their person or program and are refused in another one. A new epoch begins when rights,
 * password or secret change: by a trigger and not in code, so that no statement that changes a person can forget it.
 */
const epochs = `
  create function sign_in.begin_epoch() returns trigger language plpgsql as $$
    begin
      new.epoch := nextval('sign_in.epoch');
      return new;
    end $$;
  create trigger begins_epoch before update on sign_in.person for each row
    when ((old.password_hash, old.permissions, old.merchants, old.roles, old.disabled)
      is distinct from (new.password_hash, new.permissions, new.merchants, new.roles, new.disabled))
    execute function sign_in.begin_epoch();
  create trigger begins_epoch before update on sign_in.program for each row
    when ((old.permissions, old.merchants, old.disabled) is distinct from (new.permissions, new.merchants, new.disabled)
      or old.secret_hash not in (new.secret_hash, coalesce(new.former_secret_hash, ''))
      or old.former_secret_hash not in (new.secret_hash, coalesce(new.former_secret_hash, '')))
    execute function sign_in.begin_epoch()`;

/** Random ones of this database. */
const secrets = `
  insert into sign_in.account_key values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
  insert into sign_in.audit_secret values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`;

/** Functions through which calls, whose role can't read `sign_in`, get what they need of it. */
const rightsOfSubjects = `
  create or replace function secret_holders(programs text[]) returns text[]
    language sql stable strict security definer set search_path = ''
    as $$
      select coalesce(array_agg(distinct holder), '{}') from sign_in.program, unnest(array[secret_by, former_secret_by]) holder
      where client_id = any(programs) and holder is not null
    $$;
  comment on function secret_holders(text[]) is 'who was shown the secret of a program could prepare with it';

  create or replace function preparing_hands(preparer text) returns table (person text, name text)
    language sql stable strict security definer set search_path = ''
    as $$
      with program as (
        select client_id, holder from sign_in.program, unnest(array[secret_by, former_secret_by]) holder
        where holder is not null
      ), people as (
        select preparer as person union select holder from program where client_id = preparer
      )
      select person, person from people
      union select person, client_id from people join program on holder = person
    $$;
  comment on function preparing_hands(text) is
    'a preparer and who was shown the secret of that program, each with the names by which they can prepare';

  create or replace function is_exempt(client text) returns boolean
    language sql stable strict security definer set search_path = ''
    as $$ select exists (select from sign_in.program where client_id = client and exempt) $$;

  create or replace function present_rights(subject text) returns table (permissions text[], merchants text[], roles text[], is_program boolean)
    language sql stable strict security definer set search_path = ''
    as $$
      select permissions, merchants, roles, false from sign_in.person where username = subject and not disabled
      union all
      select permissions, merchants, '{}', true from sign_in.program where client_id = subject and not disabled
    $$;
  comment on function present_rights(text) is
    'of who prepared something that is sent later; no row for who may not sign in any more';

  revoke execute on function secret_holders(text[]), preparing_hands(text), is_exempt(text), present_rights(text) from public;
  grant execute on function secret_holders(text[]), preparing_hands(text), is_exempt(text), present_rights(text) to collections_app`;
