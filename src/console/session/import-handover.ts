import { createHandover } from './handover.ts';

interface Handover {
  operation: string;
  /** Where they come from, as text. */
  name: string;
  records: readonly Readonly<Record<string, unknown>>[];
}

export const { handOver: handOverImport, takeHandover: takeImport } = createHandover<Handover>();
