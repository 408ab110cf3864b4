import { stageOf } from '#answers/statuses.ts';
import { addUp, type Sum } from '#console/domain/collections/day-groups.ts';
import { unknownAmong } from '#console/model/statuses.ts';
import {
  isCollection,
  isLateReturn,
  isOfUnknownType,
  isPayout,
  transactionTypes,
} from '#console/model/transaction-kind.ts';
import type { Filter, LeftOut, ReportSource, Row } from '#console/report-engine/protocol.ts';
import { isDate, type DateText } from '#rules/calendar.ts';
import { centsOf } from '#rules/money.ts';

/** Transactions of a day with the same status and type. */
export interface DaySum extends Sum {
  /** '' if the service returned none. */
  day: DateText;
  status: string;
  type: string;
}

export interface LateReturn {
  at: string;
  contract: number | string;
  client: string;
  contractNumber: string;
  cents: number | null;
  /** Paid in an earlier month. */
  isFromEarlier: boolean;
}

export interface MonthFigures {
  days: DaySum[];
  collected: Sum;
  /** Failed debits, those returned after payment included. */
  returned: Sum;
  afterPayment: Sum;
  /** Of those returned after payment: paid in an earlier month. */
  fromEarlier: Sum;
  lateReturns: LateReturn[];
  paidOut: Sum;
  payoutsUnpaid: Sum;
  /** Statuses that are not known, '' for a missing one. What has one of them is in no figure. */
  unknown: string[];
  unknownCount: number;
  /** What has a type that is not known is in no figure; `leftOut` names the types. */
  unknownTypeCount: number;
  /** Whether the service says which transactions are returns of debits that were paid, and which are payouts. */
  saysReturns: boolean;
  saysPayouts: boolean;
  leftOut: LeftOut & { undated: number };
}

/** A month with more is not copied to the page. */
const maxLateReturns = 5000;

const lateFields = ['TransactionDate', 'ContractSequence', 'ClientNumber', 'ContractNumber', 'Amount'];

const keyOf = (row: Row): string => `${String(row.ContractSequence)}/${centsOf(row.Amount) ?? ''}`;

/**
 * The late returns among a month's transactions. A transaction does not name its instalment, so a return belongs to the
 * last paid debit of its contract with its amount: without one in the month, it was paid in an earlier month.
 */
export function lateReturnsOf(returns: readonly Row[], paid: readonly Row[]): LateReturn[] {
  const paidAt = new Map<string, string>();
  for (const row of paid) {
    const [key, at] = [keyOf(row), String(row.TransactionDate)];
    if (at < (paidAt.get(key) ?? '~')) paidAt.set(key, at);
  }
  return returns.map((row) => ({
    at: String(row.TransactionDate),
    contract: row.ContractSequence as number | string,
    client: String(row.ClientNumber ?? ''),
    contractNumber: String(row.ContractNumber ?? ''),
    cents: centsOf(row.Amount) ?? null,
    isFromEarlier: !((paidAt.get(keyOf(row)) ?? '~') < String(row.TransactionDate)),
  }));
}

/** What the figures are computed from: on the page a report's source, in the worker of the pack the report itself. */
export type Asked = Pick<ReportSource, 'groups' | 'found'> & { getSnapshot(): { leftOut: LeftOut } };

async function askLateReturns(source: Asked, sums: readonly DaySum[]): Promise<LateReturn[]> {
  const types = [...new Set(sums.map((it) => it.type))].filter((type) => isLateReturn({ TransactionType: type }));
  if (types.length === 0) return [];
  const ofReturns: Filter = { fieldName: 'TransactionType', kind: 'oneOf', values: types };
  const { rows, count } = await source.found(lateFields, [ofReturns], maxLateReturns);
  if (count > maxLateReturns) throw new RangeError(`More than ${maxLateReturns} late returns.`);
  const paidStatuses = [...new Set(sums.map((it) => it.status))].filter((it) => stageOf(it) === 'paid');
  const paid = await source.found(lateFields, [
    { fieldName: 'Status', kind: 'oneOf', values: paidStatuses },
    {
      fieldName: 'ContractSequence',
      kind: 'oneOf',
      values: [...new Set(rows.map((it) => String(it.ContractSequence)))],
    },
  ]);
  return lateReturnsOf(rows, paid.rows);
}

/** Whether a sum is of this stage, and money out or in; of an unknown type it is neither. */
export const isMoney =
  (stage: string, isOut: boolean) =>
  ({ status, type }: Pick<DaySum, 'status' | 'type'>): boolean =>
    stageOf(status) === stage && (isOut ? isPayout : isCollection)({ TransactionType: type });

export function figuresOf(sums: readonly DaySum[], lateReturns: readonly LateReturn[], leftOut: LeftOut): MonthFigures {
  const [days, undated] = [sums.filter((it) => isDate(it.day)), sums.filter((it) => !isDate(it.day))];
  const ofStage = (stage: string, isOut: boolean) => addUp(days.filter(isMoney(stage, isOut)));
  const unknown = unknownAmong(days.map((it) => it.status));
  const { areCertain } = transactionTypes();
  const countedOf = (list: readonly LateReturn[]) => addUp(list.map(({ cents }) => ({ count: 1, cents })));
  return {
    days,
    collected: ofStage('paid', false),
    returned: ofStage('unpaid', false),
    afterPayment: countedOf(lateReturns),
    fromEarlier: countedOf(lateReturns.filter((it) => it.isFromEarlier)),
    lateReturns: [...lateReturns],
    paidOut: ofStage('paid', true),
    payoutsUnpaid: ofStage('unpaid', true),
    unknown,
    unknownCount: addUp(days.filter((it) => unknown.includes(it.status))).count,
    unknownTypeCount: addUp(days.filter((it) => isOfUnknownType({ TransactionType: it.type }))).count,
    saysReturns: areCertain || sums.some((it) => isLateReturn({ TransactionType: it.type })),
    saysPayouts: areCertain || sums.some((it) => isPayout({ TransactionType: it.type })),
    leftOut: { ...leftOut, undated: addUp(undated).count },
  };
}

export async function askMonth(source: Asked): Promise<MonthFigures> {
  const groups = await source.groups([{ fieldName: 'TransactionDate', part: 'day' }], { hasSums: true, filters: [] });
  const sums = groups.flatMap(({ keys: [day], sums: apart }) =>
    apart.map(({ keys: [status, type], count, cents }) => ({
      day: day ?? '',
      status: status ?? '',
      type: type ?? '',
      count,
      cents,
    })),
  );
  return figuresOf(sums, await askLateReturns(source, sums), source.getSnapshot().leftOut);
}

/** Whole cents; null if one of the sums is not known. */
export interface Balance {
  opening: number | null;
  month: number | null;
  closing: number | null;
}

/**
 * What the service reported as collected and the bank has not shown yet: it is in transit. Money that was paid out and
 * debits that failed are other kinds of money and in neither.
 */
export function balanceOf(
  { collected, afterPayment }: MonthFigures,
  opening: number | null,
  matched: number | null = 0,
): Balance {
  if (opening === null || matched === null || collected.cents === null || afterPayment.cents === null)
    return { opening, month: null, closing: null };
  const month = collected.cents - afterPayment.cents - matched;
  return { opening, month, closing: opening + month };
}
