import { addUp, type Sum } from '#rules/sums.ts';

interface Age {
  label: string;
  /** Days since the return. */
  from: number;
  to?: number;
}

/** How long debits have been unpaid. */
const ages: readonly Age[] = [
  { label: 'Current (0 to 29 days)', from: 0, to: 29 },
  { label: '30 to 59 days', from: 30, to: 59 },
  { label: '60 to 89 days', from: 60, to: 89 },
  { label: '90 to 119 days', from: 90, to: 119 },
  { label: '120 days and more', from: 120 },
];

export const ageOf = (days: number): Age | undefined => ages.findLast(({ from }) => days >= from);

/** Sums by age, in the order of `ages`. */
export const agedSums = (list: readonly { days: number; cents: number }[]): (Sum & { label: string })[] =>
  ages.map((age) => {
    const aged = list.filter(({ days }) => ageOf(days) === age);
    return { label: age.label, ...addUp(aged.map(({ cents }) => ({ count: 1, cents }))) };
  });
