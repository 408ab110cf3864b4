import { dayText } from '../../../rules/day-text.ts';
import { codeLabel } from '../../api/code-labels.ts';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ChoiceFilter } from '../../kit/list/choice-filter.tsx';
import { DateRange } from '../../kit/dates/date-range.tsx';
import { Notice } from '../../kit/ui/notice.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { rangeOf } from '../../kit/dates/ranges.ts';
import { whole } from '../../domain/collections/report-text.ts';
import { Section } from '../../kit/ui/section.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../kit/ui/states.tsx';
import { unknownAmong } from '../../domain/statuses.ts';
import { useToday } from '../../session/today.ts';
import { ChosenBar, countAndSum, UnpaidGrid } from './list.tsx';
import { UnpaidPrepare } from './prepare.tsx';
import { reasonName, reasonField, UnpaidReasons } from './reasons.tsx';
import { byReason, type Unpaid as Debit } from './rows.ts';
import { useSince } from './since.ts';
import { usualFailed, useUnpaid } from './use-unpaid.ts';

const none: ReadonlySet<string> = new Set();

/** From debits that came back to what is done about them: new instalments, or a message to who owes. */
export function Unpaid() {
  const [query] = useSearchParams();
  const today = useToday();
  const range = rangeOf(query, today);
  const [status, setStatus] = useSearchParam('status');
  const [reason, setReason] = useSearchParam('reason');
  const failed = status || usualFailed;
  const { list, count, statuses, isLoading, error, reasonError, retry } = useUnpaid(range, failed);
  const followed = useSince(list, range.from, today);
  const [chosen, setChosen] = useState(none);
  const [made, setMade] = useState(none);
  // What was chosen when it was asked for: the list may be read anew behind it.
  const [preparing, setPreparing] = useState<readonly Debit[]>();

  const reasons = useMemo(() => byReason(list), [list]);
  const shown = reason ? list.filter((it) => reasonField(it.InstalmentResult ?? '') === reason) : list;
  const picked = list.filter((it) => chosen.has(it.key));
  const choose = useCallback(
    (some: readonly Debit[], isOn: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        for (const { key } of some)
          if (isOn) after.add(key);
          else after.delete(key);
        return after;
      }),
    [],
  );
  const onMade = (keys: string[]) => {
    setMade((before) => new Set([...before, ...keys]));
    setChosen((before) => new Set([...before].filter((key) => !keys.includes(key))));
  };

  if (preparing)
    return (
      <Page title="New instalments for unpaid debits">
        <UnpaidPrepare list={preparing} from={range.from} onMade={onMade} onBack={() => setPreparing(undefined)} />
      </Page>
    );
  return (
    <Page
      title="Unpaid"
      lead="Debits that came back, by reason: choose some, then collect them again or write to the clients."
    >
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'start', pt: 1 }}>
        <DateRange />
        <Box sx={{ minWidth: 180 }}>
          <ChoiceFilter
            label="Counts as unpaid"
            value={failed}
            isAlways
            options={[...new Set([failed, ...statuses])].map((code) => ({
              code,
              label: codeLabel('InstalmentStatus', code) ?? code,
            }))}
            onChange={(next) => setStatus(next === usualFailed ? '' : next)}
          />
        </Box>
      </Stack>
      {reasonError && list.length > 0 && (
        <Notice tone="info" title="Reasons are not known">
          The report of changed instalments, which holds them, could not be read.
        </Notice>
      )}
      {count > list.length && (
        <Notice tone="info" title={`${whole(list.length)} of ${whole(count)} debits are listed`}>
          They are the first of these days; the counts and sums below are theirs. Choose fewer days to see the others.
        </Notice>
      )}
      {followed.isUnknown && list.length > 0 && (
        <Notice tone="info" title="Whether these were collected again is not known">
          The reports of changes, which tell it, could not be read: look at the contracts first.
        </Notice>
      )}
      {isLoading ? (
        <Skeletons rows={8} />
      ) : error ? (
        <ErrorState error={error} retry={retry} />
      ) : list.length === 0 ? (
        !range.problem && (
          <EmptyState title={unknownAmong(statuses).length === 0 ? 'Nothing came back' : 'No debit has this status'}>
            No debit of {dayText(range.from)} to {dayText(range.to)} has the status{' '}
            {codeLabel('InstalmentStatus', failed) ?? failed}.
            {statuses.length > 0 &&
              ` Those of these days have: ${statuses.map((it) => codeLabel('InstalmentStatus', it) ?? it).join(', ')}.`}
          </EmptyState>
        )
      ) : (
        <>
          <Section title="Why they came back">
            <UnpaidReasons reasons={reasons} chosen={chosen} reason={reason} onShow={setReason} onChoose={choose} />
          </Section>
          <ChosenBar
            chosen={picked}
            hidden={reason ? picked.filter((it) => reasonField(it.InstalmentResult ?? '') !== reason).length : 0}
            onNone={() => setChosen(none)}
            onPrepare={() => setPreparing(picked)}
          />
          <Section
            title={
              reason ? `${reasonName(reason === 'untold' ? '' : reason)}: ${countAndSum(shown)}` : countAndSum(shown)
            }
          >
            <UnpaidGrid
              list={shown}
              chosen={chosen}
              made={made}
              since={followed.since}
              isLoading={isLoading}
              onChoose={choose}
            />
          </Section>
        </>
      )}
    </Page>
  );
}
