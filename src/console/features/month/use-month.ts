import { addUp, type Sum } from '#console/domain/collections/day-groups.ts';
import { outcomesOf } from '#console/domain/collections/rates.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { put, useAddress } from '#console/kit/address/address.ts';
import { isMonth, monthPlus } from '#console/kit/dates/calendar-days.ts';
import { monthEnd, type Days } from '#console/kit/dates/ranges.ts';
import { stageOf } from '#console/model/statuses.ts';
import type { ReportSource } from '#console/report-engine/protocol.ts';
import { useToday } from '#console/session/today.ts';
import { isDate } from '#rules/calendar.ts';
import { askMonth } from './figures.ts';

/** Debits that were due in the month and have no outcome. */
export interface Undecided {
  /** With the bank. */
  underway: Sum;
  /** Not sent to the bank. */
  notSent: Sum;
  /** Of an unknown status, which may be an outcome. */
  unknown: Sum;
}

const askUndecided =
  ({ from, to }: Days) =>
  async (source: ReportSource): Promise<Undecided> => {
    const groups = await source.groups([{ fieldName: 'InstalmentActionDate', part: 'day' }], {
      hasSums: true,
      filters: [],
    });
    const due = groups.filter(({ keys: [day] }) => day && isDate(day) && day >= from && day <= to);
    const ofStage = (stage: string | undefined) =>
      addUp(due.flatMap(({ sums }) => sums.filter(({ keys: [status] }) => stageOf(status) === stage)));
    return { underway: ofStage('underway'), notSent: ofStage('scheduled'), unknown: ofStage(undefined) };
  };

/** The month in the address; without one, last month. */
export function useMonthAddress() {
  const today = useToday();
  const [query, change] = useAddress();
  const given = query.get('month') ?? '';
  const month = isMonth(given) ? given : monthPlus(today.slice(0, 7), -1);
  return {
    today,
    month,
    step: query.get('step') ?? '',
    go: (values: { month?: string; step?: string }) => change((now) => put(now, values)),
  };
}

export function useMonth(month: string) {
  const today = useToday();
  const days = { from: `${month}-01`, to: monthEnd(month) };
  const read = useFigures('transactions', days, ['month end'], askMonth);
  const undecided = useFigures(
    'omni-instalment-changes',
    outcomesOf(days, today),
    ['undecided', month],
    askUndecided(days),
  );
  return { month, days, isOver: today > days.to, isFuture: today < days.from, read, undecided };
}

export type Month = ReturnType<typeof useMonth>;
