import type { ApiResponse } from '../../contract/operation.ts';
import type { CallError } from '../errors.ts';
import type { FailedItem } from '../wire.ts';

/** Whatever the service did to each item of a write; what its items hold does not matter here. */
export interface Written {
  Successful: readonly object[];
  Failed: readonly FailedItem[];
  api: ApiResponse;
}

/** Every item that was sent is done, refused or unknown; nothing is left out of the sum (features, B6). */
export interface Tally {
  done: number;
  refused: number;
  unknown: number;
}

/** Kinds after which nothing was stored; after any other the item may or may not be. */
const nothingStored = new Set(['refused', 'notPermitted', 'notFound', 'signedOut']);

export function tallyOf(sent: number, result?: Written, error?: CallError | null): Tally {
  if (result) {
    const [done, refused] = [result.Successful.length, result.Failed.length];
    return { done, refused, unknown: Math.max(0, sent - done - refused) };
  }
  if (!error) return { done: 0, refused: 0, unknown: 0 };
  return nothingStored.has(error.kind)
    ? { done: 0, refused: sent, unknown: 0 }
    : { done: 0, refused: 0, unknown: sent };
}
