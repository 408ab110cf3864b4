import type { FieldName } from '#contract/fields.ts';
import { instalments as operations } from '#contract/instalments.ts';
import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import { Refusal } from '#service/base/errors.ts';
import { columnOf, echo, fieldNamesOf, selectingStored, storedValue, writing } from '#service/database/rows.ts';
import {
  batch,
  perItem,
  retrieve,
  type BatchHandler,
  type Call,
  type ItemHandler,
  type RetrieveHandler,
} from '#service/http/call.ts';
import { openPromises, promisedRefusal } from '#service/promises/held-back.ts';
import { awaitCancel } from './awaiting.ts';
import { difference, logChanges, logEvents } from './change-log.ts';
import { judgeCollecting } from './collecting/own.ts';
import { lookAgain } from './next-look.ts';
import { acceptedOutcomes, outcomeOf } from './outcomes.ts';
import { mustBeKnownCode } from './plausible.ts';
import { identify, identifyAll, mustIdentify, type StoredContract, type Identification } from './terms/identify.ts';
import { numbering } from './terms/numbering.ts';
import { cancelOf, retypeMoved } from './terms/replan.ts';
import { mustNotBePast } from './terms/series.ts';
import { namesContract, recordsBy } from './terms/terms.ts';

const terms = ['InstalmentActionDate', 'InstalmentAmount', 'TrackingCode', 'DebitSequenceType'] as const;
const answered = fieldNamesOf(operations.instalmentCreate.output);

/** An instalment to add outside the schedule; its amount in cents. */
interface NewInstalment {
  given: Identification;
  date: DateTimeText;
  cents: number;
  tracking?: string | null;
  type?: string | null;
  ctc?: number | null;
  /** The date's field in the caller's resource. */
  dateField: FieldName;
  /** As it was sent: a second person may release it. */
  item: object;
}

interface Added {
  contract: StoredContract;
  sequence: number;
}

/**
 * Adds instalments to contracts, numbered on from the highest of each.
 * @returns for each its contract and number, or a refusal: no such contract, not open, promised, in the past, above the maximum,
 * against the merchant's limits on collecting again.
 */
export async function addInstalments(
  call: Call,
  operation: 'instalmentCreate' | 'omniInstalmentCreate',
  additions: readonly NewInstalment[],
): Promise<(Added | Refusal)[]> {
  const [contractOf, promises] = await Promise.all([
    identifyAll(
      call,
      additions.map((it) => it.given),
    ),
    openPromises(call),
  ]);
  const checked = additions.map((it) =>
    outcomeOf(() => {
      const contract = contractOf(it.given);
      if (contract.MandateStatusCode === 'CANCELLED')
        throw new Refusal({ Code: 'NOT_OPEN', Message: 'The contract is cancelled.' });
      const { ClientNumber: client, ContractSequence: sequence } = contract;
      const held = promisedRefusal(promises, { client, contract: sequence });
      if (held) throw held;
      mustBeKnownCode(call, 'TrackingCode', it.tracking);
      mustNotBePast(call, it.dateField, it.date);
      mustNotExceedMaximum(contract, it.cents);
      return { ...it, contract };
    }),
  );
  const judgements = await judgeCollecting(
    call,
    operation,
    acceptedOutcomes(checked).map((it) => ({ ...it, content: it.item })),
  );
  const judged = checked.map((it) => (it instanceof Refusal ? it : (judgements.shift() ?? it)));
  const next = await numbering(
    call,
    'instalment',
    acceptedOutcomes(judged).map((it) => it.contract.ContractSequence),
  );
  const added = judged.map((it) =>
    it instanceof Refusal ? it : { ...it, sequence: next(it.contract.ContractSequence) },
  );
  const all = acceptedOutcomes(added);
  if (all.length === 0) return added;
  const inserted = call.query(
    {
      name: 'addInstalments',
      text: `insert into instalment (merchant, product, instalment_status, created_date, last_update_date, contract_sequence,
          instalment_sequence, instalment_action_date, instalment_amount, tracking_code, debit_sequence_type, ctc_amount)
        select $1, $2, 'SCHEDULED', $3::timestamp, $3::timestamp, *
        from unnest($4::bigint[], $5::int[], $6::timestamp[], $7::bigint[], $8::text[], $9::text[], $10::bigint[])
        returning 1`,
    },
    [
      call.merchant,
      call.product,
      call.now,
      all.map((it) => it.contract.ContractSequence),
      all.map((it) => it.sequence),
      all.map((it) => it.date),
      all.map((it) => it.cents),
      all.map((it) => it.tracking ?? null),
      all.map((it) => it.type ?? null),
      all.map((it) => it.ctc ?? null),
    ],
  );
  const creation = (instalment: (typeof all)[number], field: string, value: unknown) => ({
    record: instalment.contract,
    change: {
      subject: 'instalment' as const,
      type: 'CREATE' as const,
      field,
      sequence: instalment.sequence,
      old: null,
      new: value,
    },
  });
  // While the database stores the instalments, their log entries are prepared and sent.
  const logged = logEvents(
    call,
    all.flatMap((it) =>
      Object.entries({
        InstalmentActionDate: it.date,
        InstalmentAmount: it.cents,
        TrackingCode: it.tracking,
        DebitSequenceType: it.type,
        CTCAmount: it.ctc,
      })
        .filter(([, value]) => value != null)
        .map(([field, value]) => creation(it, field, value)),
    ),
  );
  await Promise.all([inserted, logged]);
  return added;
}

function mustNotExceedMaximum(contract: StoredContract, cents: number): void {
  if (contract.MaximumAmount !== null && cents > contract.MaximumAmount)
    throw new Refusal({
      Field: 'InstalmentAmount',
      Code: 'ABOVE_MAXIMUM',
      Message: 'InstalmentAmount is above the MaximumAmount of the mandate.',
    });
}

interface Instalment {
  InstalmentActionDate: DateTimeText;
  TrackingCode: string | null;
  InstalmentAmount: number;
  DebitSequenceType: string | null;
  InstalmentStatus: string;
  isAdded: boolean;
}

/** Only scheduled instalments can change, up to the day before their date (docs/decisions.md, 13). */
async function changeable(call: Call, contract: StoredContract, sequence: number): Promise<Instalment> {
  const [found] = await call.query<Instalment>(
    `select ${selectingStored([...terms, 'InstalmentStatus'])}, planned_sequence is null as "isAdded" from instalment
      where merchant = $1 and contract_sequence = $2 and instalment_sequence = $3 for update`,
    [call.merchant, contract.ContractSequence, sequence],
  );
  if (!found) throw new Refusal({ Field: 'InstalmentSequence', Code: 'NOT_FOUND', Message: 'No such instalment.' });
  if (found.InstalmentStatus !== 'SCHEDULED')
    throw new Refusal({
      Field: 'InstalmentSequence',
      Code: 'NOT_SCHEDULED',
      Message: `The instalment is ${found.InstalmentStatus.toLowerCase()}; only a scheduled one can be changed.`,
    });
  if (dateOf(found.InstalmentActionDate) <= dateOf(call.now))
    throw new Refusal({
      Field: 'InstalmentSequence',
      Code: 'TOO_LATE',
      Message: 'An instalment can be changed up to the day before its action date.',
    });
  return found;
}

/**
 * Changes the given fields of an instalment, as the columns store them.
 * @param dateField the date's field in the caller's resource.
 * @returns the changed instalment.
 */
export async function editInstalment(
  call: Call,
  contract: StoredContract,
  sequence: number,
  given: Partial<Record<(typeof terms)[number], unknown>>,
  dateField: FieldName,
): Promise<Omit<Instalment, 'isAdded'>> {
  const { isAdded, ...before } = await changeable(call, contract, sequence);
  for (const [fieldName, field] of [
    ['InstalmentActionDate', dateField],
    ['InstalmentAmount', 'InstalmentAmount'],
  ] as const)
    if (given[fieldName] === null)
      throw new Refusal({ Field: field, Code: 'REQUIRED', Message: `${field} cannot be cleared.` });
  const after = { ...before, ...given } as Omit<Instalment, 'isAdded'>;
  if (given.TrackingCode !== before.TrackingCode) mustBeKnownCode(call, 'TrackingCode', given.TrackingCode);
  if (given.InstalmentActionDate !== undefined) mustNotBePast(call, dateField, after.InstalmentActionDate);
  if (given.InstalmentAmount !== undefined) mustNotExceedMaximum(contract, after.InstalmentAmount);
  const changes = difference('instalment', { ...before }, given, sequence);
  if (changes.length === 0) return after;
  const [refusal] = await judgeCollecting(call, 'edit', [
    {
      contract,
      date: after.InstalmentActionDate,
      cents: after.InstalmentAmount,
      before: { date: before.InstalmentActionDate, cents: before.InstalmentAmount, isAdded },
      dateField,
    },
  ]);
  if (refusal) throw refusal;
  await call.query(
    `update instalment set last_update_date = $4, next_look = '-infinity', ${changes.map((it, index) => `${columnOf(it.field)} = $${index + 5}`).join(', ')}
      where merchant = $1 and contract_sequence = $2 and instalment_sequence = $3`,
    [call.merchant, contract.ContractSequence, sequence, call.now, ...changes.map((it) => it.new)],
  );
  const { InstalmentActionDate: date, DebitSequenceType: type } = before;
  const isMoved = after.InstalmentActionDate !== date;
  const retyped = isMoved ? await retypeMoved(call, contract, { sequence, date, type }) : [];
  if (isMoved) await lookAgain(call, 'contract', contract.ContractSequence);
  await logChanges(call, contract, [...changes, ...retyped]);
  const own = retyped.find((it) => it.sequence === sequence);
  return own ? { ...after, DebitSequenceType: own.new as string } : after;
}

/**
 * Cancels instalments of a contract: the named ones, or all that are scheduled and not yet due.
 * @returns their sequences; a refusal if the cancel of all waits for a second person.
 * @throws Refusal if a named one cannot be cancelled, or none is left.
 */
export async function cancelInstalments(
  call: Call,
  contract: StoredContract,
  which: number[] | 'remaining',
): Promise<number[] | Refusal> {
  const sequences = which === 'remaining' ? await remaining(call, contract) : which;
  if (which !== 'remaining') for (const sequence of which) await changeable(call, contract, sequence);
  const waits = which === 'remaining' && (await awaitCancel(call, contract, 'omniInstalmentCancel'));
  if (waits) return waits;
  await lookAgain(call, 'contract', contract.ContractSequence);
  await logChanges(call, contract, await cancelOf(call, contract, (it) => sequences.includes(it.sequence)));
  return sequences;
}

async function remaining(call: Call, contract: StoredContract): Promise<number[]> {
  const found = await call.query<{ sequence: number }>(
    `select instalment_sequence as sequence from instalment
      where merchant = $1 and contract_sequence = $2 and instalment_status = 'SCHEDULED'
        and instalment_action_date >= ($3::date + 1)::timestamp
      order by instalment_sequence`,
    [call.merchant, contract.ContractSequence, dateOf(call.now)],
  );
  if (found.length === 0)
    throw new Refusal({
      Field: 'ContractSequence',
      Code: 'NOT_SCHEDULED',
      Message: 'The contract has no instalment that could still be cancelled.',
    });
  return found.map(({ sequence }) => sequence);
}

const instalmentCreate: BatchHandler<'instalmentCreate'> = async (call, items) => {
  const added = await addInstalments(
    call,
    'instalmentCreate',
    items.map((item) => ({
      item,
      given: item,
      date: item.InstalmentActionDate,
      cents: storedValue('InstalmentAmount', item.InstalmentAmount) as number,
      tracking: item.TrackingCode,
      type: item.DebitSequenceType,
      ctc: storedValue('CTCAmount', item.CTCAmount ?? null) as number | null,
      dateField: 'InstalmentActionDate' as const,
    })),
  );
  return added.map((instalment, index) => {
    if (instalment instanceof Refusal) return instalment;
    const { ClientNumber, ContractNumber, ContractSequence } = instalment.contract;
    return {
      ...echo({ ClientNumber, ContractNumber, ContractSequence, InstalmentSequence: instalment.sequence }, answered),
      ...given(items[index] ?? {}, terms),
    };
  });
};

const given = <W extends string>(item: { [K in W]?: unknown }, fieldNames: readonly W[]) =>
  Object.fromEntries(
    fieldNames.flatMap((fieldName) => (item[fieldName] == null ? [] : [[fieldName, item[fieldName]]])),
  );

const instalmentEdit: ItemHandler<'instalmentEdit'> = async (call, item) => {
  const contract = await identify(call, item);
  const changes = Object.fromEntries(writing(item, terms));
  const after = await editInstalment(call, contract, item.InstalmentSequence, changes, 'InstalmentActionDate');
  return echo({ ...contract, ...after, InstalmentSequence: item.InstalmentSequence }, answered);
};

const instalmentCancel: ItemHandler<'instalmentCancel'> = async (call, item) => {
  mustIdentify(item);
  const contract = await identify(call, item);
  await cancelInstalments(call, contract, [item.InstalmentSequence]);
  return echo(
    { ...contract, InstalmentSequence: item.InstalmentSequence },
    fieldNamesOf(operations.instalmentCancel.output),
  );
};

/** With the numbers of the contract, so that one retrieve can filter on either. */
const withContract = `(select i.*, c.client_number, c.contract_number
  from instalment i join contract c using (merchant, contract_sequence)) it`;

const instalmentList: RetrieveHandler<'instalmentList'> = recordsBy(
  { table: withContract, order: 'contract_sequence, instalment_sequence' },
  fieldNamesOf(operations.instalmentList.output),
  (fields) => namesContract(fields) && fields['InstalmentSequence'] != null,
);

export const instalmentHandlers = {
  instalmentCreate: batch(instalmentCreate),
  instalmentEdit: perItem(instalmentEdit),
  instalmentCancel: perItem(instalmentCancel),
  instalmentList: retrieve(instalmentList),
};
