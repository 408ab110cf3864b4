import { createHandover } from './handover.ts';

/** Records of a list to edit in a sheet. */
export interface Handover {
  /** The operation that edits them. */
  operation: string;
  /** Where they come from, as text. */
  name: string;
  records: readonly Readonly<Record<string, unknown>>[];
}

export const { handOver, takeHandover } = createHandover<Handover>();
