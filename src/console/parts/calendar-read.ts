import { useMemo } from 'react';
import { useRead } from '../api.ts';
import type { CallError } from '../errors.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { entriesOfScheduled, entriesOfTransactions, splitAt, sumOf, type Entry, type Sum } from './calendar-entries.ts';
import { collectionFilters, transactionsPath } from './collections-link.ts';
import type { Days } from './ranges.ts';
import { useToday } from './today.ts';

/** One of the reports that the days are made of, and where it stands in full. */
export interface Part extends Sum {
  title: string;
  days: Days;
  /** The report of some of its days. */
  linkTo(days: Days): string;
}

export interface Collections {
  entries: Entry[];
  parts: Part[];
  isLoading: boolean;
  error: CallError | null;
  retry(): void;
}

/** Collections of some days: up to today what came of them, from today on what is scheduled. */
export function useCollections(days: Days): Collections {
  const { product, href } = usePlace();
  const { past, ahead } = splitAt(days, useToday());
  const done = useRead(
    'transactionReport',
    past ? { StartDate: `${past.from} 00:00`, EndDate: `${past.to} 23:59`, Product: product } : null,
  );
  const due = useRead('futureTransactionReport', ahead ? { StartDate: ahead.from, EndDate: ahead.to } : null);

  const came = done.data?.records;
  const coming = due.data?.records;
  const happened = useMemo(() => entriesOfTransactions(came ?? []), [came]);
  const scheduled = useMemo(() => entriesOfScheduled(coming ?? []), [coming]);
  const entries = useMemo(() => [...happened, ...scheduled], [happened, scheduled]);

  const reads = [done, due].filter((it) => it.isEnabled);
  const failed = reads.filter((it) => it.error && it.error.kind !== 'notFound');
  const parts: Part[] = [];
  if (past)
    parts.push({
      title: 'Transactions report',
      days: past,
      linkTo: (some) => href(transactionsPath(some, collectionFilters(came ?? []))),
      ...sumOf(happened),
    });
  if (ahead)
    parts.push({
      title: 'Future transactions report',
      days: ahead,
      linkTo: (some) => href(links.reports('future-transactions', { ...some })),
      ...sumOf(scheduled),
    });
  return {
    entries,
    parts,
    isLoading: reads.some((it) => it.isLoading),
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach((it) => void it.refetch()),
  };
}
