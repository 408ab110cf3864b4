import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { useStore } from '#kit/base/store.ts';
import { useShownFirst } from '#kit/form/shown-first.ts';
import { Hidden } from '#kit/ui/hidden.tsx';
import type { ShownColumn } from './columns.ts';
import { densityStore } from './density.ts';
import { useGridFocus, type GridCell, type OnKey } from './focus.ts';
import { GridFrame } from './frame.ts';
import { RowsGap, SkeletonLines } from './line.tsx';
import { useRowClick } from './row-click.ts';
import { nextSort, type SortBy } from './sort.ts';
import { rowHeight, scrollTopFor, steppedScroll, windowOf } from './window.ts';

export type GridHead = Pick<ShownColumn<object>, 'fieldName' | 'label' | 'align' | 'width'>;

export interface GridHandle {
  /** The cell that has the grid's tab stop. */
  at: GridCell;
  /** Moves the focus, and scrolls to it. */
  go(to: GridCell): void;
  /** Scrolls to the first row; the focus stays. */
  toTop(): void;
}

/** What only the grid of a report has: pinned columns, menus in headers, and keys of its own. */
interface Extras {
  handle: Ref<GridHandle>;
  /** Called before the grid handles a key itself. */
  onKey: OnKey;
  /** What follows the button that sorts, in a header. */
  afterLabel(head: GridHead, index: number): ReactNode;
  /** Attributes of a column's cells. */
  pin(index: number): { style?: CSSProperties; 'data-pin'?: string };
  /** The width of the pinned columns together. */
  pinnedPx: number;
  onWidth(widthPx: number): void;
  /** ID of the keyboard help. */
  describedBy: string;
}

interface Props {
  label: string;
  heads: readonly GridHead[];
  /** Of all rows. */
  count: number;
  /** A row's element. `slot` is its index among the rendered ones, for a key that keeps its elements while scrolling. */
  line(position: number, slot: number): ReactNode;
  by: SortBy | null;
  onSort(by: SortBy | null): void;
  /** The rows are being replaced. */
  isBusy: boolean;
  /** No row has loaded yet. */
  isWaiting: boolean;
  /** Pixels of the column of buttons; 0 without one. */
  actionsWidth?: number;
  /** A last row that stays visible, by field. */
  totals?: Partial<Record<string, ReactNode>>;
  /** Reports which rows are rendered, for sources that load in pages. */
  onShow?(first: number, end: number): void;
  extras?: Extras;
}

/** So many rows scroll with the page: the grid has no scrollbar of its own. */
const maxUnscrolledRows = 20;

/** Only visible rows are in the document, so a million rows scroll like ten. One tab stop (APG, Data Grid). */
export function GridTable(props: Props) {
  const { label, heads, count, line, onSort, isBusy, isWaiting, actionsWidth = 0, totals, onShow, extras } = props;
  // The arrow changes at once, the rows after it.
  const [by, sortBy] = useShownFirst(props.by, onSort);
  // Renders again with another height of rows.
  useStore(densityStore);
  const hasActions = actionsWidth > 0;
  const frame = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [viewPx, setViewPx] = useState(600);
  const hasFoot = totals !== undefined && !isWaiting;
  const onWidth = extras?.onWidth;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const top = element.getBoundingClientRect().top + (document.scrollingElement?.scrollTop ?? 0);
      element.style.setProperty('--grid-top', `${Math.round(top)}px`);
      // A total may have several lines.
      const foot = element.querySelector('tfoot')?.clientHeight ?? 0;
      setViewPx(Math.max(rowHeight(), element.clientHeight - rowHeight() - foot));
      onWidth?.(element.clientWidth);
    });
    observer.observe(element);
    const foot = element.querySelector('tfoot');
    if (foot) observer.observe(foot);
    // Content above may change, which moves the grid without resizing it.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [hasFoot, onWidth]);
  const { first, end, before, after } = windowOf(count, scrollTop, viewPx);
  useLayoutEffect(() => onShow?.(first, end), [onShow, first, end]);

  const columnCount = heads.length + (hasActions ? 1 : 0);
  /** @param row 0 is the header */
  const reveal = (row: number) => {
    const element = frame.current;
    if (!element || row === 0) return;
    element.scrollTop = scrollTopFor(row - 1, count, element.scrollTop, viewPx);
    // The event arrives a frame later, but the row must be rendered now to take the focus.
    setScrollTop(steppedScroll(element.scrollTop, count));
  };
  const sizes = { rows: count + 1, columns: columnCount, page: Math.max(1, Math.floor(viewPx / rowHeight()) - 1) };
  const { at, go, handlers } = useGridFocus(frame, sizes, reveal, extras?.onKey);
  const toTop = useCallback(() => {
    if (frame.current) frame.current.scrollTop = 0;
    setScrollTop(0);
  }, []);
  useImperativeHandle(extras?.handle, () => ({ at, go, toTop }));

  const onClick = useRowClick();

  return (
    <GridFrame
      ref={frame}
      data-short={count <= maxUnscrolledRows || undefined}
      style={{
        ['--grid-actions' as string]: `${actionsWidth}px`,
        scrollPadding: `${rowHeight()}px var(--grid-right, 0px) 0 ${extras?.pinnedPx ?? heads[0]?.width ?? 0}px`,
      }}
      onScroll={({ currentTarget }) => {
        const top = steppedScroll(currentTarget.scrollTop, count);
        // Synchronous: otherwise the rows would be blank for a frame.
        if (top !== scrollTop) flushSync(() => setScrollTop(top));
      }}
    >
      <table
        role="grid"
        aria-label={label}
        aria-describedby={extras?.describedBy}
        aria-rowcount={isWaiting ? -1 : count + 1 + (totals ? 1 : 0)}
        aria-colcount={columnCount}
        aria-busy={isBusy}
        aria-multiselectable={extras ? true : undefined}
        style={{ minWidth: heads.reduce((sum, it) => sum + it.width, actionsWidth) }}
        onClick={onClick}
        {...handlers}
      >
        <colgroup>
          {heads.map((it) => (
            <col key={it.fieldName} style={{ width: it.width }} />
          ))}
          {hasActions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr data-row={0} aria-rowindex={1}>
            {heads.map((it, index) => (
              <th
                key={it.fieldName}
                scope="col"
                tabIndex={-1}
                data-column={index}
                data-field={it.fieldName}
                aria-colindex={index + 1}
                data-align={it.align}
                aria-sort={it.fieldName !== by?.fieldName ? 'none' : by.isDescending ? 'descending' : 'ascending'}
                {...extras?.pin(index)}
              >
                <button type="button" onClick={() => sortBy(nextSort(by, it.fieldName))}>
                  {it.label}
                </button>
                {extras?.afterLabel(it, index)}
              </th>
            ))}
            {hasActions && (
              <th
                scope="col"
                tabIndex={-1}
                data-column={heads.length}
                aria-colindex={columnCount}
                data-align="right"
                data-actions=""
              >
                {/* A column of menus is narrower than the word. */}
                {actionsWidth < 100 ? <Hidden>Actions</Hidden> : 'Actions'}
              </th>
            )}
          </tr>
        </thead>
        {isWaiting ? (
          <SkeletonLines columns={columnCount} />
        ) : (
          <>
            <RowsGap height={before} columns={columnCount} />
            <tbody>{Array.from({ length: end - first }, (_, slot) => line(first + slot, slot))}</tbody>
            <RowsGap height={after} columns={columnCount} />
          </>
        )}
        {hasFoot && (
          <tfoot>
            <tr aria-rowindex={count + 2}>
              {heads.map((it, index) => (
                <td key={it.fieldName} aria-colindex={index + 1} data-align={it.align} {...extras?.pin(index)}>
                  {totals[it.fieldName]}
                </td>
              ))}
              {hasActions && <td aria-hidden />}
            </tr>
          </tfoot>
        )}
      </table>
    </GridFrame>
  );
}
