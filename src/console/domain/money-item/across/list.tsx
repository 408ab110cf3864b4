import Stack from '@mui/material/Stack';
import { use, useCallback, useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { stageOf } from '#answers/statuses.ts';
import { useTenant } from '#console/api/tenant.ts';
import { splitAt } from '#console/domain/collections/day-groups.ts';
import { useDebitJoin } from '#console/domain/collections/debit-details.ts';
import { LeftOutNotice } from '#console/domain/collections/left-out.tsx';
import { moneyOf, moneyText } from '#console/domain/collections/money.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { LazyListMenu } from '#console/domain/list/later.ts';
import { NothingFound } from '#console/domain/outcome/error-state.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { useChosenColumns } from '#kit/grid/chosen-columns.ts';
import { shownOf } from '#kit/grid/columns.ts';
import { Rows } from '#kit/grid/rows.tsx';
import { useUrlSort, type SortBy } from '#kit/grid/sort.ts';
import { useRowSelection } from '#kit/grid/use-row-selection.ts';
import { BarSlots } from '#kit/list/filter-bar.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { FilteredBy } from '#kit/ui/paper.tsx';
import { ReadingBar, useIsLong } from '#kit/ui/reading-bar.tsx';
import { belowRows } from '#kit/ui/states.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import { isNotFound } from '#report-engine/slices.ts';
import { fullDayText } from '#rules/day-text.ts';
import { itemColumns } from '../columns.tsx';
import { itemCountText, itemKey, nameOf, sameDayIn, type Instalment } from '../item.ts';
import { ManyBar } from '../many/bar.tsx';
import type { BulkChange } from '../many/plan.ts';
import { useMayChange } from '../may-change.ts';
import { standard, type MoneyItemResource } from '../resource.ts';
import { notEditableReason } from '../rules.ts';
import { StatusPills } from '../status-pills.tsx';
import { MissingReports } from './missing.tsx';
import { useFiguresOf, useNarrowed, type Narrowed } from './narrow.ts';
import { useRows, type Positioned } from './rows.ts';
import { useAcross } from './source.ts';

const joined = {
  same: ['ContractSequence', 'InstalmentAmount', 'InstalmentStatus'],
  near: 'InstalmentActionDate',
  hasTexts: true,
};
const reasonJoin = { ...joined, into: 'InstalmentResult' } as const;
const dueDayJoin = { ...joined, into: 'CollectionDate' } as const;

const byDate: SortBy = { fieldName: 'InstalmentActionDate', isDescending: false };

interface Props {
  label: string;
  /** `null` reads nothing. */
  range: Days | null;
  narrowed: Narrowed;
  /** Without it the statuses are not offered: the drawer of a day has their sums. */
  onStatus?: (code: string) => void;
  empty: ReactNode;
  /** Link of a row, below the merchant and product; by default to its contract. */
  hrefOf?(it: Instalment): string | undefined;
  resource?: MoneyItemResource;
  /** Selects all editable rows once they have loaded. */
  selectsAll?: boolean;
  /** Of the drawer of a day: the footer that takes the actions, which are of all editable rows or of those selected. */
  footer?: HTMLElement | null;
  /** The most likely change. */
  suggested?: { label: string; change: BulkChange };
}

function ofContract(item: Instalment): string | undefined {
  const id = contractIdOf(item);
  return id && withQuery(links.contract(id), { instalment: item.number });
}

const positionOf = (item: Positioned) => item.position;
const sameDay = sameDayIn([]);

/**
 * Instalments of all contracts in a range of days. The rows stay in a worker, so scrolling, sorting and searching are
 * as fast with 20,000 rows as with 20.
 */
export function AcrossList(props: Props) {
  const { label, range, narrowed, onStatus, empty, resource = standard, selectsAll = false, suggested } = props;
  const today = useToday();
  const slot = use(BarSlots)?.end;
  const { href } = useTenant();
  const across = useAcross(range);
  const { source, state, reload } = across;
  const past = (range && splitAt(range, today).past) ?? null;
  const isDay = props.footer !== undefined;
  useDebitJoin(source, isDay ? past : null, dueDayJoin);
  const sort = useUrlSort();
  const { fieldName, isDescending } = sort.by ?? byDate;
  const by = useMemo(() => ({ fieldName, isDescending }), [fieldName, isDescending]);
  const { view, pageFilter, filters } = useNarrowed(narrowed, range, by);
  useEffect(() => source?.setView(view), [source, view]);
  const figures = useFiguresOf(across, { pageFilter, filters }, today);
  const hasReasons = figures?.statuses.some(({ code }) => stageOf(code) === 'unpaid') ?? false;
  const reasons = useDebitJoin(source, hasReasons ? past : null, reasonJoin);
  // Whether debits were returned is known only once all rows have loaded; a column added then would move the others.
  const mayHaveReasons = past !== null;
  const isAhead = range !== null && range.from >= today;
  const isOneDay = range !== null && range.from === range.to;
  const all = useMemo(
    () =>
      itemColumns({
        resource: standard,
        items: [],
        sameDay,
        isOfMany: true,
        ofReport: {
          hasReasons: mayHaveReasons && !isAhead,
          isOneDay,
          isAhead,
          ofDay: isDay ? (mayHaveReasons ? 'over' : 'ahead') : undefined,
        },
      }),
    [mayHaveReasons, isAhead, isOneDay, isDay],
  );
  const chosen = useChosenColumns(label, all);
  const columns = useMemo(() => chosen.map(shownOf), [chosen]);

  const count = state?.count ?? 0;
  const editable = figures?.editable ?? 0;
  const rows = useRows(source, count);
  const { selected, has, select, clear, toggle } = useRowSelection<Positioned>(itemKey, (from, to) =>
    rows.open(Math.min(from.position, to.position), Math.max(from.position, to.position) + 1),
  );
  const selectAll = async () => select(await rows.open(0, count));
  const { isSelectable } = useMayChange(standard);
  const isReady =
    selectsAll && isSelectable && state?.isSettled === true && !state.isBusy && state.view === view && editable > 0;
  const selectAtOnce = useEffectEvent(() => void selectAll());
  useEffect(() => {
    if (isReady) selectAtOnce();
  }, [isReady]);
  const list = useMemo(() => [...selected.values()], [selected]);
  const whyNot = useCallback((it: Instalment) => notEditableReason(it, today), [today]);

  const isArriving = range !== null && !figures;
  const isWaiting = range !== null && (state === null || (state.total === 0 && !state.isSettled));
  const isLong = useIsLong(state !== null && !state.isSettled);
  const filteredBy = range
    ? [
        ['From', fullDayText(range.from)] as const,
        ['To', fullDayText(range.to)] as const,
        ...(narrowed.text ? [['Search', narrowed.text] as const] : []),
        ...(narrowed.status ? [['Status', statusLabel('InstalmentStatus', narrowed.status)] as const] : []),
        ...(narrowed.isNonBanking ? [['Days', 'Weekends and public holidays'] as const] : []),
      ]
    : [];
  // Only a file of everything is offered.
  const isWhole = !isWaiting && source !== null && state?.isSettled === true && !state.isJoining && !reasons.isLoading;
  const isNone = !isWaiting && count === 0 && state?.isBusy === false && state.isSettled;
  return (
    <Stack spacing={1.5} useFlexGap sx={{ '--grid-below': '56px' }}>
      <MissingReports across={across} />
      <FilteredBy list={filteredBy} />
      {isLong && source && state && (
        <ReadingBar
          label="Reading instalments"
          what="Reading instalments"
          done={state.slices.filter((it) => it.state !== 'waiting' && it.state !== 'loading').length}
          total={state.slices.length}
          onCancel={() => source.cancel()}
        />
      )}
      {state && <LeftOutNotice leftOut={state.leftOut} noun="instalment" />}
      {onStatus && (
        <StatusPills
          fieldName="InstalmentStatus"
          statuses={figures?.statuses ?? []}
          value={narrowed.status}
          onChange={onStatus}
        />
      )}
      {figures && figures.unidentified > 0 && (
        <Muted>
          {itemCountText(figures.unidentified, 'instalment')} can’t be changed from this list, which doesn’t say whose{' '}
          {figures.unidentified === 1 ? 'it is' : 'they are'}. Find the contract by its client to change{' '}
          {figures.unidentified === 1 ? 'it' : 'them'}.
        </Muted>
      )}
      {isSelectable && (
        <ManyBar
          resource={standard}
          selected={list}
          all={{
            count: Math.max(editable, list.length),
            isLoading: rows.isGathering,
            onSelect: () => void selectAll(),
          }}
          isWaiting={isArriving}
          suggested={suggested}
          footer={props.footer}
          takeAll={async () => (await rows.open(0, count)).filter((it) => !whyNot(it))}
          onNone={clear}
          onDone={() => {
            clear();
            reload();
          }}
        />
      )}
      {isNone ? (
        // No claim after an incomplete answer.
        state.isComplete && (isNotFound(state) ? <NothingFound /> : empty)
      ) : (
        <Rows<Positioned>
          label={label}
          columns={columns}
          count={count}
          rowAt={rows.rowAt}
          rowKey={positionOf}
          href={(item) => {
            const path = props.hrefOf?.(item) ?? ofContract(item);
            return path && href(path);
          }}
          selection={isSelectable ? { has, toggle, whyNot, nameOf: (it) => nameOf(it, true) } : undefined}
          by={by}
          onSort={sort.set}
          isBusy={isWaiting || state?.isBusy === true}
          isWaiting={isWaiting}
          onShow={rows.show}
        />
      )}
      {slot &&
        range &&
        createPortal(
          <LazyListMenu
            view={{ list: label, title: label, columns: all }}
            file={{
              title: label,
              noun: ['instalment', 'instalments'],
              count: isWhole ? count : 0,
              rows: rows.forFile,
              columns,
              filteredBy,
            }}
            sheet={
              isWhole && editable > 0
                ? { operation: resource.edit, name: resource.label, rows: rows.forSheet }
                : undefined
            }
          />,
          slot,
        )}
      {!isDay && !isWaiting && !isNone && (
        <Muted role="status" sx={isArriving ? belowRows : undefined}>
          {itemCountText(count, 'instalment')}, {moneyText(moneyOf(state?.sums ?? []))}
          {state?.isSettled ? '' : ' so far'}
        </Muted>
      )}
    </Stack>
  );
}
