import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '#console/api/auth.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { KeptBook } from './book.ts';
import { itemId } from './items.ts';
import { isKeptByService, keptBooks } from './store.ts';

/** The accounts that are kept of the merchant; an error where the browser keeps nothing or the service does not answer. */
export function useBooks() {
  const { merchant } = useTenant();
  const { subject } = useSession();
  const queryKey = useMemo(() => ['bank', subject, merchant], [subject, merchant]);
  const books = useQuery<KeptBook[], Error>({
    queryKey,
    queryFn: () => keptBooks(merchant),
    retry: false,
    // Others change them at the service.
    staleTime: isKeptByService() ? 0 : Infinity,
  });
  return { books, queryKey };
}

/** Whether a bank line was matched as the client's own payment of an unpaid debit, by the debit's `transactionKeys`. */
export function useSettled(): (key: string) => boolean {
  const { product } = useTenant();
  const { data } = useBooks().books;
  return useMemo(() => {
    const matches = (data ?? []).flatMap(({ book }) => book.matches).filter((it) => it.rule === 'settles');
    const settled = new Set(matches.flatMap((it) => it.terms.flatMap((term) => term.items ?? [])));
    return (key) =>
      settled.has(`${product} ${itemId('failed', key)}`) || settled.has(`${product} ${itemId('returned', key)}`);
  }, [data, product]);
}
