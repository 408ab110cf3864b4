import type { Migration } from '#service/database/migrate.ts';
import { createTable } from './table.ts';

export const collectingLimitTables: Migration = {
  async up(db) {
    await createTable(db, {
      name: 'collecting_rule',
      comment: 'how often and how much a merchant collects again; without a row the usual limits',
      of: 'merchant',
      columns: `
      merchant text primary key,
      attempts int check (attempts between 1 and 99), -- for each missed debit; null is no limit
      payer_month int check (payer_month between 1 and 999), -- debits of a client in a calendar month
      largest bigint check (largest > 0), -- cents of one debit that is added
      month bigint check (month > 0), -- cents of all debits that are added, by the month of their day
      stop_reasons boolean not null default true -- whether a stop reason needs a second person`,
      call: 'select',
      maintenance: 'select, insert, update, delete',
    });
    await createTable(db, {
      name: 'added_debit',
      comment: 'debits that were added at a provider, or are on their way there',
      of: 'merchant',
      columns: `
      merchant text not null,
      call uuid not null, -- the outgoing call
      item int not null, -- its place in the call
      product text not null,
      sequence text, -- of its contract
      numbers text, -- client and contract number as JSON
      client_number text,
      instalment_sequence int, -- as the provider has answered
      day date not null,
      cents bigint not null,
      added_on date not null, -- by business time
      accepted_at timestamptz, -- when its outcome became known
      primary key (merchant, call, item)`,
      indexes: [
        'index added_debit_sequence on added_debit (merchant, product, sequence)',
        'index added_debit_numbers on added_debit (merchant, product, numbers)',
        'index added_debit_day on added_debit (merchant, day)',
      ],
      call: 'select, insert, update, delete',
      maintenance: 'select, delete',
    });
    await db.query(
      'create index instalment_added on instalment (merchant, instalment_action_date) where planned_sequence is null',
    );
    await db.query('alter table approval drop constraint approval_kind_check');
    await db.query(
      `alter table approval add constraint approval_kind_check
        check (kind in ('PAYOUTS', 'BANK_DETAILS', 'CANCEL', 'KNOWN_PAYEES', 'COLLECT_AGAIN'))`,
    );
    await db.query(`
      create or replace function people_with_rights() returns table (username text, permissions text[], merchants text[], roles text[])
        language sql stable strict security definer set search_path = ''
        as $$ select username, permissions, merchants, roles from sign_in.person where not disabled and password_hash <> '' $$;
      comment on function people_with_rights() is 'of all who can sign in: whether another one may release what waits';
      revoke execute on function people_with_rights() from public;
      grant execute on function people_with_rights() to collections_app`);
  },
};
