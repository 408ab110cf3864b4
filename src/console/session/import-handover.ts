/** Records of a list that are about to be edited in a sheet. */
export interface Handover {
  /** The operation that edits them. */
  operation: string;
  /** Where they come from, in words. */
  name: string;
  records: readonly Readonly<Record<string, unknown>>[];
}

// In memory only: thousands of records do not fit into an address, and account numbers belong in none.
let waiting: Handover | undefined;

export const handOver = (handover: Handover): void => void (waiting = handover);

/** What was handed over, once. */
export function takeHandover(): Handover | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}
