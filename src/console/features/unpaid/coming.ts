import { useMemo } from 'react';
import { grouped } from '#console/domain/collections/day-groups.ts';
import { show } from '#console/kit/ui/format.tsx';
import { dateOf } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import type { PreparedDebits, Row } from './prepared.ts';

/** What the contracts have scheduled next, and on which days they would be debited twice. */
export function useComing({ rows, before, isReading }: Pick<PreparedDebits, 'rows' | 'before' | 'isReading'>) {
  const scheduled = useMemo(() => before && grouped(before, (it) => it.ContractSequence ?? null), [before]);
  const own = useMemo(() => grouped(rows, (it) => `${it.unpaid.ContractSequence} ${it.date}`), [rows]);
  const of = ({ unpaid }: Row) => scheduled?.get(unpaid.ContractSequence ?? null) ?? [];
  const dueOf = (it: { InstalmentActionDate?: string | null }) => it.InstalmentActionDate ?? '';
  return {
    isTwice: (row: Row): boolean =>
      row.date !== '' &&
      (of(row).some((it) => dateOf(dueOf(it)) === row.date) ||
        (own.get(`${row.unpaid.ContractSequence} ${row.date}`)?.length ?? 0) > 1),
    textOf: (row: Row): string => {
      if (isReading) return 'Looking…';
      const [next] = of(row).toSorted((one, other) => dueOf(one).localeCompare(dueOf(other)));
      if (next) return `${dayText(dueOf(next))}, ${show('InstalmentAmount', next.InstalmentAmount)}`;
      return before ? 'Nothing' : '';
    },
  };
}
