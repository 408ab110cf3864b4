import { useMemo, useState, type ReactNode } from 'react';
import { host, type KitFields } from '#kit/host.ts';
import { fittedColumns, shownOf, type Column } from './columns.ts';
import type { RowsProps } from './rows-props.ts';
import { Rows } from './rows.tsx';
import { sorted, type Sort, type SortBy } from './sort.ts';

interface GridStatus {
  loading: boolean;
  error?: Error | null;
  retry?(): void;
}

interface Props<Row> extends Pick<
  RowsProps<Row>,
  'label' | 'rowKey' | 'href' | 'actions' | 'actionsWidth' | 'selection' | 'totals' | 'isSortedElsewhere'
> {
  rows: readonly Row[];
  columns: readonly (keyof KitFields | Column<Row>)[];
  status: GridStatus;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Keeps the order elsewhere, such as in the address. */
  sort?: Sort;
}

/** The rows of a list that is in memory; on a phone, cards. A report's rows are shown by `SourceGrid`, with the same table. */
export function Grid<Row extends object>(props: Props<Row>) {
  const { rows, status, empty } = props;
  const columns = useMemo(() => fittedColumns(props.columns.map(shownOf), rows), [props.columns, rows]);
  const [ownSort, setOwnSort] = useState<SortBy | null>(null);
  const { by, set } = props.sort ?? { by: ownSort, set: setOwnSort };
  const { fieldName: sortField, isDescending } = by ?? { isDescending: false };
  const ordered = useMemo(
    () => sorted(rows, sortField === undefined ? null : { fieldName: sortField, isDescending }),
    [rows, sortField, isDescending],
  );

  const isWaiting = status.loading && rows.length === 0;
  if (status.error && rows.length === 0) return <host.ErrorState error={status.error} retry={status.retry} />;
  if (rows.length === 0 && !isWaiting) return <>{empty}</>;

  return (
    <div>
      {status.error && <host.ErrorState error={status.error} retry={status.retry} />}
      <Rows<Row>
        label={props.label}
        columns={columns}
        count={ordered.length}
        rowAt={(position) => ordered[position]}
        rowKey={props.rowKey}
        href={props.href}
        actions={props.actions}
        actionsWidth={props.actionsWidth}
        selection={props.selection}
        by={by}
        onSort={set}
        isSortedElsewhere={props.isSortedElsewhere}
        isBusy={status.loading}
        isWaiting={isWaiting}
        totals={props.totals}
      />
    </div>
  );
}
