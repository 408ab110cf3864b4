import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { sequenceFrom } from '#answers/json.ts';
import { dateText } from '#contract/times.ts';
import type { Query } from '#service/database/query.ts';
import { isSensitive, keyIn, unsealedText, type Numbers } from '#service/numbers/numbers.ts';
import { auditOutcomes, installation, type AuditedChange, type Entry } from './entry.ts';
import type { ProofPart } from './proofs.ts';

const positive = z.coerce.number().int().min(1);

const named = (what: string) => z.string().max(50).optional().describe(`Only entries about this ${what}.`);

/** The query of the read call. */
export const EntryFilter = z.strictObject({
  From: z.optional(dateText()).describe('The first day, in the time zone of the service.'),
  To: z.optional(dateText()).describe('The last day.'),
  Actor: z.string().max(200).optional().describe('A username or a client id.'),
  Kind: z
    .enum(['person', 'program', 'service', 'operator'])
    .optional()
    .describe('Who acted: people, programs, the service itself, or operators at the terminal.'),
  Action: z
    .string()
    .max(60)
    .optional()
    .describe('The name of an operation, or sign-in, export, unmask, clearing and the like.'),
  Outcome: z.enum(auditOutcomes).optional().describe('How it ended.'),
  ClientNumber: named('client'),
  ContractNumber: named('contract'),
  ContractSequence: named('contract'),
  Chain: z
    .enum(['merchant', 'installation'])
    .default('merchant')
    .describe(
      '`installation` has the sign-ins of people, changes of their rights and restores of backups, instead of the merchant’s entries.',
    ),
  Before: positive.optional().describe('Entries before this sequence: the last one of the page before.'),
  Limit: positive.max(1000).default(100).describe('Entries in the answer.'),
});
export type EntryFilter = z.infer<typeof EntryFilter>;

export type ShownEntry = Entry & { Sequence: number };

/** How far the chain was proved, and when. */
export interface ProvedChain {
  Entries: number;
  CheckedAt: string | null;
  CheckedEntries: number;
  /** When the last proof of every entry, from the first, had begun. */
  AllCheckedAt: string | null;
  /** The first entry that does not hold. */
  BrokenAt: number | null;
}

/** Entries of a chain, newest first: by their time, so that a filter reads no more than its period. */
export async function chainEntries(
  query: Query,
  merchant: string,
  { isAll, timeZone, numbers, ...filter }: EntryFilter & { isAll: boolean; timeZone: string; numbers: Numbers },
): Promise<ShownEntry[]> {
  const chain = filter.Chain === 'installation' ? installation : merchant;
  const values: unknown[] = [chain];
  const conditions = ['merchant = $1'];
  const given = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  const instant = (day: string) =>
    `to_char((${day})::timestamp at time zone ${literal(timeZone)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  // `Z` is later than every time: of a sequence that is not there yet, everything is before it. Outside of the subquery,
  // `coalesce` would keep the comparison away from the index: row-level security takes it for leaky.
  given(
    filter.Before,
    (it) => `(at, sequence) < (
      (select coalesce(max(at), 'Z') from audit_entry where merchant = $1 and sequence = ${it}::bigint), ${it}::bigint)`,
  );
  given(filter.From, (it) => `at >= ${instant(`${it}::date`)}`);
  given(filter.To, (it) => `at < ${instant(`${it}::date + 1`)}`);
  given(filter.Actor, (it) => `actor = ${it}`);
  given(filter.Action, (it) => `action = ${it}`);
  given(filter.Kind, (it) => `entry::jsonb -> 'Actor' ->> 'Kind' = ${it}`);
  given(filter.Outcome, (it) => `entry::jsonb ->> 'Outcome' = ${it}`);
  const { ClientNumber, ContractNumber } = filter;
  const ContractSequence = filter.ContractSequence && sequenceFrom(filter.ContractSequence);
  if (ClientNumber !== undefined || ContractNumber !== undefined || ContractSequence !== undefined)
    given(
      JSON.stringify([{ ClientNumber, ContractNumber, ContractSequence }]),
      (it) => `(entry::jsonb -> 'Targets' @> ${it}::jsonb
      or call_sequence in (select call_sequence from change where merchant = $1 and contract_sequence in (
        ${['contract', 'payout_contract']
          .map(
            (table) => `select contract_sequence from ${table} where merchant = $1
              and client_number = coalesce(${it}::jsonb -> 0 ->> 'ClientNumber', client_number)
              and contract_number = coalesce(${it}::jsonb -> 0 ->> 'ContractNumber', contract_number)
              and contract_sequence::text = coalesce(${it}::jsonb -> 0 ->> 'ContractSequence', contract_sequence::text)`,
          )
          .join(' union ')})))`,
    );
  // A caller who may see every merchant sees all of it.
  if (chain === installation && !isAll)
    given([merchant, '*'], (it) => `(entry::jsonb -> 'Details' -> 'Merchants' ?| ${it}::text[])`);
  values.push(filter.Limit);
  const rows = await query<{ sequence: number; entry: string }>(
    `select sequence, entry from audit_entry where ${conditions.join(' and ')} order by at desc, sequence desc limit $${values.length}`,
    values,
  );
  const entries = rows.map(({ sequence, entry }) => ({ Sequence: sequence, ...(JSON.parse(entry) as Entry) }));
  return opened(query, numbers, chain, entries);
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** With the personal values that still have their key; account and ID numbers by their last four digits. */
async function opened(query: Query, numbers: Numbers, merchant: string, entries: ShownEntry[]): Promise<ShownEntry[]> {
  const sealed = entries.flatMap(({ Product, Changes = [] }) =>
    Changes.flatMap(({ IsSealed, ClientNumber }) => (IsSealed ? { Product, ClientNumber } : [])),
  );
  if (sealed.length === 0) return entries;
  const rows = await query<{ product: string; client: string; key: Buffer }>(
    `select product, client_number as client, key from audit_key
      where merchant = $1 and (product, client_number) in (select * from unnest($2::text[], $3::text[]))`,
    [merchant, sealed.map((it) => it.Product), sealed.map((it) => it.ClientNumber)],
  );
  const keys = new Map(rows.map((it) => [`${it.product}\0${it.client}`, keyIn(it.key, numbers)]));
  return entries.map((entry) => ({
    ...entry,
    ...(entry.Changes && {
      Changes: entry.Changes.map((it) =>
        it.IsSealed ? open(it, keys.get(`${entry.Product}\0${it.ClientNumber}`)) : it,
      ),
    }),
  }));
}

function open(change: AuditedChange, key: KeyObject | undefined): AuditedChange {
  // Destroyed: the chain holds without it.
  if (!key) return { ...change, Old: null, New: null };
  const { IsSealed: _, ...rest } = change;
  const shown = (value: string | null) => {
    if (value === null) return null;
    const text = unsealedText(key, Buffer.from(value, 'base64url'));
    return isSensitive(change.Field) ? `•••• ${text.slice(-4)}` : text;
  };
  return { ...rest, Old: shown(change.Old), New: shown(change.New) };
}

export async function chainOf(query: Query, chain: string): Promise<ProvedChain> {
  const [head] = await query<{ sequence: number }>('select sequence from audit_checkpoint where merchant = $1', [
    chain,
  ]);
  const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const proofs = await query<{
    part: ProofPart;
    sequence: number;
    began: string | null;
    proved: string | null;
    broken: number | null;
  }>(
    `select part, sequence, ${instant('began_at')} as began, ${instant('proved_at')} as proved, broken_at as broken
      from audit_proof where merchant = $1`,
    [chain],
  );
  const [recent, whole] = (['new', 'whole'] as const).map((part) => proofs.find((it) => it.part === part));
  const broken = proofs.flatMap((it) => it.broken ?? []);
  return {
    Entries: head?.sequence ?? 0,
    CheckedAt: recent?.proved ?? null,
    CheckedEntries: recent?.sequence ?? 0,
    // The first proof of new entries was one of all.
    AllCheckedAt: whole?.proved ?? (recent?.proved ? recent.began : null),
    BrokenAt: broken.length > 0 ? Math.min(...broken) : null,
  };
}
