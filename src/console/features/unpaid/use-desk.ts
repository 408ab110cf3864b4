import { useMemo } from 'react';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { createdStore } from '#console/domain/collections/unpaid/created.ts';
import { usualFailed } from '#console/domain/collections/unpaid/debits.ts';
import { useSince } from '#console/domain/collections/unpaid/use-since.ts';
import { useUnpaid } from '#console/domain/collections/unpaid/use-unpaid.ts';
import { useToday } from '#console/session/today.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { useStore } from '#kit/base/store.ts';
import { usePeriod } from '#kit/dates/use-date-range.ts';
import { deskRows, followedRows } from './desk.ts';
import { useFollowUps } from './use-follow-ups.ts';

/** As far back as the oldest age. */
export const usualDeskPeriod = 'last-90-days';

/** The unpaid debits of the address's period and status, with what followed each. */
export function useDesk() {
  const today = useToday();
  const { range } = usePeriod('back', usualDeskPeriod);
  const [status, setStatus] = useSearchParam('status');
  const failed = status || usualFailed;
  const unpaid = useUnpaid(range, failed, today);
  const followed = useSince(unpaid.list, range.from, today);
  const created = useStore(createdStore);
  const nameOf = useKnownNames();
  const { list } = unpaid;
  const { since, paid } = followed;
  const follow = useFollowUps(today);
  const debits = useMemo(
    () => deskRows(list, { nameOf, since, created, paid, today }),
    [list, nameOf, since, created, paid, today],
  );
  const { of, isThere } = follow;
  const rows = useMemo(() => (isThere ? followedRows(debits, of) : debits), [debits, of, isThere]);
  return { range, status, setStatus, failed, unpaid, followed, follow, rows };
}

export type Desk = ReturnType<typeof useDesk>;
