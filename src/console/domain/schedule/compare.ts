import type { LooseOutput } from '#contract/operations.ts';
import { centsOf } from '#rules/money.ts';
import type { Planned } from '#rules/schedule.ts';

/** An instalment of the service. */
export type CreatedInstalment = LooseOutput<'instalmentList'>;

export interface SchedulePair<Made = CreatedInstalment> {
  expected?: Planned;
  made?: Made;
  /**
   * The difference: `both` is date and amount, `missing` expected but not created, `extra` created but not expected.
   */
  verdict: 'same' | 'date' | 'amount' | 'both' | 'missing' | 'extra';
}

const at = (made: CreatedInstalment) => made.InstalmentActionDate ?? '';
const sortable = (made: CreatedInstalment) => `${at(made)} ${String(made.InstalmentSequence ?? 0).padStart(16, '0')}`;

function verdict(expected: Planned, made: CreatedInstalment): SchedulePair['verdict'] {
  const isDate = expected.InstalmentActionDate === at(made);
  const isAmount = centsOf(made.InstalmentAmount) === expected.InstalmentCents;
  if (isDate) return isAmount ? 'same' : 'amount';
  return isAmount ? 'date' : 'both';
}

/**
 * Pairs created with expected instalments, ascending by date. Equal dates are paired first, then the rest between them
 * in order, so that one collection moved off a holiday is one difference and does not shift all later rows.
 */
export function compareSchedules<Made extends CreatedInstalment>(
  expected: readonly Planned[],
  actual: readonly Made[],
): SchedulePair<Made>[] {
  const made = actual.toSorted((one, other) => (sortable(one) < sortable(other) ? -1 : 1));
  const pairs: SchedulePair<Made>[] = [];
  let [e, m] = [0, 0];
  const settle = (toE: number, toM: number) => {
    while (e < toE || m < toM) {
      const plan = e < toE ? expected[e++] : undefined;
      const real = m < toM ? made[m++] : undefined;
      if (plan && real) pairs.push({ expected: plan, made: real, verdict: verdict(plan, real) });
      else pairs.push(plan ? { expected: plan, verdict: 'missing' } : { made: real, verdict: 'extra' });
    }
  };
  for (let nextM = 0, nextE = 0; nextE < expected.length; nextE += 1) {
    const date = expected[nextE]?.InstalmentActionDate ?? '';
    while (nextM < made.length && at(made[nextM] ?? {}) < date) nextM += 1;
    if (nextM < made.length && at(made[nextM] ?? {}) === date) {
      settle(nextE, nextM);
      settle(nextE + 1, nextM + 1);
      nextM += 1;
    }
  }
  settle(expected.length, made.length);
  return pairs;
}
