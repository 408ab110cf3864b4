import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { useLabels } from '#console/api/lookups.ts';
import { ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import type { FieldName } from '#contract/fields.ts';
import { fitted, fitting, shownOf, actionsWidth as usualActionsWidth, type Column } from './columns.ts';
import { Line } from './line.tsx';
import type { Cards as CardsOf } from './narrow/cards.tsx';
import type { SelectableRows } from './row-box.tsx';
import { sorted, type Sort, type SortBy } from './sort.ts';
import { GridTable } from './table.tsx';
import { useFrameWidth } from './use-frame-width.ts';

interface GridStatus {
  loading: boolean;
  error?: CallError | null;
  retry?(): void;
}

interface Props<Row> {
  /** For screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly (FieldName | Column<Row>)[];
  status: GridStatus;
  /** Shown if there are no rows. */
  empty: ReactNode;
  rowKey(row: Row): string | number;
  /** A row's address; its first cell is the link. */
  href?(row: Row): string | undefined;
  /** Buttons in a last column. */
  actions?(row: Row): ReactNode;
  selection?: SelectableRows<Row>;
  /** Pixels of the column of actions. */
  actionsWidth?: number;
  /** To store the order elsewhere, such as in the address. */
  sort?: Sort;
  /** A sticky last row, by field. */
  totals?: Partial<Record<string, ReactNode>>;
}

const Cards = lazy(async () => ({ default: (await import('./narrow/cards.tsx')).Cards })) as typeof CardsOf;

/** Narrower frames show cards. */
const narrow = 600;

/** A list in memory; on a phone, cards. `SourceGrid` shows rows that load in pages, with the same table. */
export function Grid<Row extends object>(props: Props<Row>) {
  const { label, rows, status, empty, rowKey, href, actions, selection, totals } = props;
  const actionsWidth = actions ? (props.actionsWidth ?? usualActionsWidth) : 0;
  const [room, frame] = useFrameWidth();
  const all = useMemo(() => fitted(props.columns.map(shownOf), rows), [props.columns, rows]);
  const columns = useMemo(() => fitting(all, room - actionsWidth), [all, room, actionsWidth]);
  const labelOf = useLabels(all.map((it) => it.fieldName));
  const [ownSort, setOwnSort] = useState<SortBy | null>(null);
  const { by, set } = props.sort ?? { by: ownSort, set: setOwnSort };
  const { fieldName: sortField, isDescending } = by ?? { isDescending: false };
  const ordered = useMemo(
    () => sorted(rows, sortField === undefined ? null : { fieldName: sortField, isDescending }),
    [rows, sortField, isDescending],
  );

  const isWaiting = status.loading && rows.length === 0;
  if (status.error && rows.length === 0) return <ErrorState error={status.error} retry={status.retry} />;
  if (rows.length === 0 && !isWaiting) return <>{empty}</>;

  return (
    <div ref={frame}>
      {status.error && <ErrorState error={status.error} retry={status.retry} />}
      {room < narrow ? (
        <Suspense fallback={<Skeletons rows={6} height={84} />}>
          <Cards
            label={label}
            rows={ordered}
            columns={all}
            rowKey={rowKey}
            labelOf={labelOf}
            href={href}
            actions={actions}
            selection={selection}
            by={by}
            onSort={set}
            isWaiting={isWaiting}
            totals={totals}
          />
        </Suspense>
      ) : (
        <GridTable
          label={label}
          heads={columns}
          count={ordered.length}
          line={(position) => {
            const row = ordered[position];
            return (
              row && (
                <Line
                  key={rowKey(row)}
                  row={row}
                  position={position}
                  columns={columns}
                  labelOf={labelOf}
                  href={href}
                  actions={actions}
                  selection={selection}
                />
              )
            );
          }}
          by={by}
          onSort={set}
          isBusy={status.loading}
          isWaiting={isWaiting}
          actionsWidth={actionsWidth}
          totals={totals}
        />
      )}
    </div>
  );
}
