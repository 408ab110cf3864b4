import Box from '@mui/material/Box';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { useSearchParams } from 'react-router-dom';
import { unknownAmong } from '#answers/statuses.ts';
import type { CallError } from '#console/api/errors.ts';
import { MoneyLines } from '#console/domain/collections/money-lines.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { afterPress } from '#kit/form/after-press.ts';
import { useChosenColumns } from '#kit/grid/chosen-columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { sorted, type Sort, type SortBy } from '#kit/grid/sort.ts';
import { useRowSelection } from '#kit/grid/use-row-selection.ts';
import { selectionBarPx } from '#kit/list/selection-bar.tsx';
import { rowMenuWidthPx } from '#kit/ui/menu.tsx';
import { ItemActions } from './actions.tsx';
import { AddItem } from './add.tsx';
import { itemColumns } from './columns.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { EditContext, EditedContext, useItemEdit } from './edit.ts';
import { EditableCell, EditorActions } from './editors.tsx';
import { itemCountText, itemKey, nameOf, sameDayIn, type MoneyItem } from './item.ts';
import { ManyBar } from './many/bar.tsx';
import { LazyChangeMany } from './many/later.tsx';
import { useMayChange } from './may-change.ts';
import { moneyOfItems } from './money.ts';
import { standard, type MoneyItemResource } from './resource.ts';
import { notEditableReason } from './rules.ts';
import { StatusSummary } from './status-summary.tsx';

interface Props {
  resource?: MoneyItemResource;
  items: readonly MoneyItem[];
  /** The rows, if some of the items are folded away. */
  rows?: readonly MoneyItem[];
  isLoading: boolean;
  error?: CallError | null;
  retry?: () => void;
  empty: ReactNode;
  /** Items of several contracts: each row names its own. */
  isOfMany?: boolean;
  /** All items of these contracts, to warn of two on one day; by default, the report of future transactions is read. */
  all?: readonly MoneyItem[];
  href?: (it: MoneyItem) => string | undefined;
  /** When the outcome of an item of the past was known. */
  outcomeAt?: (it: MoneyItem) => string | undefined;
  dayHref?: (it: MoneyItem) => string | undefined;
  fileHref?: (it: MoneyItem) => string | undefined;
  sort?: Sort;
  hasTotals?: boolean;
  /** The contract has ended: no item can be added. */
  isOver?: boolean;
}

/**
 * Instalments or payments with their status. Changeable ones are edited in their row (Edit, F2, Enter or double click;
 * Enter saves, Escape cancels), cancelled, or changed several at once. Any can be repeated.
 */
export function ItemGrid(props: Props) {
  const { resource = standard, items, rows = items, isLoading, error, retry, empty } = props;
  const { isOfMany = false, href, dayHref, fileHref, outcomeAt } = props;
  const contractHref = useContractHref();
  const today = useToday();
  const edit = useItemEdit(resource, isOfMany);
  const [ownBy, setBy] = useState<SortBy | null>(null);
  const { by, set } = props.sort ?? { by: ownBy, set: setBy };
  const [cancelled, setCancelled] = useState<MoneyItem>();
  const [like, setLike] = useState<MoneyItem>();
  const box = useRef<HTMLDivElement>(null);
  const { mayEdit, isSelectable } = useMayChange(resource);

  const sameDay = useMemo(() => sameDayIn(items), [items]);
  const open = useMemo(() => items.filter((it) => notEditableReason(it, today) === undefined), [items, today]);
  const { fieldName: sortField, isDescending = false } = by ?? {};
  const selectable = useMemo(
    () => sorted(open, sortField === undefined ? null : { fieldName: sortField, isDescending }),
    [open, sortField, isDescending],
  );
  const { has, select, clear, toggle } = useRowSelection(itemKey, selectable);
  const selected = useMemo(() => open.filter(has), [open, has]);
  const selection = useMemo(
    () => ({
      has,
      toggle,
      nameOf: (it: MoneyItem) => nameOf(it, isOfMany),
      whyNot: (it: MoneyItem) => notEditableReason(it, today),
    }),
    [has, toggle, isOfMany, today],
  );

  const { key: edited, begin } = edit;
  // Another page links to one item, to show or edit it.
  const [query] = useSearchParams();
  const number = /^\d+$/.exec(query.get(resource.noun) ?? '')?.[0];
  const target = number === undefined ? undefined : items.find((it) => String(it.number) === number);
  const mustEdit = query.has('edit') && target !== undefined && open.includes(target);
  const isFound = target !== undefined;
  useEffect(() => {
    if (isFound) box.current?.querySelector(`[data-item$="/${number}"]`)?.scrollIntoView({ block: 'center' });
  }, [isFound, number]);
  const beginTarget = useEffectEvent(() => target && begin(target));
  useEffect(() => {
    if (mustEdit) beginTarget();
  }, [mustEdit]);

  const onEdit = useCallback(
    (item: MoneyItem) => {
      // Focuses the cell before the button is removed: otherwise the browser lays out the page three times.
      box.current
        ?.querySelector(`[data-item="${CSS.escape(itemKey(item))}"]`)
        ?.closest('td')
        ?.focus({ preventScroll: true });
      afterPress(() => begin(item));
    },
    [begin],
  );
  // The field is there for the next key first; the other columns make room for it after that frame.
  const isEditing = useDeferredValue(edited !== undefined);
  const all = useMemo(
    () =>
      itemColumns({
        resource,
        items,
        sameDay,
        isOfMany,
        contractHref: href ? undefined : contractHref,
        outcomeAt,
        isEditing,
      }),
    [resource, items, sameDay, isOfMany, href, contractHref, outcomeAt, isEditing],
  );
  const columns = useChosenColumns(isOfMany ? resource.label : '', all);
  const actions = useCallback(
    (it: MoneyItem) => (
      <EditableCell item={it} editor={<EditorActions isOfMany={isOfMany} />}>
        <ItemActions
          resource={resource}
          item={it}
          isOfMany={isOfMany}
          day={dayHref?.(it)}
          file={fileHref?.(it)}
          onEdit={onEdit}
          onCancel={setCancelled}
          onRepeat={props.isOver ? undefined : setLike}
        />
      </EditableCell>
    ),
    [dayHref, fileHref, isOfMany, onEdit, resource, props.isOver],
  );

  // Finds the row by its element: only the grid knows the displayed order.
  const beginAt = (event: SyntheticEvent<Element>, isByKey: boolean) => {
    const element = event.target as HTMLElement;
    // The first cell's focus is on its box, which has no use for F2.
    const isBox = isByKey && element.role === 'checkbox';
    if (!mayEdit || (element.closest('button, a, input') && !isBox)) return;
    const key = element.closest('tr')?.querySelector<HTMLElement>('[data-item]')?.dataset['item'];
    const opened = open.find((one) => itemKey(one) === key);
    const isAmount = element.closest<HTMLElement>('[data-column]')?.dataset['align'] === 'right';
    if (!opened || key === edited) return;
    if (isByKey) event.preventDefault();
    begin(opened, isAmount ? resource.amount : resource.date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      !event.defaultPrevented &&
      (event.key === 'F2' || (event.key === 'Enter' && (event.target as Element).role !== 'checkbox'))
    )
      beginAt(event, true);
  };

  return (
    <>
      <EditOutcome edit={edit} />
      {/* Reserves the height of the selection bar, so the table doesn't move. */}
      {isLoading && items.length === 0 && <Box sx={{ height: { xs: 0, sm: selectionBarPx } }} />}
      {/* The facts of a single contract say it, unless its statuses are unknown. */}
      {!isOfMany && unknownAmong(items.map((it) => it.status)).length > 0 && (
        <StatusSummary items={items} fieldName={resource.status} />
      )}
      {isSelectable && (
        <ManyBar
          resource={resource}
          selected={selected}
          all={{ count: open.length, onSelect: () => select(open) }}
          others={props.all ?? (isOfMany ? undefined : items)}
          onNone={clear}
          onDone={clear}
        />
      )}
      <Box
        ref={box}
        onDoubleClick={(event) => beginAt(event, false)}
        onKeyDown={onKeyDown}
        sx={number ? { [`& tr:has([data-item$="/${number}"]) > td`]: { bgcolor: 'action.selected' } } : undefined}
      >
        <EditedContext value={edited}>
          <EditContext value={edit}>
            <Grid<MoneyItem>
              label={resource.label}
              rows={rows}
              columns={columns}
              status={{ loading: isLoading, error, retry }}
              empty={empty}
              rowKey={itemKey}
              // A click in the row being edited must not leave the page.
              href={href && ((it) => (itemKey(it) === edited ? undefined : href(it)))}
              // Without permission, a row that is a link has no disabled buttons.
              actions={isSelectable || !href ? actions : undefined}
              actionsWidth={isEditing ? undefined : rowMenuWidthPx}
              selection={isSelectable ? selection : undefined}
              sort={{ by, set }}
              totals={
                props.hasTotals && items.length > 1
                  ? {
                      [isOfMany ? resource.client : resource.date]: isOfMany
                        ? 'All'
                        : itemCountText(items.length, resource.noun),
                      [resource.amount]: (
                        // A long sum extends over the empty cell to its left.
                        <Box data-over="" sx={{ display: 'grid', justifyContent: 'end', justifyItems: 'end' }}>
                          <MoneyLines money={moneyOfItems(items)} />
                        </Box>
                      ),
                    }
                  : undefined
              }
            />
          </EditContext>
        </EditedContext>
      </Box>
      {cancelled && (
        <LazyChangeMany
          resource={resource}
          list={[cancelled]}
          change={{ kind: 'cancel' }}
          onClose={() => setCancelled(undefined)}
        />
      )}
      <AddItem
        resource={resource}
        contract={like && contractIdOf(like)}
        like={like}
        open={like !== undefined}
        onClose={() => setLike(undefined)}
      />
    </>
  );
}
