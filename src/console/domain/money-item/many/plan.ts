import { segmentOfRecord } from '#console/model/contract-id.ts';
import { stageOf } from '#console/model/statuses.ts';
import { addDays, bankingDay, dateOf, isDate, isWeekend, type DateText } from '#rules/calendar.ts';
import { dueOf, keyOf, statusOf, targetOf, type Instalment } from '../item.ts';
import type { InstalmentResource } from '../resource.ts';
import { notEditableReason } from '../rules.ts';

/** What is done to several instalments at once. An undefined value has not been chosen yet. */
export type Change =
  | { kind: 'amount'; amount: number | undefined }
  | { kind: 'date'; date: DateText | undefined }
  | { kind: 'shift'; days: number | undefined }
  | { kind: 'bankingDay'; to: 'next' | 'previous' }
  | { kind: 'tracking'; code: string | undefined }
  | { kind: 'cancel' };

/** One instalment before and after. */
export interface Planned {
  it: Instalment;
  key: string;
  after: Instalment;
  /** What is sent; nothing where `why` says why not. */
  item?: Record<string, unknown>;
  why?: string;
  /** What somebody should know before it goes; nothing of it keeps it from being sent. */
  warnings: readonly string[];
}

type HolidayOf = (date: DateText) => string | undefined;

/** What a plan depends on beside the instalments and the change. */
interface Context {
  resource: InstalmentResource;
  today: DateText;
  holidayOf: HolidayOf;
  /** Instalments of the same contracts, as far as they are known, to tell two debits on one day. */
  others: readonly Instalment[];
}

/** The day that a change gives to an instalment of `date`; undefined while it is not chosen, or beyond the calendar. */
function dayAfter(change: Change, date: DateText, holidayOf: HolidayOf): DateText | undefined {
  try {
    if (change.kind === 'date') return change.date && isDate(change.date) ? change.date : undefined;
    if (change.kind === 'shift') return change.days === undefined ? undefined : addDays(date, change.days);
    return change.kind === 'bankingDay' ? bankingDay(date, change.to, holidayOf) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields that a change sets; a text says why there are none. */
function fieldsOf(change: Change, it: Instalment, { resource, holidayOf }: Context): Partial<Instalment> | string {
  if (change.kind === 'cancel') return {};
  if (change.kind === 'amount') {
    if (change.amount === undefined) return '';
    return change.amount === it.InstalmentAmount ? 'no change' : { InstalmentAmount: change.amount };
  }
  if (change.kind === 'tracking') {
    if (!change.code) return '';
    return change.code === it.TrackingCode ? 'no change' : { TrackingCode: change.code };
  }
  const at = dueOf(it);
  if (!isDate(dateOf(at))) return 'its date cannot be read';
  const day = dayAfter(change, dateOf(at), holidayOf);
  if (day === undefined) return '';
  if (day === dateOf(at)) return change.kind === 'bankingDay' ? 'already on a banking day' : 'no change';
  // The time of day stays.
  return { [resource.date]: day + at.slice(10) };
}

const contractDay = (it: Instalment, day: string) => `${segmentOfRecord(it)} ${day}`;

/** How many of a contract there will be on each day: those that stay, and those that move. */
function countsByDay(rows: readonly Planned[], others: readonly Instalment[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (it: Instalment) => {
    const name = contractDay(it, dateOf(dueOf(it)));
    if (stageOf(statusOf(it)) !== 'cancelled') counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const keys = new Set(rows.map((row) => row.key));
  for (const it of others) if (!keys.has(keyOf(it))) count(it);
  for (const { after } of rows) count(after);
  return counts;
}

function warningsOf(
  { it, after }: Planned,
  isMoved: boolean,
  { today, holidayOf }: Context,
  counts: Map<string, number>,
): string[] {
  const day = dateOf(dueOf(after));
  const holiday = isDate(day) ? holidayOf(day) : undefined;
  const status = statusOf(it);
  return [
    ...(stageOf(status) === undefined ? [status ? `status “${status}”` : 'status not known'] : []),
    ...(isMoved && day < today ? ['the new date has passed'] : []),
    ...(isMoved && day === today ? ['today: cannot be changed afterwards'] : []),
    ...(isMoved && isDate(day) && isWeekend(day) ? ['weekend'] : []),
    ...(isMoved && holiday ? [holiday] : []),
    ...(isMoved && (counts.get(contractDay(after, day)) ?? 0) > 1 ? ['twice on that day'] : []),
  ];
}

/** What a change does to each of some instalments, in their order: before, after, what is sent, and what to know first. */
export function planned(list: readonly Instalment[], change: Change, context: Context): Planned[] {
  const { today, others } = context;
  const rows = list.map((it): Planned => {
    const fixed = notEditableReason(it, today);
    const fields = fixed ?? fieldsOf(change, it, context);
    const base = { it, key: keyOf(it), warnings: [] };
    return typeof fields === 'string'
      ? { ...base, after: it, why: fields }
      : { ...base, after: { ...it, ...fields }, item: { ...targetOf(it), ...fields } };
  });
  if (change.kind === 'cancel') return rows;
  const isMove = change.kind === 'date' || change.kind === 'shift' || change.kind === 'bankingDay';
  const counts = isMove ? countsByDay(rows, others) : new Map<string, number>();
  return rows.map((row) => (row.item ? { ...row, warnings: warningsOf(row, isMove, context, counts) } : row));
}
