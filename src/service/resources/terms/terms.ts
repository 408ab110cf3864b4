import type { FieldName } from '#contract/fields.ts';
import { limits } from '#contract/operation.ts';
import { horizonLength, type Planned } from '#rules/schedule.ts';
import { Refusal, refusedField } from '#service/base/errors.ts';
import { lateralRows } from '#service/database/lateral-rows.ts';
import {
  changeExpression,
  columnOf,
  echo,
  selecting,
  selectingStored,
  storedOf,
  unnesting,
  writing,
} from '#service/database/rows.ts';
import type { Call, Generates, RecordQuery, CallTenant } from '#service/http/call.ts';
import { isSensitive } from '#service/numbers/numbers.ts';
import { awaitCancel } from '../awaiting.ts';
import { difference, logChanges, statusFieldOf, type Subject } from '../change-log.ts';
import { isCancelReason, isForPending } from '../lookups.ts';
import { askAgain } from '../next-look.ts';
import { acceptedOutcomes, outcomeOf } from '../outcomes.ts';
import { mustBeKnownCode } from '../plausible.ts';
import { contractFields, knownClients, identificationKey, type StoredContract } from './identify.ts';
import { cancelAfter, replanContract } from './replan.ts';
import { addPlanned, mustLieAhead, mustNotBePast, plannedSeries } from './series.ts';

/** What mandates and contracts share. */

const isOver = (status: string) => status === 'CANCELLED' || status === 'COMPLETED';

function mustBeOpen(contract: StoredContract): void {
  if (isOver(contract.MandateStatusCode))
    throw new Refusal({
      Code: 'NOT_OPEN',
      Message: `The contract is ${contract.MandateStatusCode.toLowerCase()} and can no longer be changed.`,
    });
}

/** Codes that the service acts on. */
const checkedCodes = ['TrackingCode', 'AdjustmentCategory'] as const;

type Item = Record<string, unknown> & { ClientNumber: string; ContractNumber: string };

/** How many instalments the items of a create call generate. */
export const instalmentsOf: Generates<{ NumberOfInstalments?: number | null; FirstCollectionDate?: string | null }> = {
  what: 'instalments',
  field: 'NumberOfInstalments',
  count: (item) => (item.NumberOfInstalments ?? horizonLength) + (item.FirstCollectionDate ? 1 : 0),
  most: limits.instalments,
};

/** A contract to create, with its instalments. */
interface Draft {
  row: Omit<StoredContract, 'ContractSequence'>;
  planned: Planned[];
}

/**
 * The contract and instalments that an item's terms generate; required fields were checked before.
 * @throws Refusal for terms that make no schedule, or one in the past.
 */
function draft(call: Call, item: Item, fieldNames: readonly FieldName[], kind: Kind): Draft {
  const row = {
    ...storedOf(item, fieldNames),
    isMandate: kind.isMandate,
    MandateStatusCode: kind.status,
  } as unknown as StoredContract;
  for (const fieldName of checkedCodes) mustBeKnownCode(call, fieldName, row[fieldName]);
  const planned = plannedSeries(row);
  mustLieAhead(call, planned, row.FirstCollectionDate ? 'FirstCollectionDate' : 'InstalmentStartDate');
  return { row, planned };
}

interface Kind {
  isMandate: boolean;
  status: string;
}

/**
 * Stores contracts and their generated instalments in a few statements.
 * @returns for each item the stored row, or its refusal: terms that make no schedule, unknown client, number in use (also by a
 * cancelled contract).
 */
export async function createContracts<I extends Item>(
  call: Call,
  items: readonly I[],
  fieldNames: readonly FieldName[],
  kindOf: (item: I) => Kind,
): Promise<(StoredContract | Refusal)[]> {
  const mustBeKnown = await knownClients(
    call,
    items.map((item) => item.ClientNumber),
  );
  const drafts = items.map((item) =>
    outcomeOf(() => {
      const drafted = draft(call, item, fieldNames, kindOf(item));
      mustBeKnown(item.ClientNumber);
      return drafted;
    }),
  );
  const sequenceOf = await insertContracts(
    call,
    acceptedOutcomes(drafts).map(({ row }) => row),
    fieldNames,
  );

  const stored: { contract: StoredContract; planned: Planned[] }[] = [];
  const outcomes = drafts.map((it) => {
    if (it instanceof Refusal) return it;
    const numbers = identificationKey(it.row);
    const ContractSequence = sequenceOf.get(numbers);
    // Of two items with the same numbers the first was stored.
    sequenceOf.delete(numbers);
    if (ContractSequence === undefined)
      return new Refusal({
        Field: 'ContractNumber',
        Code: 'DUPLICATE',
        Message: 'The client has or had a contract with this number already.',
      });
    const contract = { ...it.row, ContractSequence };
    stored.push({ contract, planned: it.planned });
    return contract;
  });
  const sequences = stored.map(({ contract }) => contract.ContractSequence);
  // While the database logs the contracts, their instalments are prepared and sent.
  await Promise.all([
    call.query(logCreated, [call.merchant, sequences, call.now, call.caller.subject, call.sequence]),
    addPlanned(
      call,
      stored.map(({ contract, planned }) => ({
        contract: contract.ContractSequence,
        planned,
        tracking: contract.TrackingCode ?? null,
        after: 0,
      })),
    ),
  ]);
  call.events.note(stored.map(({ contract }) => contract));
  return outcomes;
}

/** The sequences of the inserted contracts by their numbers; a missing one existed before. */
async function insertContracts(
  call: Call,
  rows: Draft['row'][],
  fieldNames: readonly FieldName[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const { columns, unnest, values } = unnesting([...fieldNames, 'MandateStatusCode'], rows, 5);
  const stored = await call.query<Pick<StoredContract, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'>>(
    {
      name: rows[0]?.isMandate ? 'insertMandates' : 'insertContracts',
      text: `insert into contract (merchant, product, user_id, is_mandate, ${columns})
      select $1, $2, $3, $4, * from ${unnest}
      on conflict (merchant, product, client_number, contract_number) do nothing
      returning ${selectingStored(['ContractSequence', 'ClientNumber', 'ContractNumber'])}`,
    },
    [call.merchant, call.product, call.caller.subject, rows[0]?.isMandate, ...values],
  );
  return new Map(stored.map((it) => [identificationKey(it), it.ContractSequence]));
}

const needed: readonly FieldName[] = ['InstalmentAmount', 'FrequencyCode', 'CollectionDay', 'InstalmentStartDate'];

/**
 * SQL of the rows (subject, field, value, place) that log a contract's creation: its status and all its terms, required ones first, so that the terms on any
 * day can be rebuilt. Logs the contract that comes with a mandate, too.
 * @param alias of the table `contract`.
 * @param first SQL of a value at the creation that differs from the column's.
 */
export function createdRows(alias: string, first: Partial<Record<FieldName, string>> = {}): string {
  const others = contractFields.filter((it) => !needed.includes(it) && !created.includes(it));
  const status = first.MandateStatusCode ?? `${alias}.mandate_status_code`;
  const when = (isMandate: boolean, subject: Subject) =>
    `case when ${isMandate ? '' : 'not '}${alias}.is_mandate then '${subject}' end`;
  const kind = `case when ${alias}.is_mandate then 'mandate' else 'contract' end`;
  const rows = lateralRows(
    ['text', 'text', 'text'],
    [
      [when(true, 'mandate'), `'${statusFieldOf('mandate')}'`, status],
      [when(false, 'contract'), `'${statusFieldOf('contract')}'`, status],
      ...[...needed, ...others].map((it) => [kind, `'${it}'`, first[it] ?? changeExpression(it, alias)]),
      [when(true, 'contract'), `'${statusFieldOf('contract')}'`, status],
    ],
  );
  return `${rows} with ordinality`;
}

/** Identification, and the status, which is logged separately. */
const created: readonly FieldName[] = ['ContractSequence', 'ClientNumber', 'ContractNumber', 'MandateStatusCode'];

/** Parameters: merchant, contracts, time, user, call. In SQL, because one call may create 10,000. */
const logCreated = {
  name: 'logCreated',
  text: `
  insert into change (merchant, product, change_date, changed_by, subject, change_type, field_changed, new_value,
      client_number, contract_number, contract_sequence, mandate_type, call_sequence)
    select merchant, product, $3::timestamp, $4, subject, 'CREATE', field, value, client_number, contract_number,
      contract_sequence, mandate_type, $5::bigint
    from contract c, ${createdRows('c')} as created (subject, field, value, place)
    where merchant = $1 and contract_sequence = any($2::bigint[]) and subject is not null and value is not null
    order by contract_sequence, place
    returning 1`,
};

/** Changes the given fields of a contract; an edit without a difference succeeds and logs nothing. */
export async function editContract(
  call: Call,
  contract: StoredContract,
  item: Record<string, unknown>,
  fieldNames: readonly FieldName[],
  subject: Subject,
): Promise<StoredContract> {
  mustBeOpen(contract);
  const cleared = needed.find((fieldName) => item[fieldName] === null);
  if (cleared) throw new Refusal({ Field: cleared, Code: 'REQUIRED', Message: `${cleared} cannot be cleared.` });
  const fields = Object.fromEntries(writing(item, fieldNames));
  const changes = difference(subject, { ...contract }, fields);
  if (changes.length === 0) return contract;
  for (const fieldName of checkedCodes)
    mustBeKnownCode(call, fieldName, changes.find((it) => it.field === fieldName)?.new);

  const after: StoredContract = { ...contract, ...fields };
  const moved = await replanContract(call, contract, after);
  await call.query(
    `update contract set next_look = '-infinity',
        ${changes.map((change, index) => `${columnOf(change.field)} = $${index + 3}`).join(', ')}
      where merchant = $1 and contract_sequence = $2`,
    [call.merchant, contract.ContractSequence, ...changes.map((change) => change.new)],
  );
  if (changes.some((it) => it.field.startsWith('Tracking')))
    await askAgain(call, 'contract_sequence', contract.ContractSequence);
  await logChanges(call, after, [...changes, ...moved]);
  return after;
}

/** Ends a contract: keeps what is due up to the date and cancels the rest. */
export async function cancelContract(
  call: Call,
  contract: StoredContract,
  end: { CancelReason: string; CancelDate: string },
  subject: Subject,
) {
  mustBeOpen(contract);
  if (!isCancelReason(end.CancelReason))
    throw new Refusal({
      Field: 'CancelReason',
      Code: 'NOT_IN_LOOKUP',
      Message: `${end.CancelReason} is not a cancel reason of the mandate reason codes.`,
    });
  if (isForPending(end.CancelReason) && contract.MandateStatusCode !== 'PENDING')
    throw new Refusal({
      Field: 'CancelReason',
      Code: 'NOT_PENDING',
      Message: `${end.CancelReason} cancels the request for a mandate; this one is ${contract.MandateStatusCode.toLowerCase()}.`,
    });
  mustNotBePast(call, 'CancelDate', end.CancelDate);
  const waits = await awaitCancel(call, contract, subject === 'mandate' ? 'mandateCancel' : 'contractCancel', {
    CancelReason: end.CancelReason,
    CancelDate: end.CancelDate,
  });
  if (waits) return waits;
  await call.query(
    `update contract set mandate_status_code = 'CANCELLED', cancel_reason = $3, cancel_date = $4
      where merchant = $1 and contract_sequence = $2`,
    [call.merchant, contract.ContractSequence, end.CancelReason, end.CancelDate],
  );
  // Without the payer's approval nothing may be collected, whatever the date.
  const last = contract.MandateStatusCode === 'PENDING' ? null : end.CancelDate;
  const cancelled = await cancelAfter(call, contract, last);
  await logChanges(call, contract, [
    { subject, type: 'CANCEL', field: statusFieldOf(subject), old: contract.MandateStatusCode, new: 'CANCELLED' },
    { subject, type: 'CANCEL', field: 'CancelReason', old: null, new: end.CancelReason },
    { subject, type: 'CANCEL', field: 'CancelDate', old: null, new: end.CancelDate },
    ...cancelled,
  ]);
  return echo({ ...contract }, ['ContractSequence', 'ClientNumber', 'ContractNumber']);
}

/** Retrieves records of a table by the given fields; without any, all of the merchant and product. */
export function recordsBy(
  from: { table: string; order: string; and?: string },
  fieldNames: readonly FieldName[],
  names: (query: Record<string, unknown>) => boolean,
): (tenant: CallTenant, query: Record<string, unknown>) => RecordQuery {
  const selected = `select ${selecting(fieldNames, 'it')} from ${from.table}`;
  return (tenant, query) => {
    const fields = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    const where = fields.map(([fieldName], index) => `it.${columnOf(fieldName)} = $${index + 3}`);
    return {
      text: `${selected}
      where ${['it.merchant = $1', 'it.product = $2', ...where, ...(from.and ? [from.and] : [])].join(' and ')}
      order by ${from.order}`,
      values: [tenant.merchant, tenant.product, ...fields.map(([, value]) => value)],
      isSparse: true,
      hasSensitive: fieldNames.some(isSensitive),
      named: names(query),
    };
  };
}

export const namesContract = (query: Record<string, unknown>): boolean =>
  query['ContractSequence'] != null || (query['ClientNumber'] != null && query['ContractNumber'] != null);

export function mustBeRange(range: { StartDate: string; EndDate: string }): void {
  if (range.StartDate > range.EndDate) throw refusedField('RANGE', 'EndDate', 'EndDate is before StartDate.');
}
