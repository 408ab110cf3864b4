import { createHandover } from './handover.ts';

/** Records of a list that are about to be edited in a sheet. */
export interface Handover {
  /** The operation that edits them. */
  operation: string;
  /** Where they come from, in words. */
  name: string;
  records: readonly Readonly<Record<string, unknown>>[];
}

export const { handOver, takeHandover } = createHandover<Handover>();
