/** Whom a message is about to be written to, from another page: with what is known of each for its values. */
export interface Handover {
  /** What the message is about, as templates may be called. */
  about: 'unpaid';
  recipients: readonly {
    client: string;
    contract?: string;
    /** What stands for `{Amount}` and the like. */
    fields: Record<string, string>;
  }[];
}

// In memory only: thousands of clients do not fit into an address, and who owes what belongs in none.
let waiting: Handover | undefined;

export const handOver = (handover: Handover): void => void (waiting = handover);

/** What was handed over, once. */
export function takeHandover(): Handover | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}
