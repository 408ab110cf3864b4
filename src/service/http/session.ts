import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { merchantsWith } from '#contract/permissions.ts';
import type { FormDefaults } from '#contract/settings-records.ts';
import type { Query } from '#service/database/query.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Extension } from './extension.ts';

interface Merchant {
  number: string;
  name: string;
  /** Absent if it has all of the configuration. */
  products?: readonly string[];
  /** What its forms begin with, by product. */
  formDefaults?: FormDefaults;
  /** Payouts need a second person, or have needed one. */
  hasApprovals?: true;
  /** Whether its own provider lists all contracts; absent if it has none of its own. */
  listsAll?: boolean;
  /** Whether rows can be checked without saving, in front of a provider. */
  dryRuns?: boolean;
}

/** What a sign-in can access. */
interface Access {
  merchants: Merchant[];
  /** What the organisation sends messages with, for those who may send them; the interface has no call that lists it. */
  messages?: { senders: string[]; templates: Template[] };
}

interface Template {
  name: string;
  language: string;
  text: string;
  header?: string;
}

/** The console's first call after a sign-in; not part of the interface. Needs a valid token. */
export function serveSession(app: FastifyInstance, extension: Extension, configured: Configured): void {
  app.get('/session.json', async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send(await accessOf(extension, configured, request.headers.authorization, reply.raw)),
  );
}

const byNumber = (one: Merchant, other: Merchant) => one.number.localeCompare(other.number, 'en', { numeric: true });

/** The merchants of a token with their names, or numbers if unknown. */
function named(numbers: Iterable<string>, known: readonly Merchant[]): Merchant[] {
  const found = new Map(known.map((merchant) => [merchant.number, merchant]));
  return [...numbers].map((number) => found.get(number) ?? { number, name: number }).toSorted(byNumber);
}

interface Configured {
  merchants: readonly Merchant[];
  organisation: string;
  /** Of the environment; absent if no provider is behind this server. */
  providerAddress: string | undefined;
}

/** The merchants of the token, or all that exist. @throws HttpError 401 for a token that is not valid here. */
async function accessOf(
  { pool, guard, shares }: Extension,
  configured: Configured,
  authorization: string | undefined,
  response: ServerResponse,
): Promise<Access> {
  const caller = await guard(authorization);
  const { merchants } = caller;
  const read = <T>(work: (query: Query) => Promise<T>) =>
    shares.views.within(`session of ${caller.subject}`, response, () => asMaintenance(pool, work));
  // The policies show a call one merchant at a time; this reads names, senders and templates alone.
  const [rows, messages] = await read(async (query) => [
    await query<
      Merchant & {
        products: string[] | null;
        formDefaults: FormDefaults;
        hasApprovals: boolean;
        listsAll: boolean | null;
        dryRuns: boolean | null;
      }
    >(
      `select merchant as number, name, products, form_defaults as "formDefaults", exists (select from approval_rule r where r.merchant = m.merchant)
            or exists (select from approval a where a.merchant = m.merchant) as "hasApprovals",
            (select 'lists-of-all' = any(offers) from provider_connection c where c.merchant = m.merchant) as "listsAll",
            (select dry_runs and tested_version = version and tested_address = coalesce(address, $3) from provider_connection c
              where c.merchant = m.merchant) as "dryRuns"
          from merchant m where not disabled and ($1 or merchant = any($2))`,
      [merchants.has('*'), [...merchants], configured.providerAddress],
    ),
    await messagesOf(query, configured.organisation, merchantsWith(caller, 'messages:write')),
  ]);
  const known = rows.map(({ products, formDefaults, hasApprovals, listsAll, dryRuns, ...merchant }) => ({
    ...merchant,
    ...(products && { products }),
    ...(Object.keys(formDefaults).length > 0 && { formDefaults }),
    ...(hasApprovals && { hasApprovals }),
    ...(configured.providerAddress !== undefined && listsAll !== null && { listsAll }),
    ...(configured.providerAddress !== undefined && dryRuns === true && { dryRuns }),
  }));
  const numbers = merchants.has('*') ? known.map(({ number }) => number) : merchants;
  return {
    merchants: named(numbers, [...configured.merchants, ...known]),
    ...(messages && { messages }),
  };
}

/** In three statements: a distributed PostgreSQL joins its tables only by what it divides them by. */
async function messagesOf(query: Query, organisation: string, merchants: string[]) {
  const [own] = await query(
    'select organisation from organisation where organisation = $1 and ($2 or merchants && $3)',
    [organisation, merchants.includes('*'), merchants],
  );
  if (!own) return undefined;
  const senders = await query<{ sender: string }>(
    'select sender from message_sender where organisation = $1 order by sender',
    [organisation],
  );
  // English first: it is chosen with the template.
  const templates = await query<{ template: NonNullable<Access['messages']>['templates'][number] }>(
    `select jsonb_strip_nulls(jsonb_build_object('name', template_name, 'language', language, 'text', body,
        'header', header_type)) as template
      from message_template where organisation = $1 and template_status = 'APPROVED'
      order by template_name, language <> 'en', language`,
    [organisation],
  );
  return { senders: senders.map(({ sender }) => sender), templates: templates.map(({ template }) => template) };
}
