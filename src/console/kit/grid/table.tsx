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
import { useShownFirst } from '#console/kit/form/shown-first.ts';
import type { Shown } from './columns.ts';
import { useGridFocus, type Cell, type OnKey } from './focus.ts';
import { GridFrame } from './frame.ts';
import { Gap, SkeletonLines } from './line.tsx';
import { useRowClick } from './row-click.ts';
import { nextSort, type SortBy } from './sort.ts';
import { rowHeight, scrollTopFor, settled, windowOf } from './window.ts';

export type Head = Pick<Shown<object>, 'fieldName' | 'label' | 'align' | 'width'>;

export interface GridHandle {
  /** The cell that the keyboard is at. */
  at: Cell;
  /** Brings a cell into sight and gives it the focus. */
  go(to: Cell): void;
  /** Shows the first rows; the focus stays where it is. */
  toTop(): void;
}

/** What a report's grid has beside a list's. */
interface Extras {
  handle: Ref<GridHandle>;
  onKey: OnKey;
  /** What a header has beside its button. */
  head(head: Head, index: number): ReactNode;
  /** How a column stays when the others scroll. */
  pin(index: number): { style?: CSSProperties; 'data-pin'?: string };
  /** Pixels of the columns that stay. */
  pinned: number;
  /** Told which rows are in the document. */
  show(first: number, end: number): void;
  /** Told how wide the frame is inside. */
  onWidth(width: number): void;
  /** The id of what says which keys there are. */
  describedBy: string;
}

interface Props {
  label: string;
  heads: readonly Head[];
  count: number;
  /** A row's element; `slot` is its place in the document. */
  line(position: number, slot: number): ReactNode;
  by: SortBy | null;
  onSort(by: SortBy | null): void;
  isBusy: boolean;
  /** Rows are on their way and none is here. */
  isWaiting: boolean;
  /** Pixels of the column that holds a row's buttons; 0 where there is none. */
  actionsWidth?: number;
  totals?: Partial<Record<string, ReactNode>>;
  /** Told which rows are in the document, for those that come piece by piece. */
  onShow?(first: number, end: number): void;
  extras?: Extras;
}

/** A list this short is shown whole: a scrollbar within the page's own is for long ones. */
const fewRows = 20;

/**
 * Rows by their position under a header that stays: only those in sight are in the document, so a million scroll as ten
 * do. The keyboard moves cell by cell with one tab stop (APG, Data Grid).
 */
export function GridTable({
  label,
  heads,
  count,
  line,
  by: given,
  onSort,
  isBusy,
  isWaiting,
  actionsWidth = 0,
  totals,
  onShow,
  extras,
}: Props) {
  const [by, sortBy] = useShownFirst(given, onSort);
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
      setView(Math.max(rowHeight, element.clientHeight - rowHeight - foot));
      onWidth?.(element.clientWidth);
    });
    observer.observe(element);
    const foot = element.querySelector('tfoot');
    if (foot) observer.observe(foot);
    // What stands above may come and go, which moves the grid without a change of its own size.
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
    // The event comes a frame later; the row must be in the document by the next render to take the focus.
    setScrollTop(settled(element.scrollTop, count));
  };
  const sizes = { rows: count + 1, columns: width, page: Math.max(1, Math.floor(view / rowHeight) - 1) };
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
        scrollPadding: `${rowHeight}px var(--grid-right, 0px) 0 ${extras?.pinned ?? heads[0]?.width ?? 0}px`,
      }}
      onScroll={({ currentTarget }) => {
        const top = settled(currentTarget.scrollTop, count);
        // In this frame: in the next, what was scrolled to would have been blank for one.
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
                Actions
              </th>
            )}
          </tr>
        </thead>
        {isWaiting ? (
          <SkeletonLines columns={width} />
        ) : (
          <>
            <Gap height={before} columns={width} />
            <tbody>{Array.from({ length: end - first }, (_, slot) => line(first + slot, slot))}</tbody>
            <Gap height={after} columns={width} />
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
