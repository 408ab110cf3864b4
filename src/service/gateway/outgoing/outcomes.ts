import type { Fields } from '#answers/read-back/reader.ts';

/** How it became known: by the answer, by reading back, by a delivery report, or by a person. */
export type OutcomeSource = 'answer' | 'reading back' | 'delivery report' | 'person';

/** Of an item: `open` while it is not known. `unclear`: a person decides. `not stored`: it may be sent again. */
type OutgoingItemState = 'open' | 'accepted' | 'refused' | 'not stored' | 'unclear';

export interface ItemOutcome {
  state: OutgoingItemState;
  by?: OutcomeSource;
  /** What was found last, as a sentence. */
  note?: string;
  /** When it was first found missing, with nothing found since; milliseconds since 1970. */
  absentSince?: number;
  /** Of `Successful` or `Failed`, as JSON. */
  result?: string;
}

export interface SentItem {
  /** In the call. */
  place: number;
  fields: Fields;
  /** What the provider has said of the record's names: the item may have one of them. */
  names?: Fields;
}

/** What a call has sent, and what it could not send. */
export interface OutgoingItems {
  sent: readonly SentItem[];
  /** Refused here, as JSON of `Failed`. */
  refused: readonly string[];
  /** What was read before they were sent, in their order. */
  before?: readonly (readonly Fields[] | undefined)[];
}

export const notStoredFault = {
  Code: 'NOT_STORED',
  Message: 'The provider has not stored it. It can be sent again.',
} as const;

export const isUnsettledItem = ({ state }: ItemOutcome): boolean => state === 'open' || state === 'unclear';

/** The entry of the audit for what became known of some items. */
export function auditOutcome(
  states: readonly OutgoingItemState[],
): 'done' | 'partly' | 'refused' | 'not stored' | 'unclear' {
  if (states.includes('unclear')) return 'unclear';
  if (states.every((it) => it === 'accepted')) return 'done';
  if (states.includes('accepted')) return 'partly';
  return states.every((it) => it === 'not stored') ? 'not stored' : 'refused';
}
