import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { fieldOf, type FieldName } from '../../../contract/fields.ts';
import type { ReportSource, Row, View } from '../../report-engine/protocol.ts';
import { shownOf, type Column } from '../grid/columns.ts';
import { moved, cellOf, type Cell, type OnKey } from '../grid/focus.ts';
import { arranged, filled, heldAt, sizedTo, type Layout } from './layout.ts';
import type { Opened } from './opened.ts';
import { SourceLine } from './row.tsx';
import { cellsIn, maxCopied, rowsOf, spanOf, tsvOf, type Selection } from './selection.ts';
import { SourceFrame } from './source-frame.ts';
import { GridTable, type GridHandle, type Head } from '../grid/table.tsx';
import { useLabels } from '../../api/lookups.ts';

const GridPopover = lazy(() => import('./popover.tsx').then((it) => ({ default: it.GridPopover })));
const RowDetails = lazy(() => import('./row-details.tsx').then((it) => ({ default: it.RowDetails })));

interface Props {
  label: string;
  source: ReportSource;
  /** What the page asks for: order, filters, search. `onView` is told what somebody chose in the headers. */
  view: View;
  onView(view: View): void;
  /** All columns that can be shown; their cells hold no state, since scrolling puts other rows into them. */
  columns: readonly (FieldName | Column<Row>)[];
  layout: Layout;
  onLayout(layout: Layout): void;
  /** Below the header when the view shows nothing. */
  empty: ReactNode;
  totals?: Partial<Record<string, ReactNode>>;
  /** Where a value leads: an address of the console. */
  linkOf?(fieldName: string, row: Row): string | undefined;
}

/** How long a copy waits for its rows, in milliseconds: the clipboard is open to a key press for some seconds only. */
const timeoutMs = 4000;

/** Pixels that the sum of a column of amounts needs: thirteen digits in bold. */
const sumWidth = 180;

/** Pixels that the button for the whole row takes in the first column. */
const peekWidth = 24;

const isAmount = (fieldName: string) => fieldOf(fieldName)?.input === 'amount';

const plainCell = {};

/** The mark that figures have on this machine, and so in its spreadsheets. */
const decimal = () => (1.5).toLocaleString().replace(/\d/g, '');

/**
 * The rows of a report while and after they are loaded, by their position. Columns are arranged, sorted and filtered from
 * their headers (Alt and Arrow Down there), cells are selected with Shift and copied with Ctrl C, Space shows a whole row.
 */
export function SourceGrid(props: Props) {
  const { label, source, view, onView, layout, onLayout, empty, totals, linkOf } = props;
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => source.subscribe(listener), [source]),
    () => source.getSnapshot(),
  );
  const handle = useRef<GridHandle>(null);
  const inSight = useRef<[number, number]>([0, 0]);
  const hintId = useId();
  const [room, setRoom] = useState(0);
  const [selection, setSelection] = useState<Selection>();
  const [opened, setOpened] = useState<Opened>();
  const [peeked, setPeeked] = useState<Cell>();
  const [said, setSaid] = useState('');

  const hasTotals = totals !== undefined;
  const all = useMemo(
    () =>
      props.columns
        .map(shownOf<Row>)
        .map((it) => (hasTotals && isAmount(it.fieldName) ? { ...it, width: sumWidth } : it)),
    [props.columns, hasTotals],
  );
  const columns = useMemo(() => arranged(all, layout), [all, layout]);
  const labelOf = useLabels(columns.map((it) => it.fieldName));
  // The column whose edge is being drawn has its width here alone, so that no row is drawn again for every pixel.
  const [drawn, setDrawn] = useState<Layout>();
  const heads = useMemo(() => {
    const sizes = drawn ?? layout;
    const [first, ...others] = arranged(all, sizes);
    const wide =
      first && sizes.widths[first.fieldName] === undefined ? { ...first, width: first.width + peekWidth } : first;
    const list = wide ? [wide, ...others] : others;
    const widths = filled(list, sizes, room);
    return list.map((it, index): Head => ({ ...it, width: widths[index] ?? it.width }));
  }, [all, layout, drawn, room]);
  // Who changes one width means that one: the others keep what they have on screen.
  const frozen: Layout = { ...layout, widths: Object.fromEntries(heads.map((it) => [it.fieldName, it.width])) };
  const lefts = useMemo(() => {
    const widths = heads.map((it) => it.width);
    return widths.reduce((sum, it) => sum + it, 0) > room ? heldAt(widths, layout.pinned, room) : [];
  }, [heads, layout.pinned, room]);
  // The same for every row until the columns change, so that rows need not be drawn again.
  const pins = useMemo(
    () =>
      lefts.map(
        (left, index) => ({ style: { left }, 'data-pin': index === lefts.length - 1 ? 'edge' : 'inner' }) as const,
      ),
    [lefts],
  );
  const pin = useCallback((index: number) => pins[index] ?? plainCell, [pins]);

  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), 4000);
    return () => clearTimeout(timer);
  }, [said]);

  // The first hits of a search, the least of an order, are what somebody asked for.
  const asked = JSON.stringify(view);
  useLayoutEffect(() => handle.current?.toTop(), [asked]);

  // Other rows or columns: what was selected is no longer there.
  const shape = JSON.stringify([view, columns.map((it) => it.fieldName)]);
  const [seen, setSeen] = useState(shape);
  if (seen !== shape) {
    setSeen(shape);
    setSelection(undefined);
  }
  const span = selection && spanOf(selection);

  // A column that is kept in sight goes to another place, and the focus on its header goes along.
  const arrangedFrom = useRef<string>(undefined);
  useEffect(() => {
    const column = columns.findIndex((it) => it.fieldName === arrangedFrom.current);
    const focused = cellOf(document.activeElement);
    arrangedFrom.current = undefined;
    if (column >= 0 && focused?.row === 0 && column !== focused.column) handle.current?.go({ row: 0, column });
  }, [columns]);

  const copy = async (chosen: Selection) => {
    const area = spanOf(chosen);
    const count = cellsIn(area);
    if (count > maxCopied) {
      setSaid(`${count.toLocaleString('en-ZA')} cells are too many to copy: use Export.`);
      return;
    }
    const taken = columns.slice(area.left, area.right);
    try {
      const rows = await rowsOf(source, Math.max(0, area.top - 1), area.bottom - 1, AbortSignal.timeout(timeoutMs));
      const titles = area.top === 0 ? taken.map((it) => it.label) : undefined;
      const text = tsvOf(
        rows,
        taken.map((it) => it.fieldName),
        decimal(),
        titles,
      );
      await navigator.clipboard.writeText(text);
      setSaid(count === 1 ? 'Copied' : `${count.toLocaleString('en-ZA')} cells copied`);
    } catch {
      setSaid('Not copied: the rows are not here yet, or the browser does not allow it. Try again.');
    } finally {
      source.show(...inSight.current);
    }
  };

  const open = (what: Opened['what'], fieldName: string, header: Element | null | undefined) => {
    const box = header?.getBoundingClientRect();
    setOpened((last) => ({
      opening: (last?.opening ?? 0) + 1,
      what,
      fieldName,
      x: box?.left ?? 0,
      y: box?.bottom ?? 0,
    }));
  };

  const onKey: OnKey = (event, from, sizes) => {
    const { key, altKey, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const target = event.target as HTMLElement;
    if (from.row === 0 && ((altKey && key === 'ArrowDown') || (shiftKey && key === 'F10') || key === 'ContextMenu')) {
      const fieldName = columns[from.column]?.fieldName;
      if (fieldName) open('menu', fieldName, target.closest('th'));
      return true;
    }
    if (altKey) return false;
    if (isControl && key.toLowerCase() === 'c' && !shiftKey) {
      if (getSelection()?.toString()) return false;
      void copy(selection ?? { from, to: from });
      return true;
    }
    if (isControl && key.toLowerCase() === 'a' && !shiftKey && sizes.rows > 1) {
      setSelection({ from: { row: 1, column: 0 }, to: { row: sizes.rows - 1, column: sizes.columns - 1 } });
      return true;
    }
    if (key === ' ' && !isControl && from.row > 0) {
      if (shiftKey) {
        setSelection({ from: { row: from.row, column: 0 }, to: { row: from.row, column: sizes.columns - 1 } });
      } else setPeeked(from);
      return true;
    }
    if (key === 'Escape' && selection) {
      setSelection(undefined);
      return true;
    }
    const next = moved(key, isControl, from, sizes);
    if (!next) return false;
    setSelection(shiftKey ? { from: selection?.from ?? from, to: next } : undefined);
    if (shiftKey) handle.current?.go(next);
    return shiftKey;
  };

  const dragged = useRef<Cell>(undefined);
  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(event.target as Element);
    dragged.current = undefined;
    if (!cell || event.button !== 0 || (event.target as Element).closest('button, a, [data-resize]')) return;
    if (event.shiftKey) {
      // The browser would select the text in between.
      event.preventDefault();
      setSelection({ from: selection?.from ?? handle.current?.at ?? cell, to: cell });
      handle.current?.go(cell);
    } else {
      dragged.current = cell.row > 0 ? cell : undefined;
      setSelection(undefined);
    }
  };
  const onMouseOver = (event: MouseEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-column]');
    // Cut-off text is read by pointing at it. Set when it is asked for: scrolling would write it for every cell.
    if (element) element.title = element.scrollWidth > element.clientWidth ? (element.textContent ?? '') : '';
    const from = dragged.current;
    const to = cellOf(element);
    if (!from || !to || event.buttons !== 1) return;
    const isSame = to.row === from.row && to.column === from.column;
    if ((isSame && !selection) || to.row === 0) return;
    getSelection()?.removeAllRanges();
    setSelection({ from, to });
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const aside = target.closest<HTMLElement>('[data-aside]')?.dataset.aside;
    const cell = cellOf(target);
    if (aside === 'peek' && cell) setPeeked(cell);
  };

  const show = useCallback(
    (first: number, end: number) => {
      inSight.current = [first, end];
      source.show(first, end);
    },
    [source],
  );

  const kinds = useMemo(() => new Map(source.columns.map((it) => [it.fieldName, it.kind])), [source]);
  const filtered = new Set(view.filters.map((it) => it.fieldName));
  const isNarrowed = view.filters.length > 0 || view.search !== '';
  const isWaiting = state.total === 0 && !state.isSettled;
  const onSort = (sort: View['sort']) => onView({ ...view, sort });

  if (state.total === 0 && state.isSettled && !isNarrowed) return <>{empty}</>;

  return (
    <SourceFrame
      style={{ '--columns': heads.map((it) => `${it.width}px`).join(' ') } as CSSProperties}
      onMouseDown={onMouseDown}
      onMouseOver={onMouseOver}
      onClick={onClick}
    >
      <span id={hintId} hidden>
        Alt and Arrow Down in a header opens its menu. Shift and arrows select cells, Control C copies them. Space shows
        the whole row.
      </span>
      <GridTable
        label={label}
        heads={heads}
        count={state.count}
        line={(position, slot) => (
          <SourceLine
            key={slot}
            row={source.rowAt(position)}
            position={position}
            columns={columns}
            labelOf={labelOf}
            linkOf={linkOf}
            pin={pin}
            left={span && position + 1 >= span.top && position + 1 < span.bottom ? span.left : 0}
            right={span && position + 1 >= span.top && position + 1 < span.bottom ? span.right : 0}
          />
        )}
        by={view.sort}
        onSort={onSort}
        isBusy={state.isBusy || isWaiting}
        isWaiting={isWaiting}
        totals={totals}
        extras={{
          handle,
          onKey,
          pin,
          pinned: lefts.length > 0 ? (lefts.at(-1) ?? 0) + (heads[lefts.length - 1]?.width ?? 0) : 0,
          show,
          onWidth: setRoom,
          describedBy: hintId,
          head: (head) => (
            <>
              <MenuButton
                head={head}
                isFiltered={filtered.has(head.fieldName)}
                isOpen={opened?.fieldName === head.fieldName}
                onOpen={(header) => open('menu', head.fieldName, header)}
              />
              <Resizer
                width={head.width}
                onDraw={(width) => setDrawn(sizedTo(frozen, head.fieldName, width))}
                onDone={() => {
                  if (drawn) onLayout(drawn);
                  setDrawn(undefined);
                }}
                onReset={() => onLayout(sizedTo(layout, head.fieldName))}
              />
            </>
          ),
        }}
      />
      {state.count === 0 && !isWaiting && empty}
      <output data-said="">{said}</output>
      <Suspense fallback={null}>
        {opened && (
          <GridPopover
            key={opened.opening}
            opened={opened}
            columns={all}
            kind={kinds.get(opened.fieldName)}
            source={source}
            view={view}
            onView={onView}
            layout={layout}
            frozen={frozen}
            onLayout={(next) => {
              arrangedFrom.current = opened.fieldName;
              onLayout(next);
            }}
            onOpen={(what) => setOpened({ ...opened, what })}
            onClose={(isLost) => {
              setOpened((now) => (now?.opening === opened.opening ? undefined : now));
              if (isLost) handle.current?.go(handle.current.at);
            }}
          />
        )}
        {peeked && (
          <RowDetails
            source={source}
            position={peeked.row - 1}
            labels={all}
            linkOf={linkOf}
            onMove={(position) => setPeeked({ ...peeked, row: position + 1 })}
            onClose={() => {
              setPeeked(undefined);
              handle.current?.go(peeked);
            }}
          />
        )}
      </Suspense>
    </SourceFrame>
  );
}

function MenuButton({
  head,
  isFiltered,
  isOpen,
  onOpen,
}: {
  head: Head;
  isFiltered: boolean;
  isOpen: boolean;
  onOpen(header: Element | null): void;
}) {
  // Pressing it closes an open menu by itself, before the click comes.
  const wasOpen = useRef(false);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-aside="menu"
      data-on={isFiltered || undefined}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={`Menu of ${head.label}${isFiltered ? ', filtered' : ''}`}
      onPointerDown={() => {
        wasOpen.current = isOpen;
      }}
      onClick={(event) => {
        if (!wasOpen.current) onOpen(event.currentTarget.closest('th'));
        wasOpen.current = false;
      }}
    >
      {isFiltered ? '▾' : '⋮'}
    </button>
  );
}

/** The edge of a header that is drawn to change the width; a double click gives the column its own width again. */
function Resizer({
  width,
  onDraw,
  onDone,
  onReset,
}: {
  width: number;
  onDraw(width: number): void;
  onDone(): void;
  onReset(): void;
}) {
  const start = useRef<{ x: number; width: number }>(undefined);
  const end = () => {
    start.current = undefined;
    onDone();
  };
  return (
    <span
      aria-hidden
      data-resize=""
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (start.current) onDraw(start.current.width + event.clientX - start.current.x);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
    />
  );
}
