/**
 * What one page gives to the next, once. In memory only: thousands of records do not fit into an address, and account
 * numbers and who owes what belong in none.
 */
export function createHandover<T>() {
  let waiting: T | undefined;
  return {
    handOver: (handover: T): void => void (waiting = handover),
    takeHandover: (): T | undefined => {
      const taken = waiting;
      waiting = undefined;
      return taken;
    },
  };
}
