import { useCallback, useLayoutEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Word } from '../../contract/fields.ts';
import type { CallError } from '../errors.ts';
import { actionsWidth, shownOf, type Column } from './grid-columns.ts';
import { useGridFocus } from './grid-focus.ts';
import { nextSort, sorted, type Sort, type SortBy } from './grid-sort.ts';
import { GridFrame } from './grid-frame.ts';
import { Gap, Line, SkeletonLines } from './grid-line.tsx';
import { rowHeight, scrollTopFor, settled, windowOf } from './grid-window.ts';
import { useLabels } from './lookup.ts';
import { ErrorState } from './states.tsx';

export interface GridStatus {
  loading: boolean;
  error?: CallError | null;
  retry?(): void;
}

interface Props<Row> {
  /** Names the grid for those who do not see it. */
  label: string;
  rows: readonly Row[];
  columns: readonly (Word | Column<Row>)[];
  status: GridStatus;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  rowKey(row: Row): string | number;
  /** Where a row leads; its first cell is the link. */
  href?(row: Row): string | undefined;
  /** Buttons in a last column of its own. */
  actions?(row: Row): ReactNode;
  /** Keeps the order elsewhere, such as in the address. */
  sort?: Sort;
  /** A last row that stays in sight, by word. */
  totals?: Partial<Record<string, ReactNode>>;
}

/** A list this short is shown whole: a scrollbar within the page's own is for long ones. */
const fewRows = 20;

/**
 * Rows under a header that stays, for lists and reports of any length: only the rows in sight are in the document, so
 * tens of thousands scroll and sort without a pause. The keyboard moves cell by cell with one tab stop (APG, Data Grid).
 */
export function Grid<Row extends object>(props: Props<Row>) {
  const { label, rows, status, empty, rowKey, href, actions, totals } = props;
  const columns = useMemo(() => props.columns.map(shownOf), [props.columns]);
  const labelOf = useLabels(columns.map((it) => it.word));
  const [ownSort, setOwnSort] = useState<SortBy | null>(null);
  const { by, set } = props.sort ?? { by: ownSort, set: setOwnSort };
  const { word: sortWord, isDescending } = by ?? { isDescending: false };
  const ordered = useMemo(
    () => sorted(rows, sortWord === undefined ? null : { word: sortWord, isDescending }),
    [rows, sortWord, isDescending],
  );

  const frame = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [view, setView] = useState(600);
  const headAndFoot = rowHeight * (totals ? 2 : 1);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const top = element.getBoundingClientRect().top + (document.scrollingElement?.scrollTop ?? 0);
      element.style.setProperty('--grid-top', `${Math.round(top)}px`);
      setView(Math.max(rowHeight, element.clientHeight - headAndFoot));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [headAndFoot]);
  const { first, end, before, after } = windowOf(ordered.length, scrollTop, view);

  const reveal = useCallback(
    (row: number) => {
      const element = frame.current;
      if (!element || row === 0) return;
      element.scrollTop = scrollTopFor(row - 1, ordered.length, element.scrollTop, view);
      // The event comes a frame later; the row must be in the document by the next render to take the focus.
      setScrollTop(element.scrollTop);
    },
    [ordered.length, view],
  );
  const width = columns.length + (actions ? 1 : 0);
  const focus = useGridFocus(frame, {
    rows: ordered.length + 1,
    columns: width,
    page: Math.max(1, Math.floor(view / rowHeight) - 1),
    first,
    end,
    reveal,
  });

  const navigate = useNavigate();
  // The link in the first cell is what opens a row by keyboard or in a new tab; the rest of the row is a larger target.
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const to = target.closest<HTMLElement>('[data-to]')?.dataset.to;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!to || !isPlain || target.closest('a, button, input, select, label') || getSelection()?.toString()) return;
    void navigate(to);
  };

  const isWaiting = status.loading && rows.length === 0;
  if (status.error && rows.length === 0) return <ErrorState error={status.error} retry={status.retry} />;
  if (rows.length === 0 && !isWaiting) return <>{empty}</>;

  return (
    <>
      {status.error && <ErrorState error={status.error} retry={status.retry} />}
      <GridFrame
        ref={frame}
        data-short={ordered.length <= fewRows || undefined}
        style={{ scrollPadding: `${rowHeight}px 0 0 ${columns[0]?.width ?? 0}px` }}
        onScroll={(event) => setScrollTop(settled(event.currentTarget.scrollTop, ordered.length))}
      >
        <table
          role="grid"
          aria-label={label}
          aria-rowcount={isWaiting ? -1 : ordered.length + 1 + (totals ? 1 : 0)}
          aria-colcount={width}
          aria-busy={status.loading}
          style={{ minWidth: columns.reduce((sum, it) => sum + it.width, actions ? actionsWidth : 0) }}
          onClick={onClick}
          {...focus}
        >
          <colgroup>
            {columns.map((it) => (
              <col key={it.word} style={{ width: it.width }} />
            ))}
            {actions && <col style={{ width: actionsWidth }} />}
          </colgroup>
          <thead>
            <tr data-row={0} aria-rowindex={1}>
              {columns.map((it, index) => (
                <th
                  key={it.word}
                  scope="col"
                  data-column={index}
                  aria-colindex={index + 1}
                  data-align={it.align}
                  aria-sort={it.word !== by?.word ? 'none' : by.isDescending ? 'descending' : 'ascending'}
                >
                  <button type="button" onClick={() => set(nextSort(by, it.word))}>
                    {it.label}
                  </button>
                </th>
              ))}
              {actions && (
                <th scope="col" data-column={columns.length} aria-colindex={width} data-align="right">
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
              <tbody>
                {ordered.slice(first, end).map((row, index) => (
                  <Line
                    key={rowKey(row)}
                    row={row}
                    position={first + index}
                    columns={columns}
                    labelOf={labelOf}
                    href={href}
                    actions={actions}
                  />
                ))}
              </tbody>
              <Gap height={after} columns={width} />
            </>
          )}
          {totals && !isWaiting && (
            <tfoot>
              <tr aria-rowindex={ordered.length + 2}>
                {columns.map((it, index) => (
                  <td key={it.word} aria-colindex={index + 1} data-align={it.align}>
                    {totals[it.word]}
                  </td>
                ))}
                {actions && <td aria-hidden />}
              </tr>
            </tfoot>
          )}
        </table>
      </GridFrame>
    </>
  );
}
