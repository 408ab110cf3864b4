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
  at: GridCell;
  go(to: GridCell): void;
  /** Keeps the focus. */
  toTop(): void;
}

/** For a report's grid. */
interface Extras {
  handle: Ref<GridHandle>;
  onKey: OnKey;
  head(head: GridHead, index: number): ReactNode;
  pin(index: number): { style?: CSSProperties; 'data-pin'?: string };
  /** Pixels. */
  pinned: number;
  show(first: number, end: number): void;
  onWidth(width: number): void;
  /** ID of the keyboard help. */
  describedBy: string;
}

interface Props {
  label: string;
  heads: readonly GridHead[];
  count: number;
  /** A row's element; `slot` is its index in the document. */
  line(position: number, slot: number): ReactNode;
  by: SortBy | null;
  onSort(by: SortBy | null): void;
  isBusy: boolean;
  isWaiting: boolean;
  /** Pixels of the buttons' column; 0 without one. */
  actionsWidth?: number;
  totals?: Partial<Record<string, ReactNode>>;
  /** For sources that load in pages. */
  onShow?(first: number, end: number): void;
  extras?: Extras;
}

/** Need no scrollbar of their own. */
const fewRows = 20;

/** Only visible rows are in the document, so a million rows scroll like ten. One tab stop (APG, Data Grid). */
export function GridTable(props: Props) {
  const { label, heads, count, line, by: given, onSort, isBusy, isWaiting, actionsWidth = 0, totals, onShow } = props;
  const { extras } = props;
  const [by, sortBy] = useShownFirst(given, onSort);
  useStore(densityStore);
  const hasActions = actionsWidth > 0;
  const frame = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [view, setView] = useState(600);
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
      setView(Math.max(rowHeight(), element.clientHeight - rowHeight() - foot));
      onWidth?.(element.clientWidth);
    });
    observer.observe(element);
    const foot = element.querySelector('tfoot');
    if (foot) observer.observe(foot);
    // Content above may change, which moves the grid without resizing it.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [hasFoot, onWidth]);
  const { first, end, before, after } = windowOf(count, scrollTop, view);
  const show = onShow ?? extras?.show;
  useLayoutEffect(() => show?.(first, end), [show, first, end]);

  const width = heads.length + (hasActions ? 1 : 0);
  const reveal = (row: number) => {
    const element = frame.current;
    if (!element || row === 0) return;
    element.scrollTop = scrollTopFor(row - 1, count, element.scrollTop, view);
    // The event arrives a frame later, but the row must be rendered now to take the focus.
    setScrollTop(steppedScroll(element.scrollTop, count));
  };
  const sizes = { rows: count + 1, columns: width, page: Math.max(1, Math.floor(view / rowHeight()) - 1) };
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
      data-short={count <= fewRows || undefined}
      style={{
        ['--grid-actions' as string]: `${actionsWidth}px`,
        scrollPadding: `${rowHeight()}px var(--grid-right, 0px) 0 ${extras?.pinned ?? heads[0]?.width ?? 0}px`,
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
        aria-colcount={width}
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
                {extras?.head(it, index)}
              </th>
            ))}
            {hasActions && (
              <th
                scope="col"
                tabIndex={-1}
                data-column={heads.length}
                aria-colindex={width}
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
          <SkeletonLines columns={width} />
        ) : (
          <>
            <RowsGap height={before} columns={width} />
            <tbody>{Array.from({ length: end - first }, (_, slot) => line(first + slot, slot))}</tbody>
            <RowsGap height={after} columns={width} />
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
