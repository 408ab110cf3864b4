import { isObject } from '../error-body.ts';
import { stageOf } from '../statuses.ts';
import type { Fields, RecordReader } from './reader.ts';

/**
 * The outcome of an item whose answer was lost, according to the provider's records. `unclear`: they don't show it, and a
 * person decides.
 */
export interface Finding {
  verdict: 'there' | 'absent' | 'unclear';
  found?: Fields;
  /** What a person should know of it, among others that no list from before the call is known. */
  note?: string;
}

/**
 * For each item the records that it could be taken for, as they were before the call was sent; `undefined` where they were not
 * or could not be read. Each has the fields that are compared.
 */
type Before = readonly (readonly Fields[] | undefined)[];

/** A call's items, and what was read before they were sent. */
interface SentItems {
  items: readonly Fields[];
  before?: Before;
  /** Whether a found record is the outcome of another call. */
  isClaimed?(found: Fields, item: Fields): boolean;
}

export interface ReadBack {
  /** What to read before the call is sent. A list that is not answered is missing in the result. */
  before(reader: RecordReader, items: readonly Fields[], signal?: AbortSignal): Promise<Before>;
  /** @throws if there is no answer */
  look(reader: RecordReader, sent: SentItems): Promise<Finding[]>;
}

/** The list before of one item; one of another shape is as good as none. */
export const beforeOf = ({ before }: SentItems, index: number): readonly Fields[] | undefined => {
  const list = before?.[index];
  return list?.every(isObject) ? list : undefined;
};

export const notKnown = 'What was there before is not known.';

export const statusIn = (record: Fields): string => {
  const status = record.InstalmentStatus ?? record.PaymentStatus ?? record.Status ?? record.MandateStatusCode;
  return typeof status === 'string' ? status : '';
};

/** Providers have their own words for it. */
export const isCancelledStatus = (status: string): boolean =>
  stageOf(status) === 'cancelled' || /^\s*(?:cancel|delete|withdraw)/i.test(status);
