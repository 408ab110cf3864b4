import { createHandover } from './handover.ts';

/** Recipients chosen on another page, with the values known for each. */
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

export const { handOver, takeHandover } = createHandover<Handover>();
