import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import { offersOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { useTenant } from '#console/api/tenant.ts';
import { operations } from '#contract/operations.ts';
import type { PassedChangeList } from '#contract/passed-changes.ts';
import { dateOf } from '#rules/calendar.ts';
import { authorsOf, loggedAuthor, type LoggedChange, type NamedContract } from './authors.ts';

/** The service reads so many at a time. */
const mostDays = 400;

/** All names of a contract that it or its reports have. */
export const namesOfContract = (
  named: NamedContract,
  changes: readonly LoggedChange[] | undefined,
): [string, string][] =>
  (['ClientNumber', 'ContractNumber', 'ContractSequence'] as const).flatMap((name) => {
    const value = named[name] ?? changes?.find((it) => it[name] != null)?.[name];
    return value == null ? [] : [[name, String(value)]];
  });

/**
 * Who made each change that the reports of a contract show. In front of a provider the reports name one machine for all people, so the
 * changes that passed this server on the same days are read as well; until then, and elsewhere, it is whom the report names.
 * @param changes undefined until all reports have loaded
 * @param readAt when the reports were read: every change of this server that they show was asked for before
 */
export function useAuthors(
  named: NamedContract,
  { changes, readAt, isPayout = false }: { changes?: readonly LoggedChange[]; readAt: number; isPayout?: boolean },
) {
  const { merchant, product } = useTenant();
  const days = useMemo(
    () =>
      [
        ...new Set(
          changes?.flatMap(({ ChangeDate, ChangeType }) => (ChangeType === 'STATE' ? [] : dateOf(ChangeDate ?? ''))),
        ),
      ]
        .filter(Boolean)
        .toSorted()
        .slice(-mostDays),
    [changes],
  );
  // A change may have been sent under any of its names, so all are needed.
  const names = namesOfContract(named, changes);
  const query = { Product: product, Days: days.join(','), ...Object.fromEntries(names) };
  const read = useQuery<PassedChangeList, CallError>({
    queryKey: ['passedChanges', merchant, query, readAt],
    queryFn: ({ signal }) => callExtension('passedChangeList', { merchant }, { query, signal }),
    staleTime: Infinity,
    enabled: offersOutgoingCalls() && days.length > 0 && names.length === 3,
  });
  const { data } = read;
  const authorOf = useMemo(() => {
    if (!data || !changes) return loggedAuthor;
    const [first = ''] = days;
    const Since = data.Since !== null && data.Since < first ? first : data.Since;
    const Changes = data.Changes.filter(
      ({ Operation }) => Operation === 'clientEdit' || (operations[Operation].resource === 'payouts') === isPayout,
    );
    return authorsOf({ Since, Changes }, changes);
  }, [data, changes, days, isPayout]);
  return { authorOf, read };
}
