import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '#console/api/auth.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { DateText } from '#rules/calendar.ts';
import type { KeptBook } from './book.ts';
import { settledOf } from './items.ts';
import { keptBooks } from './store.ts';

/** The accounts that are kept of the merchant; an error where the server does not answer. */
export function useBooks() {
  const { merchant } = useTenant();
  const { subject } = useSession();
  const queryKey = useMemo(() => ['bank', subject, merchant], [subject, merchant]);
  const books = useQuery<KeptBook[], Error>({
    queryKey,
    queryFn: () => keptBooks(merchant),
    retry: false,
    // Others change them.
    staleTime: 0,
  });
  return { books, queryKey };
}

/** The day of the bank line that was matched as the client's own payment of an unpaid debit, by the debit's item. */
export function useSettledDays(): ReadonlyMap<string, DateText> {
  const { data } = useBooks().books;
  return useMemo(() => {
    const settled = new Map<string, DateText>();
    for (const { book } of data ?? []) {
      const dayOf = new Map(book.lines.map((it) => [it.id, it.date]));
      for (const { rule, line, terms } of book.matches)
        if (rule === 'settles')
          for (const { items = [] } of terms) for (const id of items) settled.set(id, dayOf.get(line) ?? '');
    }
    return settled;
  }, [data]);
}

export function useSettled(): (key: string) => DateText | undefined {
  const { product } = useTenant();
  const days = useSettledDays();
  return useMemo(() => settledOf(days, product), [days, product]);
}
