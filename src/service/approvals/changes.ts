import { createHash } from 'node:crypto';
import type { Approval, ApprovalChange, ApprovalRecord } from '#contract/approvals.ts';
import { clients as clientOperations } from '#contract/clients.ts';
import { collectingBudget } from '#rules/collecting-limits.ts';
import { fromCents, toCents } from '#rules/money.ts';
import { HttpError, Refusal } from '#service/base/errors.ts';
import { fieldNamesOf, selectingStored, writing } from '#service/database/rows.ts';
import type { Call } from '#service/http/call.ts';
import { withOpened } from '#service/numbers/numbers.ts';
import { difference, showing, type Change } from '#service/resources/change-log.ts';
import { clientHandlers } from '#service/resources/clients.ts';
import { isStop } from '#service/resources/collecting/judge.ts';
import { countedDebitsOf } from '#service/resources/collecting/own.ts';
import { contractHandlers } from '#service/resources/contracts.ts';
import { instalmentHandlers } from '#service/resources/instalments.ts';
import { mandateHandlers } from '#service/resources/mandates.ts';
import { omniHandlers } from '#service/resources/omni.ts';
import { decidable, time, type ListName, type Reader } from './read.ts';

/** Changes that wait for a second person (src/service/resources/awaiting.ts). */

const lists = {
  waiting: 'content is not null',
  decided: `kind <> 'PAYOUTS' and decision in ('RELEASED', 'RETURNED')`,
};

/** The instalments that the cancel of a contract `c` ends, in the words of the handlers. */
const instalments = `select jsonb_agg(jsonb_build_object('InstalmentSequence', instalment_sequence,
      'InstalmentActionDate', ${time('instalment_action_date')}, 'InstalmentAmount', instalment_amount / 100.0)
    order by instalment_sequence)
  from instalment i
  where i.merchant = a.merchant and i.contract_sequence = a.contract_sequence and instalment_status = 'SCHEDULED'
    and (c.mandate_status_code = 'PENDING' and content ? 'CancelDate' or instalment_action_date >= ($2::date + 1)::timestamp
      and instalment_action_date > coalesce((content ->> 'CancelDate')::timestamp, '-infinity'))`;

type Content = Record<string, unknown>;
type Row = Omit<Approval, 'Count' | 'Sum' | 'Largest' | 'FirstDate' | 'Held' | 'IsOwn' | 'MayDecide'> & {
  preparers: string[];
  operation: ApprovalChange['Operation'];
  /** Until the decision. */
  content: Content | null;
  instalments: ApprovalChange['Instalments'] | null;
  /** Since the decision. */
  shown: ApprovalChange | null;
  ReturnReason: string | null;
};

async function rowsOf({ query, merchant, now, numbers }: Reader, which: ListName | number): Promise<Row[]> {
  const rows = await query<Row>(
    `select approval_sequence as "ApprovalSequence", kind as "Kind", a.product as "Product", reason as "Reason", preparers,
        prepared_name as "PreparedBy", ${time('prepared_at')} as "PreparedAt", decision as "Decision",
        decided_name as "DecidedBy", ${time('decided_at')} as "DecidedAt", client_name as "Payee",
        a.client_number as "ClientNumber", a.contract_sequence as "ContractSequence",
        c.contract_number as "ContractNumber", operation, content, shown, return_reason as "ReturnReason",
        case when content is not null then (${instalments}) end as instalments
      from approval a
        left join client on client.merchant = a.merchant and client.product = a.product
          and client.client_number = a.client_number
        left join contract c on c.merchant = a.merchant and c.contract_sequence = a.contract_sequence
      where a.merchant = $1 and ${typeof which === 'number' ? `approval_sequence = $3 and (${lists.waiting} or ${lists.decided})` : lists[which]}
      order by approval_sequence desc ${which === 'decided' ? 'limit 50' : ''}`,
    [merchant, now, ...(typeof which === 'number' ? [which] : [])],
  );
  return rows.map((row) => {
    const opened = row.content && withOpened(row.content, numbers);
    const isAdded = row.Kind === 'COLLECT_AGAIN' && opened !== null;
    return { ...row, content: opened, ...(isAdded && { instalments: [addedIn(opened)] }) };
  });
}

/** The debit of `instalmentCreate`, or of the same by collection date. */
export function addedIn({ InstalmentActionDate, CollectionDate, InstalmentAmount }: Content) {
  const day = InstalmentActionDate ?? CollectionDate;
  return {
    InstalmentSequence: 0,
    InstalmentActionDate: typeof day === 'string' ? day : '',
    InstalmentAmount: Number(InstalmentAmount),
  };
}

function approvalOf(reader: Reader, row: Row): Approval {
  const { preparers, operation: _, content: _c, instalments: found, shown, ReturnReason: _r, ...approval } = row;
  const gone = shown?.Instalments ?? found ?? [];
  const cents = gone.map((it) => toCents(it.InstalmentAmount) ?? 0);
  const hasDebits = row.Kind !== 'BANK_DETAILS';
  return {
    ...approval,
    ...decidable(reader, preparers),
    Count: hasDebits ? gone.length : 1,
    Sum: hasDebits ? fromCents(cents.reduce((sum, it) => sum + it, 0)) : null,
    Largest: hasDebits ? fromCents(Math.max(0, ...cents)) : null,
    FirstDate: gone.map((it) => it.InstalmentActionDate).toSorted()[0] ?? null,
    Held: 0,
  };
}

export const changesOf = async (reader: Reader, list: ListName): Promise<Approval[]> =>
  (await rowsOf(reader, list)).map((row) => approvalOf(reader, row));

const clientFields = fieldNamesOf(clientOperations.clientEdit.output);

/** What the client's fields would change from and to, as the columns store them. */
async function differenceOf(
  { query, merchant, numbers }: Reader,
  { Product, ClientNumber, content }: Row,
): Promise<Change[]> {
  const [before = {}] = await query<Content>(
    `select ${selectingStored(clientFields)} from client where merchant = $1 and product = $2 and client_number = $3`,
    [merchant, Product, ClientNumber],
  );
  return difference('client', withOpened(before, numbers), Object.fromEntries(writing(content ?? {}, clientFields)));
}

/** Undefined if there is none, or an edit has withdrawn it. */
export async function changeRecord(reader: Reader, sequence: number): Promise<ApprovalRecord | undefined> {
  const [row] = await rowsOf(reader, sequence);
  if (!row) return undefined;
  const { content, operation, shown, ReturnReason } = row;
  const changes = operation === 'clientEdit' && content ? await differenceOf(reader, row) : [];
  const show = showing(reader);
  const { CancelDate = null, CancelReason = null } = (content ?? {}) as Partial<ApprovalChange>;
  const Returned = row.Kind === 'COLLECT_AGAIN' && !shown ? await returnedOf(reader, row) : undefined;
  const Change: ApprovalChange = shown ?? {
    Operation: operation,
    Fields: changes.map((it) => ({ Field: it.field, Old: show(it.field, it.old), New: show(it.field, it.new) })),
    Instalments: row.instalments ?? [],
    CancelDate,
    CancelReason,
    ...(Returned && { Returned }),
  };
  const digested = [operation, content, changes.map((it) => [it.field, it.old, it.new]), Change.Instalments];
  const seen = Returned ? [...digested, Returned] : digested;
  return {
    ...approvalOf(reader, row),
    Digest: createHash('sha256').update(JSON.stringify(seen)).digest('base64url'),
    Payments: [],
    Change,
    ReturnReason,
  };
}

/** The debit whose reason asks to stop. */
async function returnedOf({ query, merchant }: Reader, { ContractSequence }: Row): Promise<ApprovalChange['Returned']> {
  if (ContractSequence === null) return undefined;
  const debits = await countedDebitsOf(query, merchant, [ContractSequence]);
  const { stop } = collectingBudget(debits.get(String(ContractSequence)) ?? [], null, isStop);
  return stop && { InstalmentActionDate: stop.due, InstalmentResult: stop.reason ?? '' };
}

/** Locks the record before its approval, in the order of its edits. */
export async function lockRecord({ query, merchant }: Call, sequence: number): Promise<void> {
  for (const [table, key] of [
    ['client', 'client.client_number = a.client_number and a.contract_sequence is null'],
    ['contract', 'contract.contract_sequence = a.contract_sequence'],
  ] as const)
    await query(
      `select from ${table} join approval a on a.merchant = ${table}.merchant and a.product = ${table}.product and ${key}
        where ${table}.merchant = $1 and approval_sequence = $2 for update of ${table}`,
      [merchant, sequence],
    );
}

/** A batch handler's, of one item. @throws Refusal */
const runOne =
  (run: (call: Call, items: never[]) => Promise<unknown[]>) =>
  async (call: Call, item: never): Promise<unknown> => {
    const [outcome] = await run(call, [item]);
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };

const runs = {
  clientEdit: clientHandlers.clientEdit.perItem,
  instalmentCreate: runOne(instalmentHandlers.instalmentCreate.batch),
  omniInstalmentCreate: runOne(omniHandlers.omniInstalmentCreate.batch),
  omniInstalmentCancel: omniHandlers.omniInstalmentCancel.perItem,
  contractCancel: contractHandlers.contractCancel.perItem,
  mandateCancel: mandateHandlers.mandateCancel.perItem,
} as const;

/**
 * Runs the item that waited, as an ordinary one of its author.
 * @throws HttpError 400 if it is no longer possible.
 */
export async function runChange(call: Call, sequence: number): Promise<void> {
  const [row] = await rowsOf(call, sequence);
  if (!row?.content) throw new Error('a change was released that does not wait');
  const [author = ''] = row.preparers;
  const run = runs[row.operation] as (call: Call, item: unknown) => Promise<unknown>;
  const asAuthor = {
    ...call,
    caller: { ...call.caller, subject: author, name: row.PreparedBy },
    preparers: row.preparers,
  };
  const item = row.operation === 'clientEdit' ? { ...row.content, ClientNumber: row.ClientNumber } : row.content;
  try {
    await run(asAuthor, item);
  } catch (error) {
    throw error instanceof Refusal ? new HttpError(400, error.faults) : error;
  }
}
