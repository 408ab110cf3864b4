import type { Word } from '../../contract/fields.ts';
import type { Call } from '../call.ts';
import { difference, logChanges, type Change, type Subject } from '../changes.ts';
import { HttpError, notFound, Refusal } from '../errors.ts';
import { columnOf, echo, selecting, writing } from '../rows.ts';
import type { Contract } from './identify.ts';
import { isCancelReason } from './lookups.ts';
import { addPlanned, cancelAfter, mustLieAhead, plan, replan } from './series.ts';

/** What mandates and contracts share: one row, its schedule, its end. */

const isOver = (status: string) => status === 'CANCELLED' || status === 'COMPLETED';

function mustBeOpen(contract: Contract): void {
  if (isOver(contract.MandateStatusCode))
    throw new Refusal({
      Code: 'NOT_OPEN',
      Message: `The contract is ${contract.MandateStatusCode.toLowerCase()} and can no longer be changed.`,
    });
}

/** The row that create items make, before it has a sequence; words that were not given are null. */
const blank = {
  MandateType: null,
  TrackingCode: null,
  AdjustmentCategory: null,
  AdjustmentAmount: null,
  AdjustmentRate: null,
  FirstCollectionDate: null,
  FirstCollectionAmount: null,
  MaximumAmount: null,
  NumberOfInstalments: null,
};

/**
 * Stores a contract and the instalments that its terms stand for.
 * @throws Refusal: unknown client, number already used (a cancelled contract's, too), terms that make no schedule.
 */
export async function createContract(
  call: Call,
  item: Record<string, unknown> & { ClientNumber: string; ContractNumber: string },
  words: readonly Word[],
  kind: { isMandate: boolean; status: string },
): Promise<Record<string, unknown>> {
  const written = writing(item, words).filter(([, value]) => value !== null);
  // Complete by the contract's required words, which the engine has checked, and the blanks for the others.
  const row = { ...blank, ...Object.fromEntries(written) } as unknown as Contract;
  const planned = plan(row);
  mustLieAhead(call, planned, row.FirstCollectionDate ? 'FirstCollectionDate' : 'InstalmentStartDate');

  const [client] = await call.query(
    'select 1 from client where merchant = $1 and product = $2 and client_number = $3 for key share',
    [call.merchant, call.product, item.ClientNumber],
  );
  if (!client) throw new Refusal({ Field: 'ClientNumber', Code: 'NOT_FOUND', Message: 'No such client.' });

  const columns = [
    'merchant',
    'product',
    'is_mandate',
    'mandate_status_code',
    ...written.map(([word]) => columnOf(word)),
  ];
  const values = [call.merchant, call.product, kind.isMandate, kind.status, ...written.map(([, value]) => value)];
  const [made] = await call.query<{ ContractSequence: number }>(
    `insert into contract (${columns.join(', ')}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})
      on conflict (merchant, product, client_number, contract_number) do nothing
      returning contract_sequence as "ContractSequence"`,
    values,
  );
  if (!made)
    throw new Refusal({
      Field: 'ContractNumber',
      Code: 'DUPLICATE',
      Message: 'The client has or had a contract with this number already.',
    });
  const stored = { ...row, ...made };
  await addPlanned(call, made.ContractSequence, planned, row.TrackingCode);
  const born = (subject: Subject): Change => ({
    subject,
    type: 'CREATE',
    field: 'MandateStatusCode',
    old: null,
    new: kind.status,
  });
  // A mandate's contract is created with it, so its own change report tells of it too.
  await logChanges(call, stored, kind.isMandate ? [born('mandate'), born('contract')] : [born('contract')]);
  return { ...stored };
}

const needed: readonly Word[] = ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'];

/** Changes the given words of a contract; an edit that changes nothing succeeds and logs nothing. */
export async function editContract(
  call: Call,
  contract: Contract,
  item: Record<string, unknown>,
  words: readonly Word[],
  subject: Subject,
): Promise<Contract> {
  mustBeOpen(contract);
  const cleared = needed.find((word) => item[word] === null);
  if (cleared) throw new Refusal({ Field: cleared, Code: 'REQUIRED', Message: `${cleared} cannot be cleared.` });
  const given = Object.fromEntries(writing(item, words));
  const changes = difference(subject, { ...contract }, given);
  if (changes.length === 0) return contract;

  const after: Contract = { ...contract, ...given };
  const moved = await replan(call, contract.ContractSequence, contract, after);
  await call.query(
    `update contract set ${changes.map((change, index) => `${columnOf(change.field)} = $${index + 3}`).join(', ')}
      where merchant = $1 and contract_sequence = $2`,
    [call.merchant, contract.ContractSequence, ...changes.map((change) => change.new)],
  );
  await logChanges(call, after, [...changes, ...moved]);
  return after;
}

/** Ends a contract: it keeps what is due up to the date and cancels what would come after. */
export async function cancelContract(
  call: Call,
  contract: Contract,
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
  await call.query(
    `update contract set mandate_status_code = 'CANCELLED', cancel_reason = $3, cancel_date = $4
      where merchant = $1 and contract_sequence = $2`,
    [call.merchant, contract.ContractSequence, end.CancelReason, end.CancelDate],
  );
  const cancelled = await cancelAfter(call, contract.ContractSequence, end.CancelDate);
  await logChanges(call, contract, [
    { subject, type: 'CANCEL', field: 'MandateStatusCode', old: contract.MandateStatusCode, new: 'CANCELLED' },
    { subject, type: 'CANCEL', field: 'CancelReason', old: null, new: end.CancelReason },
    { subject, type: 'CANCEL', field: 'CancelDate', old: null, new: end.CancelDate },
    ...cancelled,
  ]);
  return echo({ ...contract }, ['ContractSequence', 'ClientNumber', 'ContractNumber']);
}

/**
 * Records of a table by the words that are given; all of the merchant and product when none is.
 * @throws HttpError 404 when the words name one record and it is not there.
 */
export async function retrieve<W extends Word>(
  call: Call,
  from: { table: string; order: string; and?: string },
  query: Record<string, unknown>,
  words: readonly W[],
  names: (query: Record<string, unknown>) => boolean,
) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const where = given.map(([word], index) => `it.${columnOf(word)} = $${index + 3}`);
  const found = await call.query<Record<W, never>>(
    `select ${selecting(words, 'it')} from ${from.table}
      where ${['it.merchant = $1', 'it.product = $2', ...where, ...(from.and ? [from.and] : [])].join(' and ')}
      order by ${from.order}`,
    [call.merchant, call.product, ...given.map(([, value]) => value)],
  );
  if (found.length === 0 && names(query)) throw notFound();
  return found;
}

/** Whether query words name one contract. */
export const namesContract = (query: Record<string, unknown>): boolean =>
  query['ContractSequence'] != null || (query['ClientNumber'] != null && query['ContractNumber'] != null);

/** Checks a report's range. */
export function mustBeRange(range: { StartDate: string; EndDate: string }): void {
  if (range.StartDate > range.EndDate)
    throw new HttpError(400, [{ Field: 'EndDate', Code: 'RANGE', Message: 'EndDate is before StartDate.' }]);
}
