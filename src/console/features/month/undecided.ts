import { stageOf } from '#answers/statuses.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import { isDate } from '#rules/calendar.ts';
import { addUp, type Sum } from '#rules/sums.ts';

/** Debits that were due in the month and have no outcome. */
export interface Undecided {
  /** With the bank. */
  underway: Sum;
  /** Not sent to the bank. */
  notSent: Sum;
  /** Of an unknown status, which may be an outcome. */
  unknown: Sum;
}

export const askUndecided =
  ({ from, to }: Days) =>
  async (source: Pick<ReportSource, 'groups'>): Promise<Undecided> => {
    const groups = await source.groups([{ fieldName: 'InstalmentActionDate', part: 'day' }], {
      hasSums: true,
      filters: [],
    });
    const due = groups.filter(({ keys: [day] }) => day && isDate(day) && day >= from && day <= to);
    const ofStage = (stage: string | undefined) =>
      addUp(due.flatMap(({ sums }) => sums.filter(({ keys: [status] }) => stageOf(status) === stage)));
    return { underway: ofStage('underway'), notSent: ofStage('scheduled'), unknown: ofStage(undefined) };
  };

export const undecidedSum = ({ underway, notSent, unknown }: Undecided): Sum => addUp([underway, notSent, unknown]);

interface Reading {
  data?: unknown;
  error: { kind: string } | null;
}

/** Both the transactions and the instalments; a service without instalments of the month answers that it has found none. */
export const isMonthRead = ({ read, undecided }: { read: Pick<Reading, 'data'>; undecided: Reading }): boolean =>
  read.data !== undefined && (undecided.data !== undefined || undecided.error?.kind === 'notFound');
