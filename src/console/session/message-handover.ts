import { createHandover } from './handover.ts';

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

export const { handOver, takeHandover } = createHandover<Handover>();
