import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { splitAt } from '#console/domain/collections/day-groups.ts';
import { useDebitJoin } from '#console/domain/collections/debit-details.ts';
import { LeftOutNotice } from '#console/domain/collections/left-out.tsx';
import { moneyOf, moneyText } from '#console/domain/collections/money.ts';
import { reasonColumn } from '#console/domain/collections/reason.tsx';
import { loadNumbers } from '#console/domain/contract/load-numbers.ts';
import { EditInSheet } from '#console/domain/list/edit-in-sheet.tsx';
import { rowsOf } from '#console/kit/data-grid/selection.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { Column } from '#console/kit/grid/columns.ts';
import type { SortBy } from '#console/kit/grid/sort.ts';
import { GridTable } from '#console/kit/grid/table.tsx';
import { useFrameWidth } from '#console/kit/grid/use-frame-width.ts';
import { useRowSelection } from '#console/kit/grid/use-row-selection.ts';
import { belowRows, NothingFound } from '#console/kit/ui/states.tsx';
import { statusLabel } from '#console/kit/ui/status.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { stageOf } from '#console/model/statuses.ts';
import { isNotFound } from '#console/report-engine/slices.ts';
import { loadNames } from '#console/session/client-names.ts';
import { clientsOf } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { dayText } from '#rules/day-text.ts';
import { clientOf, contractOf, counted, dueOf, keyOf, reasonOf, type MoneyItem } from '../item.ts';
import { ManyBar } from '../many/bar.tsx';
import type { Change } from '../many/plan.ts';
import { standard, type MoneyItemResource } from '../resource.ts';
import { notEditableReason } from '../rules.ts';
import { StatusChips } from './chips.tsx';
import { AcrossLine, ComingLine, instalmentOf, useHeads, withNumbers } from './line.tsx';
import { Missing } from './missing.tsx';
import { useFiguresOf, useNarrowed, type Narrowed } from './narrow.ts';
import { useAcross } from './source.ts';

const ExportButton = lazy(async () => ({
  default: (await import('#console/domain/list/export/button.tsx')).ExportButton,
}));

/** The columns of the screen in their order, with the numbers that belong to them. */
const exportColumns: readonly Column<MoneyItem & { client: string }>[] = [
  { fieldName: 'client', label: 'Client' },
  { fieldName: 'ClientNumber' },
  { fieldName: 'InstalmentActionDate', label: 'Date' },
  { fieldName: 'InstalmentAmount', label: 'Amount' },
  { fieldName: 'InstalmentStatus', label: 'Status' },
  {
    fieldName: 'contract',
    label: 'Contract',
    exported: [{ fieldName: 'contract', label: 'Contract', value: contractOf }],
  },
  { fieldName: 'InstalmentSequence', label: 'No.' },
  { fieldName: 'ContractSequence' },
  reasonColumn('InstalmentResult', reasonOf),
];

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
  /** Nothing is asked for without one. */
  range: Days | null;
  narrowed: Narrowed;
  onStatus: (code: string) => void;
  empty: ReactNode;
  /** Where a row leads, below the merchant and product; its contract where nothing is given. */
  hrefOf?(it: MoneyItem): string | undefined;
  /** Which of the two resources edits them in a sheet. */
  resource?: MoneyItemResource;
  /** Beside the statuses. */
  chip?: ReactNode;
  /** Selects all that can be changed as soon as it is here. */
  selectsAll?: boolean;
  /** Shows when what was collected had been due. */
  showsDueDays?: boolean;
  /** What is most likely done with what is selected. */
  suggested?: { label: string; change: Change };
}

/** An instalment with its position in the list. */
type Positioned = MoneyItem & { position: number };

/**
 * Instalments of all contracts in some days: by status with count and sum, each row leading to its contract; what is selected is
 * changed together. The rows stay in a worker, so twenty thousand scroll, sort and are searched as twenty are.
 */
export function AcrossList(props: Props) {
  const { label, range, narrowed, onStatus, empty, resource = standard, chip, selectsAll = false, suggested } = props;
  const today = useToday();
  const queries = useQueryClient();
  const { merchant, product } = useTenant();
  const tenant = { merchant, product };
  const isForbidden = useForbidden('clientList') !== undefined;
  const nameOfClient = useKnownNames();
  const [room, frame] = useFrameWidth();
  const across = useAcross(range);
  const { source, state, reload } = across;
  const past = (range && splitAt(range, today).past) ?? null;
  useDebitJoin(source, props.showsDueDays ? past : null, dueDayJoin);
  const [by, setBy] = useState<SortBy | null>(byDate);
  const { view, pageFilter, filters } = useNarrowed(narrowed, range, by);
  useEffect(() => source?.setView(view), [source, view]);
  const figures = useFiguresOf(source, state, { pageFilter, filters }, today);
  const hasReturned = figures?.statuses.some(({ code }) => stageOf(code) === 'unpaid') ?? false;
  const { heads, isPhone } = useHeads(room, hasReturned);
  const reasons = useDebitJoin(source, hasReturned ? past : null, reasonJoin);
  const isArriving = range !== null && !figures;
  const [isGathering, setGathering] = useState(false);
  const gathering = useRef<AbortController>(undefined);
  useEffect(() => () => gathering.current?.abort(), [source]);

  const sight = useRef<readonly [number, number]>([0, 0]);
  const show = useCallback(
    (first: number, end: number) => {
      sight.current = [first, end];
      source?.show(first, end);
    },
    [source],
  );
  /** Reading all rows leaves others at hand than those in sight. */
  const restore = () => source?.show(...sight.current);

  const isOpen = (it: MoneyItem) => notEditableReason(it, today) === undefined;
  /** The rows from one position to another, `end` excluded, that can be changed. */
  const openRows = async (first: number, end: number): Promise<Positioned[]> => {
    if (!source) return [];
    gathering.current?.abort();
    gathering.current = new AbortController();
    setGathering(true);
    try {
      const rows = await rowsOf(source, first, end, gathering.current.signal);
      return rows.map((row, index) => ({ ...instalmentOf(row), position: first + index })).filter(isOpen);
    } catch {
      // Another selection was begun, or the list was closed.
      return [];
    } finally {
      restore();
      setGathering(false);
    }
  };
  const { selected, has, select, clear, toggle } = useRowSelection<Positioned>(keyOf, (from, to) =>
    openRows(Math.min(from.position, to.position), Math.max(from.position, to.position) + 1),
  );
  const count = state?.count ?? 0;
  const allRows = async () => {
    const rows = source ? await rowsOf(source, 0, count, new AbortController().signal) : [];
    restore();
    return rows.map(instalmentOf);
  };
  /** All rows with their clients and contracts, which are looked up where the reports do not name them. */
  const exported = async (onProgress: (text: string) => void) => {
    const read = await allRows();
    const unnumbered = read.flatMap((it) =>
      it.ContractSequence != null && !(it.ClientNumber && it.ContractNumber) ? [it.ContractSequence] : [],
    );
    await loadNumbers(queries, tenant, unnumbered, onProgress);
    const numbered = read.map((it) => withNumbers(it, tenant));
    if (!isForbidden)
      await loadNames(
        queries,
        tenant,
        numbered.flatMap((it) => it.ClientNumber || []),
        onProgress,
      );
    const nameOf = (number: string) => clientsOf(tenant).get(number)?.ClientName;
    return numbered.map((it) => ({ ...it, client: clientOf(it, nameOf) }));
  };
  const editable = figures?.editable ?? 0;
  const opened = async () =>
    (await allRows())
      .filter(isOpen)
      .map((it) => ({ ...it, ClientName: clientOf(it, nameOfClient), CollectionDate: dueOf(it).slice(0, 10) }));
  const isReady = selectsAll && state?.isSettled === true && !state.isBusy && state.view === view && editable > 0;
  const selectAll = async () => select(await openRows(0, count));
  const selectAtOnce = useEffectEvent(() => void selectAll());
  useEffect(() => {
    if (isReady) selectAtOnce();
  }, [isReady]);

  const list = useMemo(() => [...selected.values()], [selected]);
  const isWaiting = range !== null && (state === null || (state.total === 0 && !state.isSettled));
  const isNone = !isWaiting && count === 0 && state?.isBusy === false && state.isSettled;
  return (
    <Stack ref={frame} spacing={1.5}>
      <Missing across={across} />
      {state && <LeftOutNotice leftOut={state.leftOut} noun="instalment" />}
      <StatusChips figures={figures} value={narrowed.status} onChange={onStatus}>
        {chip}
      </StatusChips>
      {figures && figures.unidentified > 0 && (
        <Typography variant="body2" color="textSecondary">
          {counted(figures.unidentified, 'instalment')} can’t be changed from this list, which doesn’t say whose{' '}
          {figures.unidentified === 1 ? 'it is' : 'they are'}. Find the contract by its client to change{' '}
          {figures.unidentified === 1 ? 'it' : 'them'}.
        </Typography>
      )}
      <ManyBar
        resource={standard}
        selected={list}
        all={{
          count: Math.max(editable, list.length),
          label: `${whole(editable)} that can be changed`,
          isLoading: isGathering,
          onSelect: () => void selectAll(),
        }}
        isWaiting={isArriving}
        suggested={suggested}
        onNone={clear}
        onDone={() => {
          clear();
          reload();
        }}
      />
      {isNone ? (
        // Of what was not answered nobody knows whether there is any.
        state.isComplete && (isNotFound(state) ? <NothingFound /> : empty)
      ) : (
        <GridTable
          label={label}
          heads={heads}
          count={count}
          line={(position) => {
            const row = source?.rowAt(position);
            if (!row) return <ComingLine key={position} position={position} heads={heads} />;
            const it = { ...instalmentOf(row), position };
            return (
              <AcrossLine
                key={position}
                it={it}
                position={position}
                isSelected={has(it)}
                onToggle={isOpen(it) ? (isRange) => void toggle(it, isRange) : undefined}
                why={notEditableReason(it, today)}
                nameOfClient={nameOfClient}
                hrefOf={props.hrefOf}
                heads={heads}
                isPhone={isPhone}
              />
            );
          }}
          by={by}
          onSort={setBy}
          isBusy={isWaiting || state?.isBusy === true}
          isWaiting={isWaiting}
          onShow={show}
        />
      )}
      {!isWaiting && !isNone && (
        <Stack
          direction="row"
          sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, ...(isArriving && belowRows) }}
        >
          <Typography role="status" variant="body2" color="textSecondary">
            {counted(count, 'instalment')}, {moneyText(moneyOf(state?.sums ?? []))}
            {state?.isSettled ? '' : ' so far'}
          </Typography>
          {source && range && state?.isSettled && !state.isJoining && !reasons.isLoading && (
            <Stack direction="row" sx={{ gap: 1 }}>
              <Suspense>
                {editable > 0 && <EditInSheet operation={resource.edit} name={resource.label} rows={opened} />}
                <ExportButton
                  title={label}
                  noun={['instalment', 'instalments']}
                  count={count}
                  rows={exported}
                  columns={exportColumns}
                  filteredBy={[
                    ['From', dayText(range.from)],
                    ['To', dayText(range.to)],
                    ...(narrowed.text ? [['Search', narrowed.text] as const] : []),
                    ...(narrowed.status ? [['Status', statusLabel('InstalmentStatus', narrowed.status)] as const] : []),
                    ...(narrowed.isNonBanking ? [['Days', 'Weekends and public holidays'] as const] : []),
                  ]}
                />
              </Suspense>
            </Stack>
          )}
        </Stack>
      )}
    </Stack>
  );
}
