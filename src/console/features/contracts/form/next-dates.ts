import { stageOf, unknownAmong } from '#answers/statuses.ts';
import { compareSchedules, type CreatedInstalment } from '#console/domain/schedule/compare.ts';
import type { ContractSeries } from '#console/domain/schedule/rehearsal.ts';
import { estimate, type Draft } from '#console/domain/schedule/terms.ts';
import { dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { periods } from '#rules/frequencies.ts';
import { centsOf } from '#rules/money.ts';
import { replan, type ReplannedInstalment } from '#rules/replan.ts';

export interface NextDates {
  series: ContractSeries;
  /** A service may refuse to move instalments to today or earlier. */
  passed: { sequence: number; date: DateTimeText }[];
}

/**
 * Assigns instalments to the plan, because no retrieve returns their position; undefined if a status or amount is
 * unknown.
 */
function placed(
  made: readonly CreatedInstalment[],
  terms: Draft,
): { instalments: ReplannedInstalment[]; isAsPlanned: boolean } | undefined {
  const plan = estimate(terms, made.length);
  const isCancelled = (instalment: CreatedInstalment) => stageOf(instalment.InstalmentStatus) === 'cancelled';
  if (plan.kind !== 'planned' || unknownAmong(made.map((it) => it.InstalmentStatus)).length > 0) return undefined;
  const pairs = compareSchedules(
    plan.planned,
    made.filter((it) => !isCancelled(it)),
  );
  const free = pairs.filter((it) => it.expected && !it.made);
  const placeOf = (instalment: CreatedInstalment): number | null => {
    const pair = isCancelled(instalment)
      ? free.find(({ expected }) => expected?.InstalmentActionDate === instalment.InstalmentActionDate)
      : pairs.find((one) => one.made === instalment);
    return pair?.expected?.InstalmentSequence ?? null;
  };
  const instalments = made.flatMap((instalment): ReplannedInstalment[] => {
    const cents = centsOf(instalment.InstalmentAmount);
    if (cents == null || !instalment.InstalmentActionDate || instalment.InstalmentSequence == null) return [];
    return [
      {
        sequence: instalment.InstalmentSequence,
        place: placeOf(instalment),
        date: instalment.InstalmentActionDate,
        cents,
        type: instalment.DebitSequenceType ?? null,
        status:
          stageOf(instalment.InstalmentStatus) === 'scheduled' ? 'SCHEDULED' : (instalment.InstalmentStatus ?? ''),
      },
    ];
  });
  if (instalments.length < made.length) return undefined;
  const live = pairs.filter((it) => it.made);
  return { instalments, isAsPlanned: live.filter((it) => it.verdict === 'same').length * 2 >= live.length };
}

const periodOf = (terms: Draft) => periods.get(terms.FrequencyCode ?? '');
const lastMonth = (list: readonly ({ date: DateTimeText } | undefined)[]): string =>
  list
    .flatMap((it) => (it ? [it.date.slice(0, 7)] : []))
    .toSorted()
    .at(-1) ?? '';

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
  const after: Draft = { ...terms, ...changes };
  const was = estimate(terms, made.length);
  const will = estimate(after, made.length);
  const found = placed(made, terms);
  if (was.kind !== 'planned' || will.kind !== 'planned' || !found?.isAsPlanned) return undefined;
  const { instalments } = found;
  const isAhead = (instalment: ReplannedInstalment) =>
    stageOf(instalment.status) === 'scheduled' && dateOf(instalment.date) > today;
  const before = new Map(instalments.filter(isAhead).map((it) => [it.sequence, it]));
  const moves = replan(instalments, was.planned, will.planned, today).flatMap((instalment) => {
    const old = before.get(instalment.sequence);
    // Open-ended series continue by themselves.
    const isNew = !will.isOpenEnded && !instalments.some((one) => one.sequence === instalment.sequence);
    if (!old && !isNew) return [];
    return [
      {
        sequence: instalment.sequence,
        before: old,
        after: stageOf(instalment.status) === 'scheduled' ? instalment : undefined,
      },
    ];
  });
  const gone = instalments.filter((it) => !isAhead(it) && !['cancelled', 'unpaid'].includes(stageOf(it.status) ?? ''));
  const [old, next] = [periodOf(terms), periodOf(after)];
  const lasts = [lastMonth(moves.map((it) => it.before)), lastMonth(moves.map((it) => it.after))].toSorted();
  return {
    series: {
      contract: '',
      moves,
      gone: gone.map((it) => it.date),
      periods: old && next && [old, next],
      caps: [centsOf(terms.MaximumAmount) ?? undefined, centsOf(after.MaximumAmount) ?? undefined],
      until: will.isOpenEnded ? lasts[0] : undefined,
    },
    passed: moves.flatMap((it) =>
      it.before && it.after && it.before.date !== it.after.date && dateOf(it.after.date) <= today
        ? [{ sequence: it.sequence, date: it.after.date }]
        : [],
    ),
  };
}
