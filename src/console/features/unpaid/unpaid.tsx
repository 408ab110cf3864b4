import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { codeLabel } from '#console/api/code-labels.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { LeftOutNotice } from '#console/domain/collections/left-out.tsx';
import { collectionsPath } from '#console/domain/collections/link.ts';
import { reasonName } from '#console/domain/collections/reason.tsx';
import { reasonGroups, type ReasonGroup } from '#console/domain/collections/return-reasons.ts';
import { put, useAddress, useSearchParam } from '#console/kit/address/address.ts';
import { DateRange } from '#console/kit/dates/date-range.tsx';
import { rangeOf } from '#console/kit/dates/ranges.ts';
import { sorted, useUrlSort } from '#console/kit/grid/sort.ts';
import { useRowSelection } from '#console/kit/grid/use-row-selection.ts';
import { ChoiceFilter } from '#console/kit/list/choice-filter.tsx';
import { FindBox } from '#console/kit/list/find-box.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { EmptyState, ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { unknownAmong } from '#console/model/statuses.ts';
import type { Filter } from '#console/report-engine/protocol.ts';
import { useToday } from '#console/session/today.ts';
import { dayText } from '#rules/day-text.ts';
import { Ageing } from './ageing.tsx';
import { byAge, byGroup, deskRows, filtered, inWorkingOrder, type DeskRow } from './desk.ts';
import { UnpaidDetails } from './details.tsx';
import { exportColumns, filterText } from './export.ts';
import { countAndSum, DebitBar, sinceOf, UnpaidGrid } from './list.tsx';
import { useMessage } from './message.ts';
import { UnpaidPrepare } from './prepare.tsx';
import { UnpaidReasons } from './reasons.tsx';
import { useSince } from './since.ts';
import { useUnpaid, usualFailed } from './use-unpaid.ts';

// Not needed before rows have loaded.
const ExportButton = lazy(async () => ({
  default: (await import('#console/domain/list/export/button.tsx')).ExportButton,
}));

const none: ReadonlySet<string> = new Set();
const keyOf = (it: DeskRow) => it.key;

/** Default range: as far back as the oldest age. */
const usualRange = 'last-90-days';

function useRange() {
  const [query, change] = useAddress();
  const today = useToday();
  const isBare = !['range', 'from', 'to'].some((param) => query.has(param));
  useEffect(() => {
    if (!isBare) return;
    change((now) => put(now, { range: usualRange }), { replace: true });
  }, [isBare, change]);
  return rangeOf(isBare ? new URLSearchParams({ range: usualRange }) : query, today);
}

const reasonTitle = (reason: string): string =>
  Object.hasOwn(reasonGroups, reason)
    ? reasonGroups[reason as ReasonGroup].label
    : reasonName(reason === 'none' ? '' : reason);

export function Unpaid() {
  const today = useToday();
  const { href } = useTenant();
  const range = useRange();
  const [status, setStatus] = useSearchParam('status');
  const [reason, setReason] = useSearchParam('reason');
  const [age, setAge] = useSearchParam('age');
  const [follow, setFollow] = useSearchParam('since');
  const [find, setFind] = useSearchParam('q');
  const failed = status || usualFailed;
  const { list, count, statuses, filters, leftOut, isLoading, error, reasonError, retry } = useUnpaid(range, failed);
  const followed = useSince(list, range.from, today);
  const nameOf = useKnownNames();
  const [created, setCreated] = useState(none);
  const [open, setOpen] = useState<DeskRow>();
  // The selection at opening: the list may be refetched behind it.
  const [preparing, setPreparing] = useState<readonly DeskRow[]>();
  const { isPreparing, message } = useMessage();

  const rows = useMemo(() => deskRows(list, nameOf, followed.since, today), [list, nameOf, followed.since, today]);
  const filter = useMemo(() => ({ find, reason, age, since: follow }), [find, reason, age, follow]);
  const shown = useMemo(() => filtered(rows, filter), [rows, filter]);
  // Each choice counts what it would show with the other filters.
  const groups = useMemo(() => byGroup(filtered(rows, filter, 'reason')), [rows, filter]);
  const ages = useMemo(() => byAge(filtered(rows, filter, 'age')), [rows, filter]);
  const sort = useUrlSort();
  const { fieldName: sortField, isDescending = false } = sort.by ?? {};
  const ordered = useMemo(
    () => sorted(inWorkingOrder(shown), sortField === undefined ? null : { fieldName: sortField, isDescending }),
    [shown, sortField, isDescending],
  );
  const selection = useRowSelection(keyOf, ordered);
  const { has: isSelected, select } = selection;
  const selected = useMemo(() => rows.filter(isSelected), [rows, isSelected]);
  const onCreated = (keys: string[]) => {
    setCreated((before) => new Set([...before, ...keys]));
    select(preparing?.filter((it) => keys.includes(it.key)) ?? [], false);
  };

  if (preparing)
    return (
      <Page title="Collect again">
        <UnpaidPrepare
          list={preparing}
          from={range.from}
          onCreated={onCreated}
          onMessage={message}
          onBack={() => setPreparing(undefined)}
        />
      </Page>
    );
  const isReason = reason !== '' && !Object.hasOwn(reasonGroups, reason);
  const onReason: Filter = {
    fieldName: 'InstalmentResult',
    kind: 'oneOf',
    values: [reason === 'none' ? null : reason],
  };
  // Grouped by reason and client, to match the desk.
  const reportPath = `${collectionsPath(range, isReason ? [...filters, onReason] : filters)}&group=InstalmentResult,ClientNumber`;
  const named = statuses.filter(Boolean);
  const unknown = unknownAmong(statuses);
  const isWordy = status !== '' || unknown.some(Boolean);
  return (
    <Page
      title="Unpaid"
      lead="Debits that were returned, and what to do about them: collect again, or message the clients."
      actions={
        <>
          {shown.length > 0 && (
            <Suspense>
              <ExportButton
                title="Unpaid"
                noun={['debit', 'debits']}
                count={ordered.length}
                rows={() => ordered.map((it) => ({ ...it, since: sinceOf(it, created) }))}
                columns={exportColumns}
                filteredBy={filterText(filter, failed, [range.from, range.to])}
                waitsFor={followed.isReading ? 'what was collected since' : ''}
              />
            </Suspense>
          )}
          <Button component={Link} to={href(reportPath)}>
            Open as report
          </Button>
        </>
      }
    >
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'start', pt: 1 }}>
        <DateRange />
        <Box sx={{ minWidth: 160 }}>
          <ChoiceFilter
            label="Collected since"
            value={follow}
            options={[
              { code: 'open', label: 'No' },
              { code: 'collected', label: 'Yes' },
            ]}
            onChange={setFollow}
          />
        </Box>
        {isWordy && (
          <Box sx={{ minWidth: 180 }}>
            <ChoiceFilter
              label="Counts as unpaid"
              value={failed}
              isAlways
              options={[...new Set([failed, ...named])].map((code) => ({
                code,
                label: codeLabel('InstalmentStatus', code) ?? code,
              }))}
              onChange={(next) => setStatus(next === usualFailed ? '' : next)}
            />
          </Box>
        )}
        <FindBox label="Client or contract" hint="" value={find} onFind={setFind} />
      </Stack>
      {reasonError && list.length > 0 && (
        <Notice tone="info" title="Reasons are not known">
          The report of changed instalments, which holds them, could not be loaded.
        </Notice>
      )}
      <LeftOutNotice leftOut={leftOut} noun="transaction" />
      {count > list.length && (
        <Notice tone="info" title={`${whole(list.length)} of ${whole(count)} debits are listed`}>
          They are the first of this period; counts and sums below are of these. Choose a shorter period to see the
          others.
        </Notice>
      )}
      {unknown.includes('') && list.length > 0 && (
        <Notice tone="info" title="Some debits have no status">
          Whether they are unpaid is not known; they are not listed.
        </Notice>
      )}
      {followed.isUnknown && list.length > 0 && (
        <Notice tone="info" title="Whether these were collected again is not known">
          The reports of changes could not be loaded. Look at the contracts before you collect again.
        </Notice>
      )}
      {isLoading ? (
        <>
          <Skeletons rows={1} height={88} />
          <Section title="Why debits were returned">
            <Skeletons rows={6} />
          </Section>
          <Skeletons rows={8} />
        </>
      ) : error ? (
        <ErrorState error={error} retry={retry} />
      ) : list.length === 0 ? (
        !range.problem && (
          <EmptyState
            title={
              unknown.length === 0
                ? 'No unpaid debits in this period'
                : unknown.some(Boolean)
                  ? 'No debit has this status'
                  : 'Which debits are unpaid is not known'
            }
          >
            No debit from {dayText(range.from)} to {dayText(range.to)} has the status{' '}
            {codeLabel('InstalmentStatus', failed) ?? failed}.
            {named.length > 0 &&
              ` Statuses in this period: ${named.map((it) => codeLabel('InstalmentStatus', it) ?? it).join(', ')}.`}
            {unknown.includes('') && ' There are debits without a status.'}
          </EmptyState>
        )
      ) : (
        <>
          <Ageing ages={ages} age={age} onShow={setAge} />
          <Section title="Why debits were returned">
            <UnpaidReasons groups={groups} selection={selection} reason={reason} onShow={setReason} />
          </Section>
          <Section title={reason ? `${reasonTitle(reason)}: ${countAndSum(shown)}` : countAndSum(shown)}>
            <DebitBar
              selected={selected}
              shown={shown}
              selection={selection}
              isPreparing={isPreparing}
              onCollect={() => setPreparing(selected)}
              onMessage={() => message(selected)}
            />
            {shown.length === 0 ? (
              <EmptyState title="No unpaid debits match">Change or clear the filters to see more.</EmptyState>
            ) : (
              <UnpaidGrid
                list={ordered}
                sort={sort}
                selection={selection}
                created={created}
                isLoading={isLoading}
                onOpen={setOpen}
              />
            )}
          </Section>
        </>
      )}
      {open && (
        <UnpaidDetails
          row={open}
          isSinceKnown={followed.since !== undefined}
          onMessage={() => message([open])}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  );
}
