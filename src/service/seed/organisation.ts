import type pg from 'pg';
import { sandboxMessageSignIn, saveCallbackSecret, saveMessageSignIn } from '#service/auth/basic.ts';
import { withConnection } from '#service/database/connection.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { sampleCases } from './cases.ts';
import { sandboxMerchants } from './merchants.ts';

/** Signs the sandbox's delivery reports; as public as its passwords. */
export const sandboxCallbackSecret = 'sandbox-only-callback-secret';

/** Registered senders, from an unassigned block. */
const sampleSenders = ['27105550100', '27105550101'];

const sampleTemplates: readonly [
  name: string,
  language: string,
  status: 'APPROVED' | 'PENDING' | 'REJECTED',
  header: 'TEXT' | 'DOCUMENT' | 'IMAGE' | null,
  body: string,
][] = [
  [
    'payment_reminder',
    'en',
    'APPROVED',
    'TEXT',
    'Hello {{1}}, your instalment of {{2}} on contract {{3}} will be collected on {{4}}.',
  ],
  [
    'payment_reminder',
    'af',
    'APPROVED',
    'TEXT',
    'Hallo {{1}}, u paaiement van {{2}} op kontrak {{3}} word op {{4}} ingevorder.',
  ],
  ['payment_received', 'en', 'APPROVED', null, 'Thank you {{1}}. We received your payment of {{2}} on contract {{3}}.'],
  [
    'payment_unpaid',
    'en',
    'APPROVED',
    null,
    'Hello {{1}}, your bank returned the instalment of {{2}} unpaid. Please make sure of funds by {{3}}.',
  ],
  ['mandate_request', 'en', 'APPROVED', null, 'Hello {{1}}, your bank will ask you to accept a mandate of {{2}}.'],
  ['statement', 'en', 'APPROVED', 'DOCUMENT', 'Hello {{1}}, your statement for {{2}} is attached.'],
  ['thank_you', 'en', 'APPROVED', 'IMAGE', 'You have paid your last instalment. Thank you!'],
  ['season_greetings', 'en', 'PENDING', 'IMAGE', 'Season’s greetings to you, {{1}}.'],
  ['special_offer', 'en', 'REJECTED', null, 'Only today: borrow {{1}} more!'],
];

/**
 * Creates the sandbox's organisation `demo` for all its merchants: cases, senders, templates, and the account for messages.
 * Keeps what exists; safe in two processes at once.
 */
export async function seedOrganisation(pool: pg.Pool): Promise<void> {
  await addOrganisation(pool, async (client) => {
    await addSampleCases(client);
    await addSampleTemplates(client);
  });
  await seedSignIn(pool);
}

const { organisation } = sandboxMessageSignIn;

/** What people choose from when they write messages, in front of a sandbox as provider. */
export const seedTemplates = (pool: pg.Pool): Promise<void> => addOrganisation(pool, addSampleTemplates);

async function addOrganisation(pool: pg.Pool, fill: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  await withConnection(pool, async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('sandbox organisation', 0))`);
    await client.query(`select enter(current_user, '', $1)`, [organisation]);
    const { rowCount } = await client.query(
      'insert into organisation values ($1, $2, $3) on conflict (organisation) do nothing',
      [organisation, 'Demo Collections', sandboxMerchants.map(({ number }) => number)],
    );
    if (rowCount === 1) await fill(client);
    await client.query('commit');
  });
}

/** Whether this database was seeded as a sandbox: the organisation comes last. */
export async function hasSandbox(pool: pg.Pool): Promise<boolean> {
  const found = await asMaintenance(pool, (query) =>
    query('select 1 as found from organisation where organisation = $1', [sandboxMessageSignIn.organisation]),
  );
  return found.length === 1;
}

async function addSampleCases(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into case_record select it.* from jsonb_array_elements($2::jsonb) given,
      jsonb_populate_record(null::case_record, given || jsonb_build_object('organisation', $1::text)) it
      returning 1`,
    [organisation, JSON.stringify(sampleCases)],
  );
}

async function addSampleTemplates(client: pg.PoolClient): Promise<void> {
  await client.query('insert into message_sender select $1, unnest($2::text[]) returning 1', [
    organisation,
    sampleSenders,
  ]);
  await client.query(
    `insert into message_template (organisation, template_name, language, template_status, header_type, body)
      select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      returning 1`,
    [organisation, ...[0, 1, 2, 3, 4].map((column) => sampleTemplates.map((template) => template[column]))],
  );
}

/** Needs the organisation; an account that was changed or disabled stays so. */
async function seedSignIn(pool: pg.Pool): Promise<void> {
  const { username } = sandboxMessageSignIn;
  const { rows } = await pool.query<{ hasSignIn: boolean; hasSecret: boolean }>(
    `select exists (select from sign_in.message_sign_in where username = $1) as "hasSignIn",
       exists (select from sign_in.callback_secret where organisation = $2) as "hasSecret"`,
    [username, organisation],
  );
  if (!rows[0]?.hasSignIn) await saveMessageSignIn(pool, sandboxMessageSignIn, true);
  if (!rows[0]?.hasSecret) await saveCallbackSecret(pool, organisation, sandboxCallbackSecret);
}
