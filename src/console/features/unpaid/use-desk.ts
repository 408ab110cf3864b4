import { useEffect, useMemo } from 'react';
import { useStore } from '#console/api/store.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { put, useAddress, useSearchParam } from '#console/kit/address/address.ts';
import { rangeOf } from '#console/kit/dates/ranges.ts';
import { useToday } from '#console/session/today.ts';
import { deskRows } from './desk.ts';
import { createdStore } from './kept.ts';
import { useSince } from './use-since.ts';
import { useUnpaid, usualFailed } from './use-unpaid.ts';

/** Default range: as far back as the oldest age. */
const usualRange = 'last-90-days';

function useRange() {
  const [query, change] = useAddress();
  const today = useToday();
  const isBare = !['range', 'from', 'to'].some((param) => query.has(param));
  useEffect(() => {
    if (!isBare) return;
    change((now) => put(now, { range: usualRange }), { replace: true });
  }, [isBare, change]);
  return rangeOf(isBare ? new URLSearchParams({ range: usualRange }) : query, today);
}

/** The unpaid debits of the address's period and status, with what followed each. */
export function useDesk() {
  const today = useToday();
  const range = useRange();
  const [status, setStatus] = useSearchParam('status');
  const failed = status || usualFailed;
  const unpaid = useUnpaid(range, failed, today);
  const followed = useSince(unpaid.list, range.from, today);
  const created = useStore(createdStore);
  const nameOf = useKnownNames();
  const { list } = unpaid;
  const { since } = followed;
  const rows = useMemo(() => deskRows(list, nameOf, since, created, today), [list, nameOf, since, created, today]);
  return { range, status, setStatus, failed, unpaid, followed, rows };
}

export type Desk = ReturnType<typeof useDesk>;
