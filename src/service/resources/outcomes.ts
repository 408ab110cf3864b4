import { Refusal } from '#service/http/errors.ts';

/** What `work` gives, or the refusal that it throws: one item's outcome among those of its batch. */
export function outcomeOf<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The outcomes of the items that were not refused. */
export const accepted = <T>(outcomes: (T | Refusal)[]): T[] =>
  outcomes.flatMap((it) => (it instanceof Refusal ? [] : [it]));
