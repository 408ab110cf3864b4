import { segmentOfRecord } from '#console/model/contract-id.ts';
import { addDays, bankingDay, dateOf, isDate, isWeekend, type DateText } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';
import { changedItem, contractDayKey, fieldOfItem, itemKey, itemTarget, type MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { notEditableReason } from '../rules.ts';

/** A change of several items. An undefined value has not been chosen yet. */
export type BulkChange =
  | { kind: 'amount'; amount: number | undefined }
  | { kind: 'date'; date: DateText | undefined }
  | { kind: 'shift'; days: number | undefined }
  | { kind: 'bankingDay'; to: 'next' | 'previous' }
  | { kind: 'tracking'; code: string | undefined }
  | { kind: 'cancel' };

export interface PlannedChange {
  before: MoneyItem;
  key: string;
  after: MoneyItem;
  /** What is sent; `undefined` with a reason in `why`. */
  item?: Record<string, unknown>;
  why?: string;
  /** Shown before sending; don't prevent it. */
  warnings: readonly string[];
}

/** The rows of a contract one after the other, so that they are sent together and the contract is read once. */
export const inContractOrder = <T extends { before: MoneyItem }>(rows: readonly T[]): T[] =>
  [...grouped(rows, (row) => segmentOfRecord(row.before)).values()].flat();

type HolidayOf = (date: DateText) => string | undefined;

interface Context {
  resource: MoneyItemResource;
  today: DateText;
  holidayOf: HolidayOf;
  /** Known items of the same contracts, to find two on one day. */
  others: readonly MoneyItem[];
}

/** The new day; `undefined` if not chosen or beyond the calendar. */
function dayAfter(change: BulkChange, date: DateText, holidayOf: HolidayOf): DateText | undefined {
  try {
    if (change.kind === 'date') return change.date && isDate(change.date) ? change.date : undefined;
    if (change.kind === 'shift') return change.days === undefined ? undefined : addDays(date, change.days);
    return change.kind === 'bankingDay' ? bankingDay(date, change.to, holidayOf) : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Record<string, unknown>;

/** Fields that a change sets, or why it sets none. */
function fieldsOf(change: BulkChange, item: MoneyItem, { resource, holidayOf }: Context): Fields | string {
  if (change.kind === 'cancel') return {};
  if (change.kind === 'amount') {
    if (change.amount === undefined) return '';
    return change.amount === item.amount ? 'no change' : { [resource.amount]: change.amount };
  }
  if (change.kind === 'tracking') {
    if (!change.code) return '';
    return change.code === fieldOfItem(item, 'TrackingCode') ? 'no change' : { TrackingCode: change.code };
  }
  const at = item.due;
  if (!isDate(dateOf(at))) return 'its date cannot be read';
  const day = dayAfter(change, dateOf(at), holidayOf);
  if (day === undefined) return '';
  if (day === dateOf(at)) return change.kind === 'bankingDay' ? 'already on a banking day' : 'no change';
  // Keeps the time of day.
  return { [resource.date]: day + at.slice(10) };
}

/** Items per contract and day after the change. */
function countsByDay(rows: readonly PlannedChange[], others: readonly MoneyItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (item: MoneyItem) => {
    const name = contractDayKey(item, dateOf(item.due));
    if (item.stage !== 'cancelled') counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const keys = new Set(rows.map((row) => row.key));
  for (const it of others) if (!keys.has(itemKey(it))) count(it);
  for (const { after } of rows) count(after);
  return counts;
}

function warningsOf(
  { before, after }: PlannedChange,
  isMoved: boolean,
  { today, holidayOf }: Context,
  counts: Map<string, number>,
): string[] {
  const day = dateOf(after.due);
  const holiday = isDate(day) ? holidayOf(day) : undefined;
  return [
    ...(before.stage ? [] : [before.status ? `status “${before.status}”` : 'status not known']),
    ...(isMoved && day < today ? ['the new date has passed'] : []),
    ...(isMoved && day === today ? ['today: cannot be changed afterwards'] : []),
    ...(isMoved && isDate(day) && isWeekend(day) ? ['weekend'] : []),
    ...(isMoved && holiday ? [holiday] : []),
    ...(isMoved && (counts.get(contractDayKey(after, day)) ?? 0) > 1 ? ['already has a debit that day'] : []),
  ];
}

/** Each item before and after, with its request and warnings, in list order. */
export function planned(list: readonly MoneyItem[], change: BulkChange, context: Context): PlannedChange[] {
  const { today, others } = context;
  const rows = list.map((item): PlannedChange => {
    const fixed = notEditableReason(item, today);
    const fields = fixed ?? fieldsOf(change, item, context);
    const base = { before: item, key: itemKey(item), warnings: [] };
    return typeof fields === 'string'
      ? { ...base, after: item, why: fields }
      : { ...base, after: changedItem(item, fields), item: { ...itemTarget(item), ...fields } };
  });
  if (change.kind === 'cancel') return rows;
  const isMove = change.kind === 'date' || change.kind === 'shift' || change.kind === 'bankingDay';
  const counts = isMove ? countsByDay(rows, others) : new Map<string, number>();
  return rows.map((row) => (row.item ? { ...row, warnings: warningsOf(row, isMove, context, counts) } : row));
}
