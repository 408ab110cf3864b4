import pg from 'pg';
import { seedSandboxSignIns } from '#service/auth/users.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { seedOrganisation } from '#service/seed/organisation.ts';
import { quotedIdentifier, quotedName, sequencesOf, tablesOf, type CatalogTable } from './catalog.ts';

const special = 'tab\there, newline\nthere, backslash \\ and \\. and \u{1f600}';

/** Rows of a merchant, by the migration that made their table. */
const madeLater: Readonly<Record<string, readonly (readonly [statement: string, ...values: string[]])[]>> = {
  '002-notes': [
    [
      `insert into note (merchant, note_id, product, client_number, text, subject, author, written_at)
        values ($1, '00000000-0000-4000-8000-000000000002', 'EFT', 'C-1', $2, 'staff', 'Staff', '2026-04-01 08:00')`,
      special,
    ],
  ],
  '003-collecting-limits': [
    [`insert into collecting_rule values ($1, 3, 4, 500000, $2, false)`, '100000000'],
    [
      `insert into added_debit (merchant, call, item, product, sequence, numbers, client_number, day, cents, added_on)
        values ($1, '00000000-0000-4000-8000-000000000003', 0, 'EFT', '1', $2, 'C-1', '2026-04-03', 12345, '2026-04-01')`,
      JSON.stringify(['C-1', special]),
    ],
  ],
  '004-follow-up': [
    [
      `insert into promise (merchant, promise_id, product, client_number, day, amount, subject, author, written_at, reason)
        values ($1, '00000000-0000-4000-8000-000000000003', 'EFT', 'C-1', '2026-04-03', 64050, 'staff', 'Staff',
          '2026-04-01 08:00', $2)`,
      special,
    ],
    [
      `insert into assignment (merchant, product, client_number, subject, holder_name, since, follow_up, next_step)
        values ($1, 'EFT', 'C-1', 'staff', 'Staff', '2026-04-01 08:00', '2026-04-03', $2)`,
      special,
    ],
  ],
  '005-events': [
    [
      `insert into event_endpoint (merchant, endpoint, address, types, failures, outcome)
        values ($1, '00000000-0000-4000-8000-000000000005', $2, '{debit.paid}', 1, 'TOO_LATE')`,
      special,
    ],
    [
      `insert into event_delivery (merchant, endpoint, event, type, happened_at, body)
        values ($1, '00000000-0000-4000-8000-000000000005', '00000000-0000-4000-8000-000000000006', 'debit.paid',
          '2026-04-01 09:00', $2) returning 1`,
      special,
    ],
  ],
  '006-sent-messages': [
    [
      `insert into sent_message (merchant, message_id, product, organisation, client_number, template, to_end, subject,
          author, sent_at)
        values ($1, 'm-1', 'EFT', 'demo', 'C-1', $2, '1137', 'staff', 'Staff', '2026-04-01 08:00')`,
      special,
    ],
    [`insert into message_end (merchant, message_id, status) values ($1, 'm-1', $2)`, '{}'],
  ],
  '007-opt-outs': [
    [
      `insert into opt_out (merchant, product, client_number, phone_marks, reason, subject, author, written_at)
        values ($1, 'EFT', 'C-1', '["mark"]', $2, 'staff', 'Staff', '2026-04-01 08:00')`,
      special,
    ],
  ],
  '008-message-hours': [
    [`insert into message_rule values ($1, '08:00', '20:00', true, false, false, $2)`, '3'],
    [
      `insert into waiting_message (merchant, message_id, organisation, phone_mark, content, goes_at, actor)
        values ($1, 'm-2', 'demo', 'mark', $2, '2026-04-02 08:00', '{}')`,
      special,
    ],
    [
      `insert into message_count (merchant, organisation, phone_mark, message_id, gone_at) values ($1, 'demo', $2, 'm-1', '2026-04-01 08:00')`,
      'mark',
    ],
  ],
};

/** Fills every table, with every type of column, as a running service would. */
export async function fill(database: Database, schema = migrations, clients = 300): Promise<void> {
  await migrate(database, schema);
  await seedSandboxSignIns(database.pool);
  await seedOrganisation(database.pool);
  // A release before them has no such tables.
  const has = (migration: string) => Object.hasOwn(schema, migration);
  for (const merchant of ['1001', '1002']) await fillMerchant(database, merchant, clients, has);
  if (has('005-events'))
    await database.streams.query(`
      insert into sign_in.event_secret values ('00000000-0000-4000-8000-000000000005', 'secret', 'former', now())`);
  await database.streams.query(`
    insert into sign_in.oauth_item values ('Session', '\\x00ff10', '{"state": "\\u0000"}', 'g', null, now(), null);
    insert into sign_in.oauth_replay values ('\\x01', now(), null, 'g', now());
    insert into sign_in.pace values ('\\x02', 1.5, now(), now());
    insert into sign_in.factor (factor_id, username, kind, secret, transports)
      values ('f', 'staff', 'passkey', '\\x00ff', '{usb,internal}');
    insert into sign_in.recovery_code values ('\\x04', 'staff');
    insert into sign_in.known_place values ('\\x03', now());
    insert into sign_in.session values ('s', 'staff', 'g', 'Firefox on Linux');
    insert into sign_in.invitation values ('\\x04', 'staff', now(), now(), null);
    insert into job (kind, key, payload, attempts, claim, claimed_until, last_error)
      values ('network', 'a', '{"n": [1, "é"]}', 3, gen_random_uuid(), now() + interval '1 hour', null)`);
  await database.pool.query(`insert into sign_in.oauth_key (key_id, use, secret) values ('k', 'cookies', $1)`, [
    special,
  ]);
}

async function fillMerchant(
  database: Database,
  merchant: string,
  clients: number,
  has: (migration: string) => boolean,
): Promise<void> {
  const client = await database.streams.connect();
  try {
    await client.query('begin');
    await client.query(`select enter(current_user, $1, '')`, [merchant]);
    for (const [text, ...values] of [
      [`insert into merchant values ($1, $2)`, `Merchant ${special}`],
      ...Object.entries(madeLater).flatMap(([migration, statements]) => (has(migration) ? statements : [])),
      [
        `insert into client (merchant, product, client_number, client_name, bank_code, branch_code, account_type,
            account_number)
          select $1, 'EFT', 'C-' || n, $2 || n, 4, 470010, 1, 9007199254740991 - n from generate_series(1, ${clients}) n
          returning 1`,
        special,
      ],
      [
        `insert into contract (merchant, product, is_mandate, client_number, contract_number, mandate_status_code,
            frequency_code, collection_day, instalment_start_date, instalment_amount, adjustment_rate, user_id)
          select $1, 'EFT', n % 2 = 0, 'C-' || n, 'A', 'ACTIVE', 'MNTH', 25, '2026-04-25 00:00', 10000 + n, 7.25, 'staff'
          from generate_series(1, ${clients}) n returning 1`,
      ],
      [
        `insert into instalment (merchant, contract_sequence, instalment_sequence, product, instalment_action_date,
            instalment_amount, instalment_status, created_date, last_update_date)
          select $1, contract_sequence, n, 'EFT', timestamp '2026-04-25 00:00' + n * interval '1 month', 10000 + n,
            'SCHEDULED', '2026-03-01 08:00', '2026-03-01 08:00'
          from contract, generate_series(1, 12) n where merchant = $1 returning 1`,
      ],
      [
        `insert into payout_contract (merchant, product, client_number, contract_number, payout_status_code,
            payment_amount, payment_start_date, user_id)
          select $1, 'EFT', 'C-' || n, 'P', 'ACTIVE', 5000, '2026-04-01 08:00', 'staff'
          from generate_series(1, least(20, ${clients})) n
          returning 1`,
      ],
      [
        `insert into payment (merchant, contract_sequence, payment_sequence, product, payment_date, payment_amount,
            payment_status)
          select $1, contract_sequence, 1, 'EFT', '2026-04-01 08:00', 5000, 'PAID' from payout_contract
          where merchant = $1 returning 1`,
      ],
      [
        `insert into transaction (merchant, product, transaction_date, client_number, contract_number,
            contract_sequence, payment_sequence, transaction_type, amount, status)
          select $1, 'EFT', '2026-04-01 09:00', 'C-1', 'P', contract_sequence, 1, 'PAYOUT', 5000, 'PAID' from payment
          where merchant = $1 returning 1`,
      ],
      [
        `insert into change (merchant, product, subject, change_date, changed_by, client_number, change_type,
            field_changed, new_value)
          select $1, 'EFT', 'client', '2026-03-01 08:00', 'staff', 'C-' || n, 'CREATE', 'ClientNumber', 'C-' || n
          from generate_series(1, ${clients}) n returning 1`,
      ],
      [
        `insert into idempotency (merchant, subject, key, operation, request_hash, answer)
          values ($1, 'staff', 'key', 'clientCreate', '\\x0a0b', $2)`,
        special,
      ],
      [
        `insert into outgoing_call (merchant, call, product, operation, subject, key, request_hash, author, asked_in, state, version,
            outcomes, open, unclear)
          values ($1, '00000000-0000-4000-8000-000000000001', 'EFT', 'clientCreate', 'staff', 'key', '\\x0a0b', '{}', 7, 'UNKNOWN', 2,
            $2, 1, 0)`,
        special,
      ],
      [
        `insert into outgoing_claim (merchant, call, item, product, numbers)
          values ($1, '00000000-0000-4000-8000-000000000001', 0, 'EFT', $2)`,
        special,
      ],
      [
        `insert into message_delivery (merchant, digest, call, item, message_id, organisation, callback, state)
          values ($1, '\\x00ff', '00000000-0000-4000-8000-000000000001', 0, 'm-1', 'demo', '{}', $2)`,
        special,
      ],
      [`insert into delivery_report (merchant, digest, hash, posting) values ($1, '\\x00ff', '\\x0a0b', $2)`, special],
      [
        `insert into held_item (merchant, approval_sequence, item, product, operation, subject, author, asked_in, request_hash, content,
            summary, state, next_try, note)
          values ($1, 3, 1, 'EFT', 'clientEdit', 'staff', '{}', 7, '\\x0a0b', $2, $2, 'RELEASED', now(), $2)`,
        special,
      ],
      [
        `insert into counted_payout (merchant, approval_sequence, item, account, day, cents, prepared_by, prepared_on, prepared_in)
          values ($1, 3, 1, $2, '2026-04-01', 5000, 'staff', '2026-03-31', '7')`,
        special,
      ],
      [
        `insert into known_payee (merchant, approval_sequence, client_number, client_name, account, shown, is_known)
          values ($1, 3, 'C-1', $2, $2, '…1111', true)`,
        special,
      ],
      [
        `insert into provider_connection (merchant, address, segment, token_address, client_id, authentication, offers, grace_seconds,
            reads_at_once, payout_days, secret, secret_since, paused_since, paused_by)
          values ($1, 'https://api.example', 'payments', 'https://id.example', 'umthombo', 'client_secret_post', '{lists-of-all}', 900,
            16, 2, '~sealed', now(), now(), $2)`,
        special,
      ],
      [
        `insert into file_import (merchant, import_id, product, operation, subject, imported_by, file_name, rows, accepted)
          values ($1, '00000000-0000-4000-8000-000000000002', 'EFT', 'instalmentCreate', 'staff', 'Staff', $2, 3, 1)`,
        special,
      ],
      [
        `insert into import_row (merchant, import_id, row_number, state, reasons)
          values ($1, '00000000-0000-4000-8000-000000000002', 2, 'REFUSED', $2)`,
        special,
      ],
      [
        `insert into import_money (merchant, import_id, row_number, digest)
          values ($1, '00000000-0000-4000-8000-000000000002', 1, '\\x00ff')`,
      ],
      [`insert into test_clock values ($1, 40)`],
      [`insert into audit_checkpoint (merchant, sequence, hash) values ($1, 1, '\\x00ff')`],
      [`insert into audit_entry (merchant, sequence, hash, entry) values ($1, 1, '\\x00ff', '{"Action": "é"}')`],
      [`insert into audit_proof (merchant, part, sequence, hash) values ($1, 'new', 1, '\\x00ff')`],
      [`insert into audit_key values ($1, 'EFT', 'C-1', '\\x0a0b')`],
      [
        `insert into month_close (merchant, product, month, version, closed_date, closed_by, closing, manifest, signature)
          values ($1, 'EFT', '2026-03', 1, '2026-04-01 09:00', 'finance', 12345, $2, 'a.b.c')`,
        special,
      ],
      [
        `insert into month_close_day (merchant, product, month, version, day, hash, lines)
          values ($1, 'EFT', '2026-03', 1, '2026-03-02', 'h', $2)`,
        special,
      ],
      [
        `insert into month_read (merchant, read_id, product, month, version, returned)
          values ($1, '0f8fad5b-d9cb-469f-a165-70867728950e', 'EFT', '2026-03', null, array[$2])`,
        special,
      ],
      [
        `insert into month_read_block (merchant, read_id, run, block, rows, digests, lines)
          values ($1, '0f8fad5b-d9cb-469f-a165-70867728950e', 0, 0, 1, '\\x00ff', '\\x789c')`,
      ],
      [`insert into bank_account values ($1, 'A', 3, $2)`, special],
      [`insert into approval_rule values ($1, 100, 48)`],
      [
        `insert into approval (merchant, product, reason, preparers, prepared_name, prepared_at, call_sequence)
          values ($1, 'EFT', 'RULE', '{staff}', $2, '2026-04-01 08:00', 1)`,
        special,
      ],
    ] as const)
      await client.query(text, [merchant, ...values]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/**
 * The content of a database as text to compare: a hash of each table's rows, and each sequence's state.
 * @param tables of an earlier version, whose columns alone are read.
 */
export async function fingerprint(
  from: pg.Pool | string,
  tables?: readonly CatalogTable[],
): Promise<Record<string, string>> {
  const pool = typeof from === 'string' ? new pg.Pool({ connectionString: from, max: 1 }) : from;
  const client = await pool.connect();
  try {
    await client.query('set jit = off');
    const found: Record<string, string> = {};
    for (const table of tables ?? (await tablesOf(client))) {
      // A restore ends the claims on jobs, and changes nothing else.
      const columns = table.columns
        .filter((name) => !name.startsWith('claim') || table.name !== 'job')
        .map(quotedIdentifier);
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(it::text, e'\n' order by it::text)), '') as hash
        from (select ${columns.join(', ')} from ${quotedName(table)}) it`,
      );
      const [kept] = (
        await client.query<{ forced: boolean }>(
          'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
          [quotedName(table)],
        )
      ).rows;
      found[quotedName(table)] = `${rows[0]?.hash} guarded ${table.isGuarded} ${kept?.forced}`;
    }
    for (const sequence of await sequencesOf(client))
      found[quotedName(sequence)] = `at ${sequence.last} ${sequence.isCalled}`;
    return found;
  } finally {
    client.release(true);
    if (typeof from === 'string') await pool.end();
  }
}

export async function withDatabase<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDirectory: '/nonexistent', poolSize: 1 });
  return work(database).finally(() => database.close());
}
