import { createHandover } from './handover.ts';

/** The records that another page passes to Import, to fill a sheet with them. */
interface Handover {
  /** What the import does with them, as in `operations`. */
  operation: string;
  /** Where they come from, as people read it. */
  name: string;
  /** By field name. */
  records: readonly Readonly<Record<string, unknown>>[];
}

export const { handOver: handOverImport, takeHandover: takeImport } = createHandover<Handover>();
