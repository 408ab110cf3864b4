import { statusIn } from '#answers/read-back/finding.ts';
import { contractNamed, firstRecord, type Fields, type RecordReader } from '#answers/read-back/reader.ts';
import { stageOf } from '#answers/statuses.ts';
import type { OperationName } from '#contract/operations.ts';
import { addMonths, dateOf } from '#rules/calendar.ts';
import { collectingBudget, type CollectingRule, type CountedDebit } from '#rules/collecting-limits.ts';
import { centsOf } from '#rules/money.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import type { Item } from '#service/http/items.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { mayBeReleased } from '#service/resources/awaiting.ts';
import {
  isStop,
  judgeDebit,
  monthOf,
  noReleaserFault,
  payerMonth,
  stopFault,
  type CollectingBudgets,
  type CollectingFacts,
} from '#service/resources/collecting/judge.ts';
import { withSecretHolders } from '#service/resources/payouts/release.ts';
import { heldFactsOf, listedDebit, type HeldFacts } from '../held/facts.ts';
import { hold } from '../held/hold.ts';
import { isHeldDebit } from '../held/kinds.ts';
import type { RecordNames } from '../outgoing/claims.ts';
import { providerReader, rememberingReader } from '../outgoing/reader.ts';
import { worldOf, type OutgoingWorld, type SharedWorld } from '../outgoing/world.ts';
import { ownReadsAtOnce } from '../provider-line.ts';
import { providerFault } from '../tokens.ts';
import { addedByMonth, addedDebits, centsOfDebit, dayOfDebit, type AddedDebit } from './store.ts';

/** The merchant's limits on collecting again, in front of a provider (src/service/resources/collecting/judge.ts). */

export const collects = (operation: OperationName): boolean =>
  isHeldDebit(operation) || operation === 'instalmentEdit' || operation === 'omniInstalmentEdit';

/** Whether the limits count what only the provider has. */
export const needsDebits = (rule: CollectingRule, operation: OperationName): boolean =>
  rule.attempts !== null ||
  rule.payerMonth !== null ||
  rule.stopReasons ||
  (rule.largest !== null && !isHeldDebit(operation));

/** What the provider shows of the contract of an item; undefined where it could not be read. */
export type SeenDebits = { since: string } & Partial<ReadDebits>;

interface ReadDebits {
  listed: readonly Fields[];
  /** All debits of the client, where they are counted. */
  payer: { client: string; listed: readonly Fields[] } | undefined;
  /** What a second person must see, where there is a reason to stop. */
  facts: HeldFacts | undefined;
}

/** What the limits count; nothing if it can't be read. */
async function seenDebits(
  reader: RecordReader,
  operation: OperationName,
  item: Fields,
  rule: CollectingRule,
): Promise<Partial<ReadDebits>> {
  try {
    const listed = await reader.read('instalmentList', contractNamed(item));
    const { stop } = collectingBudget(listed.map(listedDebit), null, isStop);
    return {
      listed,
      payer: rule.payerMonth === null ? undefined : await payerOf(reader, item),
      facts:
        stop && rule.stopReasons && isHeldDebit(operation) ? await heldFactsOf(reader, operation, item) : undefined,
    };
  } catch (error) {
    providerFault(error);
    return {};
  }
}

async function payerOf(reader: RecordReader, item: Fields): Promise<ReadDebits['payer']> {
  const contract = await firstRecord(reader, 'contractList', contractNamed(item));
  const client = contract?.ClientNumber;
  if (typeof client !== 'string') return undefined;
  const listed = await reader.read('instalmentList', { ClientNumber: client });
  return { client, listed: listed.filter((it) => it.ClientNumber === undefined || it.ClientNumber === client) };
}

export interface CollectingItem {
  place: number;
  item: Item;
  fields: Fields;
  names: RecordNames;
}

export const collectingItems = (items: readonly Item[], names: ReadonlyMap<number, RecordNames>): CollectingItem[] =>
  [...names].flatMap(([place, it]) => {
    const item = items[place];
    return !item || item.read instanceof Refusal ? [] : [{ place, item, fields: item.read.data as Fields, names: it }];
  });

/** By place, each contract read once. */
export async function seenDebitsOf(
  world: OutgoingWorld,
  whose: { merchant: string; product: string },
  operation: OperationName,
  items: readonly CollectingItem[],
  rule: CollectingRule,
): Promise<Map<number, Partial<ReadDebits>>> {
  const reader = rememberingReader(providerReader(world, whose));
  const found = new Map<number, Partial<ReadDebits>>();
  const waiting = [...items];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      found.set(next.place, await seenDebits(reader, operation, next.fields, rule));
  };
  await Promise.all(Array.from({ length: ownReadsAtOnce(world.line) }, work));
  return found;
}

/** With what the provider calls the contract. */
function completed(names: RecordNames, [listed]: readonly Fields[]): RecordNames {
  const { ContractSequence: sequence, ClientNumber, ContractNumber } = listed ?? {};
  const hasNumbers = ClientNumber != null && ContractNumber != null;
  return {
    sequence: names.sequence ?? (sequence == null ? null : String(sequence)),
    numbers: names.numbers ?? (hasNumbers ? JSON.stringify([ClientNumber, ContractNumber]) : null),
  };
}

const isOf = (added: AddedDebit, { sequence, numbers }: RecordNames): boolean =>
  (sequence !== null && added.sequence === sequence) || (numbers !== null && added.numbers === numbers);

/** Which of the listed debits were added here, and what of those is not listed yet. */
function matched(listed: readonly Fields[], rows: readonly AddedDebit[]) {
  const left = [...rows];
  const added = new Map<Fields, AddedDebit>();
  const match = (it: Fields, isIt: (row: AddedDebit) => boolean) => {
    const at = added.has(it) ? -1 : left.findIndex(isIt);
    const [row] = at < 0 ? [] : left.splice(at, 1);
    if (row) added.set(it, row);
  };
  for (const it of listed) match(it, (row) => row.instalment !== null && row.instalment === it.InstalmentSequence);
  for (const it of listed)
    match(it, (row) => row.instalment === null && row.day === dayOfDebit(it) && row.cents === centsOfDebit(it));
  return { added, coming: left.filter(({ isNew }) => isNew) };
}

function countedDebits(listed: readonly Fields[], rows: readonly AddedDebit[]): CountedDebit[] {
  const { added, coming } = matched(listed, rows);
  return [
    ...listed.map((it) => ({ ...listedDebit(it), addedOn: added.get(it)?.addedOn ?? null })),
    ...coming.map(({ day, addedOn }) => ({ due: day, stage: 'scheduled', addedOn })),
  ];
}

const isCancelled = (it: Fields) => stageOf(statusIn(it)) === 'cancelled';

function countMonths(
  { client, listed }: NonNullable<ReadDebits['payer']>,
  rows: readonly AddedDebit[],
  counts: Map<string, number>,
): void {
  const { coming } = matched(
    listed,
    rows.filter((it) => it.client === client),
  );
  const days = [...listed.filter((it) => !isCancelled(it)).map(dayOfDebit), ...coming.map(({ day }) => day)];
  for (const day of days) {
    const key = payerMonth(client, day);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}

const notJudged = new Refusal({
  Code: 'NOT_JUDGED',
  Message: 'The provider does not show what the merchant’s limits count. It was not sent.',
});

export interface JudgedCollecting {
  /** By place. */
  refusals: Map<number, Refusal>;
  /** As far as they are known. */
  names: Map<number, RecordNames>;
}

/**
 * Judges debits in a transaction that no other call of the merchant and product has at the same time, each with those before it, and
 * holds what a second person must release.
 * @param seen by place; of none where nothing of them counts.
 */
export async function judgeSentDebits(
  call: Call,
  operation: OperationName,
  rule: CollectingRule,
  items: readonly CollectingItem[],
  seen: ReadonlyMap<number, SeenDebits>,
  address: string,
): Promise<JudgedCollecting> {
  const { query, merchant, caller } = call;
  if (rule.month !== null) await mustBeFree(call, merchant, Lock.collecting);
  const listedAt = (place: number) => seen.get(place)?.listed ?? [];
  const names = new Map(items.map((it) => [it.place, completed(it.names, listedAt(it.place))]));
  const payers = items.flatMap(({ place }) => seen.get(place)?.payer ?? []);
  const since = [...seen.values()].map((it) => it.since).toSorted()[0] ?? '-infinity';
  const rows =
    seen.size === 0
      ? []
      : await addedDebits(query, call, [...names.values()], [...new Set(payers.map(({ client }) => client))], since);
  const days = items
    .map(({ fields }) => dayOfDebit(fields))
    .filter(Boolean)
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const facts: CollectingFacts = {
    debits: new Map(),
    payerMonths: new Map(),
    months:
      rule.month === null || first === undefined || last === undefined
        ? new Map()
        : await addedByMonth(query, merchant, [`${monthOf(first)}-01`, addMonths(`${monthOf(last)}-01`, 1)]),
  };
  for (const payer of new Map(payers.map((it) => [it.client, it])).values())
    countMonths(payer, rows, facts.payerMonths);
  const refusals = new Map<number, Refusal>();
  for (const { place, item, fields } of items) {
    const known = seen.get(place);
    if (known && !known.listed) {
      refusals.set(place, notJudged);
      continue;
    }
    const listed = listedAt(place);
    const contractNames = names.get(place) ?? { sequence: null, numbers: null };
    const contract = contractNames.sequence ?? contractNames.numbers ?? '';
    const ofContract = rows.filter((it) => isOf(it, contractNames));
    if (!facts.debits.has(contract))
      facts.debits.set(contract, listed.some(isUnpaid) ? countedDebits(listed, ofContract) : []);
    const edited = isHeldDebit(operation)
      ? undefined
      : listed.find((it) => it.InstalmentSequence === fields.InstalmentSequence);
    // What does not exist is the provider's to refuse.
    if (!isHeldDebit(operation) && !edited) continue;
    const before = edited && {
      day: dayOfDebit(edited),
      cents: centsOfDebit(edited),
      isAdded: matched(listed, ofContract).added.has(edited),
    };
    const judged = judgeDebit(
      // The sum has a debit as it was added.
      before ? { ...rule, month: null } : rule,
      facts,
      {
        contract,
        client: known?.payer?.client ?? '',
        day: dayOfDebit(fields) || before?.day || '',
        cents: centsOf(fields.InstalmentAmount) ?? before?.cents ?? 0,
        ...(before && { before }),
        dateField: operation.startsWith('omni') ? 'CollectionDate' : 'InstalmentActionDate',
      },
      { today: dateOf(call.now), isReleased: false },
    );
    if (!judged) continue;
    if ('fault' in judged) refusals.set(place, new Refusal(judged.fault));
    else if (!isHeldDebit(operation)) refusals.set(place, new Refusal(stopFault(judged.stop)));
    else if (!known?.facts) refusals.set(place, notJudged);
    else {
      const preparers = await withSecretHolders(call, [caller.subject]);
      const candidate = { kind: 'COLLECT_AGAIN' as const, item, fields };
      refusals.set(
        place,
        (await mayBeReleased(query, merchant, preparers))
          ? await hold(call, operation, candidate, known.facts, address)
          : new Refusal(noReleaserFault(judged.stop)),
      );
    }
  }
  return { refusals, names };
}

const isUnpaid = (it: Fields) => stageOf(statusIn(it)) === 'unpaid';

/** The provider's debits, with what was added here. */
export const providerBudgets = (world: SharedWorld): CollectingBudgets => ({
  async of(within, { merchant, product }, contracts) {
    const line = await world.lines.of(merchant);
    const [now] = await within((query) => query<{ since: string }>('select now()::text as since'));
    const reader = providerReader(worldOf(world, line), { merchant, product });
    const waiting = [...contracts.entries()];
    const lists: (readonly Fields[] | null)[] = contracts.map(() => null);
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [place, named] = next;
        lists[place] = await reader.read('instalmentList', contractNamed(named)).catch((error: unknown) => {
          providerFault(error);
          return null;
        });
      }
    };
    await Promise.all(Array.from({ length: ownReadsAtOnce(line) }, work));
    const names = contracts.map(({ ContractSequence, ClientNumber, ContractNumber }, place) =>
      completed(
        {
          sequence: ContractSequence === undefined ? null : String(ContractSequence),
          numbers:
            ClientNumber === undefined || ContractNumber === undefined
              ? null
              : JSON.stringify([ClientNumber, ContractNumber]),
        },
        lists[place] ?? [],
      ),
    );
    const rows = await within((query) =>
      addedDebits(query, { merchant, product }, names, [], now?.since ?? '-infinity'),
    );
    return lists.map((listed, place) => {
      const ofContract = names[place];
      return listed && ofContract
        ? countedDebits(
            listed,
            rows.filter((it) => isOf(it, ofContract)),
          )
        : null;
    });
  },
});
