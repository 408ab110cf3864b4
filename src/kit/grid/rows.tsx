import { useCallback, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { host, type LabelOf } from '#kit/host.ts';
import { later } from '#kit/ui/later.tsx';
import { PaperTable, useOnPrint } from '#kit/ui/paper.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { actionsWidthPx as usualActionsWidth, fittingColumns, type Column } from './columns.ts';
import { cellContent, GridLine, LineSkeleton } from './line.tsx';
import type { Cards as CardsOf } from './narrow/cards.tsx';
import type { RowsProps } from './rows-props.ts';
import { GridTable } from './table.tsx';

/** The rows of a list on paper: all columns, also those that the window has no room for. */
function PaperRows<Row extends object>(
  props: Pick<RowsProps<Row>, 'columns' | 'count' | 'rowAt' | 'totals'> & { labelOf: LabelOf },
) {
  const { columns, count, rowAt, labelOf, totals } = props;
  const [isPrinting, setPrinting] = useState(false);
  useOnPrint(setPrinting);
  if (!isPrinting || count === 0) return null;
  return (
    <PaperTable
      heads={columns.map(({ label, align }) => ({ label, isRight: align === 'right' }))}
      count={count}
      cellsAt={(position) => {
        const row = rowAt(position);
        return row && columns.map((column) => cellContent(column, row, labelOf));
      }}
      totals={totals && columns.map(({ fieldName }) => totals[fieldName])}
    />
  );
}

/** Approximate width until measured, so that a phone does not first render a table. */
const guess = () => (innerWidth < 900 ? innerWidth - 24 : Math.min(1440, innerWidth - 270));

/** Pixels, and the ref for the element. */
function useFrameWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState(guess);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    // Without the frame's borders.
    const measure = () => setRoom(element.clientWidth - 2);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, ref];
}

const Cards = later(async () => (await import('./narrow/cards.tsx')).Cards) as <Row extends object>(
  props: ComponentProps<typeof CardsOf<Row>> & { meanwhile: ReactNode },
) => ReactNode;

/** A phone has no room for columns, and a wider frame has for those that a list needs. */
const [phonePx, narrowPx] = [400, 600];
const selectPx = 44;

/** The width that a table needs, of columns that are never left out. */
const neededPx = (columns: readonly Pick<Column<never>, 'width' | 'priority'>[]): number =>
  columns.reduce((sum, { width = narrowPx, priority }) => (priority === undefined ? sum + width : sum), selectPx);

/** Rows by position, all in memory or loaded as they are shown: a table, or cards on a phone. */
export function Rows<Row extends object>(props: RowsProps<Row>) {
  const { label, columns: all, count, rowAt, rowKey, href, actions, selection, isBusy, isWaiting, by, onSort } = props;
  const actionsWidth = actions ? (props.actionsWidth ?? usualActionsWidth) : 0;
  const [room, frame] = useFrameWidth();
  const columns = useMemo(() => fittingColumns(all, room - actionsWidth), [all, room, actionsWidth]);
  const { labelOf, isLoading } = host.useLabels(all.map((it) => it.fieldName));
  return (
    <>
      <PaperRows columns={all} count={count} rowAt={rowAt} labelOf={labelOf} totals={props.totals} />
      <div ref={frame} data-screen="">
        {room < Math.max(phonePx, Math.min(narrowPx, neededPx(all) + actionsWidth)) ? (
          <Cards
            {...props}
            meanwhile={<Skeletons rows={6} height={84} />}
            labelOf={labelOf}
            // A code's name may need another line.
            isWaiting={isWaiting || isLoading}
          />
        ) : (
          <GridTable
            label={label}
            heads={columns}
            count={count}
            line={(position) => {
              const row = rowAt(position);
              if (!row) return <LineSkeleton key={`at ${position}`} position={position} columns={columns} />;
              return (
                <GridLine
                  key={rowKey(row)}
                  row={row}
                  position={position}
                  columns={columns}
                  labelOf={labelOf}
                  to={href?.(row)}
                  actions={actions}
                  selection={selection}
                />
              );
            }}
            by={by}
            onSort={onSort}
            isBusy={isBusy}
            isWaiting={isWaiting}
            actionsWidth={actionsWidth}
            totals={props.totals}
            onShow={props.onShow}
          />
        )}
      </div>
    </>
  );
}
