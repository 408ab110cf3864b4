import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { askDayGroups, type CollectionReport, type DayGroups } from '#console/domain/collections/ask.ts';
import { splitAt, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { collectionsPath } from '#console/domain/collections/link.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { links } from '#console/domain/links.ts';
import { useToday } from '#console/session/today.ts';
import type { Days } from '#kit/dates/ranges.ts';

interface Part {
  title: string;
  days: Days;
  groups: readonly DayGroup[];
  leftOut: DayGroups['leftOut'] | undefined;
  linkTo(days: Days): string;
}

export interface Collections {
  groups: DayGroup[];
  twice: ReadonlyMap<string, readonly string[]>;
  parts: Part[];
  isLoading: boolean;
  error: CallError | null;
  retry(): void;
}

/** Both reports as one: waits for both, fails with either. */
interface Reads {
  isLoading: boolean;
  error: CallError | null;
  refetch(): unknown;
}

const both = (reads: readonly Reads[]) => {
  const failed = reads.filter((it) => it.error);
  return {
    isLoading: reads.some((it) => it.isLoading),
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach((it) => void it.refetch()),
  };
};

const useDayGroups = (report: CollectionReport, days: Days | undefined) =>
  useFigures(report, days ?? null, ['days'], (source) => askDayGroups(report, source));

/** Outcomes up to today and scheduled debits from today on. */
export function useCollections(days: Days): Collections {
  const { href } = useTenant();
  const { past, ahead } = splitAt(days, useToday());
  const done = useDayGroups('transactions', past);
  const due = useDayGroups('future-transactions', ahead);
  const parts: Part[] = [];
  if (past)
    parts.push({
      title: 'Transactions report',
      days: past,
      linkTo: (some) => href(collectionsPath(some)),
      groups: done.data?.groups ?? [],
      leftOut: done.data?.leftOut,
    });
  if (ahead)
    parts.push({
      title: 'Future transactions report',
      days: ahead,
      linkTo: (some) => href(links.reports('future-transactions', { ...some })),
      groups: due.data?.groups ?? [],
      leftOut: due.data?.leftOut,
    });
  const twice = new Map(
    [...(done.data?.twice ?? []), ...(due.data?.twice ?? [])].map(({ date, contracts }) => [date, contracts]),
  );
  return { groups: [...(done.data?.groups ?? []), ...(due.data?.groups ?? [])], twice, parts, ...both([done, due]) };
}
