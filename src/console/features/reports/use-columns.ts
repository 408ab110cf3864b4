import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { shownOf } from '../../kit/grid/columns.ts';
import { arranged, useLayout, type Layout } from '../../kit/data-grid/layout.ts';
import type { Report } from '../../domain/collections/report-list.ts';

export interface Columns {
  layout: Layout;
  setLayout(layout: Layout): void;
  /** Fields of the columns that are shown, in order. */
  shown: string[];
}

/**
 * Which columns a report shows, and how. Which ones and in what order stands in the address, so that a link shows the same
 * table; widths and what is pinned belong to this browser.
 */
export function useColumns(report: Report): Columns {
  const [query, setQuery] = useSearchParams();
  const [own, setOwn] = useLayout(`report-${report.name}`);
  const said = query.get('columns');
  const columns = useMemo(() => report.columns.map(({ fieldName, label }) => shownOf({ fieldName, label })), [report]);

  const layout = useMemo((): Layout => {
    const named = (said ?? '').split(',').filter((fieldName) => columns.some((it) => it.fieldName === fieldName));
    if (named.length === 0) return own;
    return {
      ...own,
      order: named,
      hidden: columns.map((it) => it.fieldName).filter((fieldName) => !named.includes(fieldName)),
    };
  }, [own, said, columns]);
  const shown = useMemo(() => arranged(columns, layout).map((it) => it.fieldName), [columns, layout]);

  const say = useCallback(
    (fieldNames: readonly string[]) => {
      const text = fieldNames.join(',');
      const isPlain = text === columns.map((it) => it.fieldName).join(',');
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          if (isPlain) after.delete('columns');
          else after.set('columns', text);
          return after;
        },
        { replace: true },
      );
    },
    [setQuery, columns],
  );
  const setLayout = useCallback(
    (next: Layout) => {
      setOwn(next);
      const fieldNames = arranged(columns, next).map((it) => it.fieldName);
      if (fieldNames.join(',') !== shown.join(',')) say(fieldNames);
    },
    [setOwn, say, shown, columns],
  );
  // What this browser shows from last time is said in the address, too, before it is sent to somebody.
  const isUnsaid = said === null && shown.join(',') !== columns.map((it) => it.fieldName).join(',');
  useEffect(() => {
    if (isUnsaid) say(shown);
  }, [isUnsaid, say, shown]);
  return { layout, setLayout, shown };
}
