import { createHandover } from './handover.ts';

/** The recipients that another page passes to Messages. */
export interface Handover {
  /** Why they get a message: Messages selects a template for it. */
  about: 'unpaid';
  recipients: readonly {
    /** The client's number. */
    client: string;
    /** The contract's number, if the message is about a single one. */
    contract?: string;
    /** What `{Amount}`, `{ReturnedOn}` and the like are replaced by, under the names in the braces. */
    fields: Record<string, string>;
  }[];
}

export const { handOver: handOverMessage, takeHandover: takeMessage } = createHandover<Handover>();
