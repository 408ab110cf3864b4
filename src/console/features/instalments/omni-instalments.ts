import type { Input, LooseOutput } from '../../../contract/operations.ts';
import type { DateText } from '../../../rules/calendar.ts';
import { useRead } from '../../api/client.ts';
import { isChangeable } from '../../domain/instalment/totals.ts';

export type Omni = LooseOutput<'omniInstalmentList'>;

const none: Omni[] = [];

/** Those that can still be cancelled, as far as is known here: not over, and not going out today. */
export const remainingOf = (list: readonly Omni[], today: DateText): Omni[] =>
  list.filter((it) => isChangeable(it, today));

/** The omni instalments that a filter finds; `null` asks nothing. */
export function useOmni(filter: Input<'omniInstalmentList'> | null) {
  const read = useRead('omniInstalmentList', filter);
  // A retrieve that finds nothing may answer 404 (interface, Errors): here that is an empty list.
  const error = read.error?.kind === 'notFound' ? null : read.error;
  // What was answered before is not shown beside the answer that there is nothing any more.
  const list = read.error?.kind === 'notFound' ? none : (read.data?.records ?? none);
  return { ...read, list, error, isKnown: read.data !== undefined || read.error?.kind === 'notFound' };
}
