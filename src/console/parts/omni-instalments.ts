import type { LooseOutput } from '../../contract/operations.ts';
import type { DateText } from '../../rules/calendar.ts';
import { useRead } from '../api.ts';
import { heldBack } from './instalment-totals.ts';

export type Omni = LooseOutput<'omniInstalmentList'>;

const none: Omni[] = [];

/** Those that can still be cancelled, as far as is known here: not over, and not going out today. */
export const remainingOf = (list: readonly Omni[], today: DateText): Omni[] =>
  list.filter((it) => heldBack(it, today) === undefined);

/** The omni instalments of one contract, of one status if that is given; nothing is asked without a contract. */
export function useOmni(sequence: number | undefined, status = '') {
  const read = useRead(
    'omniInstalmentList',
    sequence === undefined ? null : { ContractSequence: sequence, ...(status ? { Status: status } : {}) },
  );
  // A retrieve that finds nothing may answer 404 (interface, Errors): here that is an empty list.
  const error = read.error?.kind === 'notFound' ? null : read.error;
  // What was answered before is not shown beside the answer that there is nothing any more.
  const list = read.error?.kind === 'notFound' ? none : (read.data?.records ?? none);
  return { ...read, list, error, isKnown: read.data !== undefined || read.error?.kind === 'notFound' };
}
