import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
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
import type { GridSource, GridView } from '#kit/base/grid-source.ts';
import type { Column } from '#kit/grid/columns.ts';
import { cellOf, type GridCell, type OnKey } from '#kit/grid/focus.ts';
import { GridTable, type GridHandle } from '#kit/grid/table.tsx';
import { host, type KitFields } from '#kit/host.ts';
import { later } from '#kit/ui/later.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import type { Row } from '#rules/column.ts';
import { MenuButton, Resizer } from './header.tsx';
import { sizedTo, type Layout } from './layout.ts';
import type { OpenedPopover } from './opened.ts';
import { SourceLine } from './row.tsx';
import { SourceFrame } from './source-frame.ts';
import { useCopy } from './use-copy.ts';
import { useHeads } from './use-heads.ts';
import { useSelection } from './use-selection.ts';

const GridPopover = later(async () => (await import('./popover.tsx')).GridPopover);
const SourceCards = later(async () => (await import('./cards.tsx')).SourceCards);
const RowDetails = later(async () => (await import('./row-details.tsx')).RowDetails);

const noFields: readonly string[] = [];

interface Props {
  label: string;
  /** Fields that say who a record is about, the best first: the title of its card on a phone. */
  who?: readonly string[];
  source: GridSource;
  /** `onView` reports changes from the headers. */
  view: GridView;
  onView(view: GridView): void;
  /** Cells hold no state: scrolling reuses them. */
  columns: readonly (keyof KitFields | Column<Row>)[];
  layout: Layout;
  onLayout(layout: Layout): void;
  empty: ReactNode;
  linkOf?(fieldName: string, row: Row): string | undefined;
}

/**
 * Headers arrange, sort and filter columns (Alt and Arrow Down), Shift selects cells, Ctrl C copies them, Space opens a
 * row's details.
 */
export function SourceGrid(props: Props) {
  const { label, who = noFields, source, view, onView, layout, onLayout, empty, linkOf } = props;
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => source.subscribe(listener), [source]),
    () => source.getSnapshot(),
  );
  const handle = useRef<GridHandle>(null);
  const inView = useRef<[number, number]>([0, 0]);
  const hintId = useId();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [room, setRoom] = useState(0);
  const [opened, setOpened] = useState<OpenedPopover>();
  const [detailed, setDetailed] = useState<GridCell>();

  const { all, columns, heads, frozen, pin, pinnedPx, setDrawn, drawn } = useHeads(props.columns, layout, room);
  const { labelOf } = host.useLabels(columns.map((it) => it.fieldName));
  const { selection, span, onMouseDown, onMouseOver, onSelectionKey } = useSelection(handle, view, columns);
  const { status, copy } = useCopy(source, columns, () => source.show(...inView.current));

  const viewText = JSON.stringify(view);
  useLayoutEffect(() => handle.current?.toTop(), [viewText]);

  // The focus follows a header whose column is pinned.
  const arrangedFrom = useRef<string>(undefined);
  useEffect(() => {
    const column = columns.findIndex((it) => it.fieldName === arrangedFrom.current);
    const focused = cellOf(document.activeElement);
    arrangedFrom.current = undefined;
    if (column >= 0 && focused?.row === 0 && column !== focused.column) handle.current?.go({ row: 0, column });
  }, [columns]);

  const open = (what: OpenedPopover['what'], fieldName: string, header: Element | null | undefined) => {
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
    if (key === ' ' && !isControl && !shiftKey && from.row > 0) {
      setDetailed(from);
      return true;
    }
    return onSelectionKey(event, from, sizes);
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const aside = target.closest<HTMLElement>('[data-aside]')?.dataset.aside;
    const cell = cellOf(target);
    if (aside === 'details' && cell) setDetailed(cell);
  };

  const onShow = useCallback(
    (first: number, end: number) => {
      inView.current = [first, end];
      source.show(first, end);
    },
    [source],
  );

  const kinds = useMemo(() => new Map(source.columns.map((it) => [it.fieldName, it.kind])), [source]);
  const filtered = new Set(view.filters.map((it) => it.fieldName));
  const isNarrowed = view.filters.length > 0 || view.search !== '';
  const isWaiting = state.total === 0 && !state.isSettled;
  const onSort = (sort: GridView['sort']) => onView({ ...view, sort });

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
      {isNarrow ? (
        <SourceCards
          meanwhile={<Skeletons rows={6} height={84} />}
          label={label}
          who={who}
          source={source}
          state={state}
          columns={columns}
          labelOf={labelOf}
          linkOf={linkOf}
          onDetails={(position) => setDetailed({ row: position + 1, column: 0 })}
        />
      ) : (
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
          onShow={onShow}
          extras={{
            handle,
            onKey,
            pin,
            pinnedPx,
            onWidth: setRoom,
            describedBy: hintId,
            afterLabel: (head) => (
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
      )}
      {state.count === 0 && !isWaiting && empty}
      <output data-status="">{status}</output>
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
      {detailed && (
        <RowDetails
          source={source}
          position={detailed.row - 1}
          labels={all}
          linkOf={linkOf}
          onMove={(position) => setDetailed({ ...detailed, row: position + 1 })}
          onClose={() => {
            setDetailed(undefined);
            handle.current?.go(detailed);
          }}
        />
      )}
    </SourceFrame>
  );
}
