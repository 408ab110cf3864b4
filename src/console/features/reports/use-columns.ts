import { useCallback, useEffect, useMemo } from 'react';
import type { Report } from '#console/domain/collections/report-list.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { arrangedColumns, plainLayout, useLayout, type Layout } from '#kit/data-grid/layout.ts';
import { shownOf } from '#kit/grid/columns.ts';

export interface ColumnChoice {
  layout: Layout;
  setLayout(layout: Layout): void;
  shown: string[];
}

const isPlain = ({ order, hidden }: Layout): boolean => order.length === 0 && hidden.length === 0;

/** The address has columns and order, so that a link shows the same table; widths and pinning stay in this browser. */
export function useReportColumns(report: Report): ColumnChoice {
  const [query, change] = useAddress();
  const [own, setOwn] = useLayout(`report-${report.name}`);
  const inAddress = query.get('columns');
  const columns = useMemo(() => report.columns.map(({ fieldName, label }) => shownOf({ fieldName, label })), [report]);

  const usual = useMemo(
    () => columns.map((it) => it.fieldName).filter((fieldName) => !report.hidden.includes(fieldName)),
    [columns, report],
  );

  const layout = useMemo((): Layout => {
    const named = (inAddress ?? '').split(',').filter((fieldName) => columns.some((it) => it.fieldName === fieldName));
    if (named.length === 0) return isPlain(own) ? { ...own, hidden: report.hidden } : own;
    return {
      ...own,
      order: named,
      hidden: columns.map((it) => it.fieldName).filter((fieldName) => !named.includes(fieldName)),
    };
  }, [own, inAddress, columns, report]);
  const shown = useMemo(() => arrangedColumns(columns, layout).map((it) => it.fieldName), [columns, layout]);

  const say = useCallback(
    (fieldNames: readonly string[]) => {
      const text = fieldNames.join(',');
      change((now) => put(now, { columns: text === usual.join(',') ? '' : text }), { replace: true });
    },
    [change, usual],
  );
  const setLayout = useCallback(
    (next: Layout) => {
      // Showing all columns is a choice: an explicit order distinguishes it from the default.
      const isAll = next !== plainLayout && isPlain(next);
      const all = columns.map((it) => it.fieldName);
      setOwn(isAll ? { ...next, order: all } : next);
      const fieldNames = next === plainLayout ? usual : arrangedColumns(columns, next).map((it) => it.fieldName);
      if (fieldNames.join(',') !== shown.join(',')) say(fieldNames);
    },
    [setOwn, say, shown, columns, usual],
  );
  // Added to the address, so that a copied link has them.
  const isUnsaid = inAddress === null && shown.join(',') !== usual.join(',');
  useEffect(() => {
    if (isUnsaid) say(shown);
  }, [isUnsaid, say, shown]);
  return { layout, setLayout, shown };
}
