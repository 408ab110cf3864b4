import { createHandover } from './handover.ts';

/** The recipients that another page passes to Messages. */
export interface Handover {
  /** Why they get a message: Messages selects a template for it. */
  about: 'unpaid' | 'reminder';
  recipients: readonly {
    /** The client's number. */
    client: string;
    /** The contract's number, if the message is about a single one. */
    contract?: string;
    /** The debit of that contract, if it is about a single one. */
    instalment?: number;
    /** What it says of that debit, if it is ahead: a message that waits goes only while it is so. */
    announced?: { day: string; cents: number | null };
    /** What `{Amount}`, `{ReturnedOn}` and the like are replaced by, under the names in the braces. */
    fields: Record<string, string>;
  }[];
  /** Why others get none, with their names. */
  leftOut?: readonly { why: string; who: readonly string[] }[];
}

export const { handOver: handOverMessage, takeHandover: takeMessage } = createHandover<Handover>();
