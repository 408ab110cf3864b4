import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useState } from 'react';
import { unknownAmong } from '#answers/statuses.ts';
import { useTenant } from '#console/api/tenant.ts';
import { collectionsPath } from '#console/domain/collections/link.ts';
import { LazyListMenu } from '#console/domain/list/later.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Reading } from '#console/domain/reading.tsx';
import { useSearchParam } from '#kit/address/address.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { sorted, useUrlSort } from '#kit/grid/sort.ts';
import { useRowSelection } from '#kit/grid/use-row-selection.ts';
import { SelectionBar } from '#kit/list/selection-bar.tsx';
import { whileDrawn } from '#kit/ui/modal.tsx';
import { Page } from '#kit/ui/page.tsx';
import { FilteredBy } from '#kit/ui/paper.tsx';
import { countAndSumOf, formatCount } from '#kit/ui/sums.ts';
import { Actions, useMayFollowUp } from './actions.tsx';
import {
  rowsByAge,
  byGroup,
  filteredDebits,
  inWorkingOrder,
  isGroup,
  newestReturnsFirst,
  worthRetrying,
  type DeskRow,
} from './desk.ts';
import { UnpaidDetails } from './details.tsx';
import { DoneToday } from './done-today.tsx';
import { exportColumns, deskFilterText, reasonTitle } from './export.ts';
import { Filters } from './filters.tsx';
import { useKeptSelection } from './kept.ts';
import { UnpaidGrid } from './list.tsx';
import { useMessage } from './message.ts';
import { NoDebits, Notices } from './notices.tsx';
import { ReturnReasons } from './reasons.tsx';
import { UnpaidSummary } from './summary.tsx';
import { useDesk } from './use-desk.ts';

const keyOf = (row: DeskRow) => row.key;

const layout = {
  '@media print': { display: 'block' },
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'auto minmax(0, 1fr)' },
  [whileDrawn]: { gridTemplateColumns: 'minmax(0, 1fr)' },
};

const besideList = {
  alignSelf: 'start',
  display: { xs: 'none', lg: 'block' },
  // The drawer needs its space.
  [whileDrawn]: { display: 'none' },
};

/** What the primary button takes without a selection. */
function hintOf(shown: readonly DeskRow[], mayCollect: boolean): string {
  if (!mayCollect) return 'Messages all clients listed, or those you select.';
  const count = worthRetrying(shown).length;
  if (count === 0) return 'Select debits to collect again or message.';
  const others = shown.filter((it) => it.group === 'retry' && !it.isPromised).length - count;
  if (others === 0) return `Select debits, or collect all ${formatCount(count)} in “Try again”.`;
  return `Collects ${formatCount(count)} of ${formatCount(count + others)} “Try again”, or what you select. Another return of the same contract is against the rest.`;
}

function Content() {
  const { href } = useTenant();
  const desk = useDesk();
  const { range, status, failed, unpaid, followed, rows } = desk;
  const [find] = useSearchParam('q');
  const [reason, setReason] = useSearchParam('reason');
  const [age, setAge] = useSearchParam('age');
  const [follow] = useSearchParam('since');
  const [mine] = useSearchParam('mine');
  const [open, setOpen] = useState<DeskRow>();
  const messaging = useMessage();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  // Whether a debit is listed depends on what followed it.
  const isLoading = unpaid.isLoading || followed.isReading;

  const filter = useMemo(() => ({ find, reason, age, since: follow, mine }), [find, reason, age, follow, mine]);
  const shown = useMemo(() => filteredDebits(rows, filter), [rows, filter]);
  // Each choice counts what it would show with the other filters.
  const groups = useMemo(() => byGroup(filteredDebits(rows, filter, 'reason')), [rows, filter]);
  const ages = useMemo(() => rowsByAge(filteredDebits(rows, filter, 'age')), [rows, filter]);
  const sort = useUrlSort();
  const { fieldName: sortField, isDescending } = sort.by ?? newestReturnsFirst;
  const inOrder = useMemo(() => inWorkingOrder(shown), [shown]);
  const ordered = useMemo(
    () => sorted(inOrder, { fieldName: sortField, isDescending }),
    [inOrder, sortField, isDescending],
  );
  const selection = useRowSelection(keyOf, ordered);
  const { has: isSelected } = selection;
  const { mayCollect, isSelectable } = useMayFollowUp();
  const selected = useMemo(() => rows.filter(isSelected), [rows, isSelected]);
  useKeptSelection(rows, isLoading, selection);

  const onReason: Filter[] =
    reason !== '' && !isGroup(reason)
      ? [{ fieldName: 'InstalmentResult', kind: 'oneOf', values: [reason === 'none' ? null : reason] }]
      : [];
  // Grouped by reason and client, to match the exported file.
  const reportPath = `${collectionsPath(range, [...unpaid.filters, ...onReason])}&group=InstalmentResult,ClientNumber`;
  const isWordy = status !== '' || unknownAmong(unpaid.statuses).some(Boolean);
  const visible = shown.filter(isSelected).length;
  const hidden = selected.length - visible;
  const filters = (
    <Filters desk={desk} statuses={isWordy ? unpaid.statuses.filter(Boolean) : []} groups={groups} ages={ages} />
  );
  const actions = !isLoading && <Actions selected={selected} shown={shown} messaging={messaging} />;
  const isInBar = isNarrow && selected.length > 0;
  const filteredBy = deskFilterText(filter, failed, [range.from, range.to]);
  const isEmpty = !isLoading && !unpaid.error && rows.length === 0;
  const openAt = ordered.findIndex((it) => it.key === open?.key);
  const stepTo = (by: -1 | 1) => {
    const to = openAt < 0 ? undefined : ordered[openAt + by];
    return to && (() => setOpen(to));
  };
  return (
    <Page
      title="Unpaid"
      actions={
        <>
          {rows.length > 0 && !isLoading && (
            <LazyListMenu
              meanwhile={<Box sx={{ width: 36 }} />}
              file={{
                title: 'Unpaid',
                noun: ['debit', 'debits'],
                count: shown.length,
                // By reason and client, unless the list was sorted.
                rows: () => (sort.by ? ordered : inOrder),
                columns: exportColumns,
                filteredBy,
              }}
              items={[{ label: 'Open report', to: href(reportPath) }]}
            />
          )}
          {!isInBar && actions}
        </>
      }
    >
      {!isLoading && <Notices desk={desk} />}
      {unpaid.error ? (
        <>
          {filters}
          <ErrorState error={unpaid.error} retry={unpaid.retry} />
        </>
      ) : isEmpty ? (
        <>
          {filters}
          {!range.problem && <NoDebits desk={desk} />}
        </>
      ) : (
        <>
          <UnpaidSummary
            shown={shown}
            label={follow === '' ? 'Still to chase' : 'Unpaid'}
            reason={reason && reasonTitle(reason)}
            isLoading={isLoading}
            ages={ages}
            age={age}
            onAge={setAge}
          />
          <Box sx={layout}>
            <Box data-screen="" sx={besideList}>
              <ReturnReasons groups={groups} reason={reason} isLoading={isLoading} onShow={setReason} />
            </Box>
            <Box sx={{ minWidth: 0, pb: { xs: 7, md: 0 }, ...(!isSelectable && { '& > [role=search]': { mb: 1 } }) }}>
              {filters}
              <FilteredBy list={filteredBy} />
              {isSelectable && (
                <SelectionBar
                  label="Selected debits"
                  text={
                    !isLoading && (
                      <>
                        {selected.length === 0
                          ? !isNarrow && hintOf(shown, mayCollect)
                          : `${countAndSumOf(
                              'debit',
                              selected.map((it) => it.Amount),
                            )} selected`}
                        {hidden > 0 && `, ${formatCount(hidden)} of them hidden by the filters`}
                      </>
                    )
                  }
                  all={
                    !isLoading && visible < shown.length
                      ? { count: formatCount(shown.length), onSelect: () => selection.select(shown) }
                      : undefined
                  }
                  onClear={selected.length > 0 ? selection.clear : undefined}
                >
                  {isInBar && actions}
                </SelectionBar>
              )}
              <UnpaidGrid
                list={isLoading ? [] : ordered}
                sort={{ ...sort, by: sort.by ?? newestReturnsFirst }}
                selection={isSelectable ? selection : undefined}
                isLoading={isLoading}
                onOpen={setOpen}
              />
              {mine !== '' && !isLoading && <DoneToday rows={rows} follow={desk.follow} onOpen={setOpen} />}
            </Box>
          </Box>
        </>
      )}
      {open && (
        <UnpaidDetails
          row={rows.find((it) => it.key === open.key) ?? open}
          isSinceKnown={followed.since !== undefined}
          follow={desk.follow}
          steps={{
            labels: ['Previous debit', 'Next debit'],
            to: [stepTo(-1), stepTo(1)],
          }}
          onMessage={() => messaging.message([open])}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  );
}

export const Unpaid = () => (
  <Reading title="Unpaid" what="Reading unpaid debits and what followed">
    <Content />
  </Reading>
);
