import { statusOf } from '#console/domain/money-item/item.ts';
import { compareSchedules, type CreatedInstalment } from '#console/domain/schedule/compare.ts';
import { estimate, type Draft } from '#console/domain/schedule/terms.ts';
import { stageOf, unknownAmong } from '#console/model/statuses.ts';
import { dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { centsOf } from '#rules/money.ts';
import { replan, type Instalment } from '#rules/replan.ts';

interface Due {
  date: DateTimeText;
  cents: number;
}

/** A future instalment before and after an edit; a new one has no `before`, a cancelled one no `after`. */
export interface NextDate {
  sequence: number;
  before?: Due;
  after?: Due;
}

export interface NextDates {
  /** Sorted by the new date. */
  dates: NextDate[];
  /** Months (`2026-11`) that lose their debit. */
  skipped: string[];
  /** Months with more debits than before, at least two. */
  doubled: string[];
  /** A service may refuse to move instalments to today or earlier. */
  passed: NextDate[];
}

/**
 * Assigns instalments to the plan, because no retrieve returns their position; undefined if a status or amount is
 * unknown.
 */
function placed(
  made: readonly CreatedInstalment[],
  terms: Draft,
): { instalments: Instalment[]; isAsPlanned: boolean } | undefined {
  const plan = estimate(terms, made.length);
  const isCancelled = (it: CreatedInstalment) => stageOf(statusOf(it)) === 'cancelled';
  if (plan.kind !== 'planned' || unknownAmong(made.map(statusOf)).length > 0) return undefined;
  const pairs = compareSchedules(
    plan.planned,
    made.filter((it) => !isCancelled(it)),
  );
  const free = pairs.filter((it) => it.expected && !it.made);
  const placeOf = (it: CreatedInstalment): number | null => {
    const pair = isCancelled(it)
      ? free.find(({ expected }) => expected?.InstalmentActionDate === it.InstalmentActionDate)
      : pairs.find((one) => one.made === it);
    return pair?.expected?.InstalmentSequence ?? null;
  };
  const instalments = made.flatMap((it): Instalment[] => {
    const cents = centsOf(it.InstalmentAmount);
    if (cents == null || !it.InstalmentActionDate || it.InstalmentSequence == null) return [];
    return [
      {
        sequence: it.InstalmentSequence,
        place: placeOf(it),
        date: it.InstalmentActionDate,
        cents,
        type: it.DebitSequenceType ?? null,
        status: stageOf(statusOf(it)) === 'scheduled' ? 'SCHEDULED' : statusOf(it),
      },
    ];
  });
  if (instalments.length < made.length) return undefined;
  const live = pairs.filter((it) => it.made);
  return { instalments, isAsPlanned: live.filter((it) => it.verdict === 'same').length * 2 >= live.length };
}

const dayOf = ({ before, after }: NextDate) => (after ?? before)?.date ?? '';

const monthsOf = (dates: readonly (Due | undefined)[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const it of dates) if (it) counts.set(it.date.slice(0, 7), (counts.get(it.date.slice(0, 7)) ?? 0) + 1);
  return counts;
};

/**
 * Predicts the future instalments after an edit, by the rules shared with our service (docs/decisions.md, 15).
 * @returns undefined if terms, statuses or amounts are unknown, or if the current instalments don't follow their terms:
 * the service then has other rules
 */
export function nextDates(
  terms: Draft,
  changes: Readonly<Record<string, unknown>>,
  made: readonly CreatedInstalment[],
  today: DateText,
): NextDates | undefined {
  const was = estimate(terms, made.length);
  const will = estimate({ ...terms, ...changes }, made.length);
  const found = placed(made, terms);
  if (was.kind !== 'planned' || will.kind !== 'planned' || !found?.isAsPlanned) return undefined;
  const { instalments } = found;
  const isAhead = (it: Instalment) => it.status === 'SCHEDULED' && dateOf(it.date) > today;
  const before = new Map(instalments.filter(isAhead).map((it) => [it.sequence, it]));
  const dates = replan(instalments, was.planned, will.planned, today).flatMap((it): NextDate[] => {
    const old = before.get(it.sequence);
    // Open-ended series continue by themselves.
    const isNew = !will.isOpenEnded && !instalments.some((one) => one.sequence === it.sequence);
    if (!old && !isNew) return [];
    return [{ sequence: it.sequence, before: old, after: it.status === 'SCHEDULED' ? it : undefined }];
  });
  // Debits up to today count for their month.
  const gone = instalments.filter((it) => stageOf(it.status) !== 'cancelled' && !isAhead(it));
  const [old, next] = [
    monthsOf([...gone, ...dates.map((it) => it.before)]),
    monthsOf([...gone, ...dates.map((it) => it.after)]),
  ];
  const last = [...next.keys()].toSorted().at(-1) ?? '';
  const isSameRhythm = changes.FrequencyCode === undefined;
  return {
    dates: dates.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1)),
    skipped: isSameRhythm ? [...old.keys()].filter((month) => month < last && !next.has(month)).toSorted() : [],
    doubled: isSameRhythm
      ? [...next].flatMap(([month, count]) => (count > Math.max(1, old.get(month) ?? 0) ? [month] : [])).toSorted()
      : [],
    passed: dates.filter(
      (it) => it.before && it.after && it.before.date !== it.after.date && dateOf(it.after.date) <= today,
    ),
  };
}
