import type { ChangeName } from './operations.ts';

/**
 * Who asked for the changes of a record that went to a provider through this server, which knows only the server: a call of this
 * service's own (docs/gateway.md). Times are the service's wall clock, `2026-12-01 08:00`, with a minute more for the clock of the
 * provider.
 */
export interface PassedChange {
  Operation: ChangeName;
  /** The name of the person or program. */
  AskedBy: string;
  /** The provider's reports can't show it earlier. */
  From: string;
  /** Or later; null while its outcome is not known. */
  To: string | null;
  /** Whether all of it is stored, for certain. */
  IsStored: boolean;
  /** What an edit changes; a personal value is left out. */
  Fields: { Field: string; Sequence?: number; New?: string | null }[];
  /** Whether it may be about other records only, or has more fields: an entry of the audit lists the first ones. */
  IsPartial: boolean;
}

export interface PassedChangeList {
  /** From when the answer has every change; null if it can't have any. */
  Since: string | null;
  Changes: PassedChange[];
}
