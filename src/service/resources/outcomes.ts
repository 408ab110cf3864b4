import { Refusal } from '#service/base/errors.ts';

/** The result of `work`, or the refusal that it throws. */
export function outcomeOf<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export const acceptedOutcomes = <T>(outcomes: (T | Refusal)[]): T[] =>
  outcomes.flatMap((it) => (it instanceof Refusal ? [] : [it]));
