/**
 * Passes a value from one page to the next, once. In memory: thousands of records don't fit into an address, and
 * account numbers and debts don't belong in one.
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
