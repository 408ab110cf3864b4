import { createHandover } from './handover.ts';

export interface Handover {
  /** Selects templates by name. */
  about: 'unpaid';
  recipients: readonly {
    client: string;
    contract?: string;
    /** Values of `{Amount}` and the like. */
    fields: Record<string, string>;
  }[];
}

export const { handOver: handOverMessage, takeHandover: takeMessage } = createHandover<Handover>();
