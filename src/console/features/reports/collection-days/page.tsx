import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { differentClients, outcomesOf, shareOf } from '#console/domain/collections/rates.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { reportValueText } from '#console/domain/collections/report-text.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState, NothingFound } from '#console/domain/outcome/error-state.tsx';
import { leastTrials } from '#console/model/interval.ts';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { useDateRange } from '#kit/dates/use-date-range.ts';
import { RowMenu } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { Tiles } from '#kit/ui/tiles.tsx';
import { dayAnswer, everyDay, percentText } from './compare.ts';
import { RateChart } from './rate-chart.tsx';
import { RatePart } from './rate-part.tsx';
import { RateTable } from './rate-table.tsx';
import {
  askCollectionDays,
  byDayOfMonth,
  byDistance,
  byWeekday,
  maxFollowed,
  type CollectionDays as Found,
} from './rates.ts';

const own = 'last-90-days';

function Answer({ rates, all, attempts, reasons, isTable }: Found & { isTable: boolean }) {
  const days = byDayOfMonth(rates);
  const few = days.filter((it) => shareOf(it.paid, it.all) === undefined);
  return (
    <>
      <Section
        title={
          <Box component="span" sx={{ fontSize: '1.25rem', lineHeight: '28px' }}>
            {dayAnswer(days)}
          </Box>
        }
      >
        <Muted sx={{ mt: -1, mb: 1 }}>{differentClients}</Muted>
        {isTable ? (
          <RateTable label="By day of the month" head="Day" lines={days} />
        ) : (
          <RateChart label="By day of the month" lines={everyDay(days)} all={all} isLarge />
        )}
        {few.length > 0 && !isTable && (
          <Muted sx={{ mt: 1 }}>
            Small dots: {countText(few.length, ['day', 'days'])} with under {leastTrials} debits,{' '}
            {formatCount(few.reduce((sum, it) => sum + it.all, 0))} in all.
          </Muted>
        )}
      </Section>
      <Tiles columns={{ xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
        <RatePart title="By weekday" head="Weekday" lines={byWeekday(rates)} isTable={isTable} />
        <RatePart title="Around the 25th" head="Distance" lines={byDistance(rates)} isTable={isTable} />
        {attempts ? (
          <RatePart
            title="By attempt"
            head="Attempt"
            lines={attempts}
            isTable={isTable}
            note="Within a contract’s calendar month, from its first debit there or from the last paid one."
          />
        ) : (
          <Section title="By attempt">
            <Muted>{`More than ${formatCount(maxFollowed)} debits follow another one. Choose a shorter period.`}</Muted>
          </Section>
        )}
        <Section title="Returned, by reason">
          <PlainTable
            label="Returned, by reason"
            maxHeight="none"
            columns={[
              { label: 'Reason', isHead: true },
              { label: 'Returned', isNumber: true },
              { label: 'Of 100 debits', isNumber: true },
            ]}
            rows={reasons.map(({ code, count }) => ({
              key: code,
              cells: [
                code === '' ? 'Reason not known' : reportValueText('InstalmentResult', code),
                formatCount(count),
                all.all < leastTrials ? '' : percentText(count / all.all),
              ],
            }))}
          />
        </Section>
      </Tiles>
    </>
  );
}

/** Paid rates by collection day, with intervals. They describe; nothing is forecast, and no person has a score. */
export function CollectionDaysPage() {
  const { href } = useTenant();
  const today = useToday();
  const [isTable, setTable] = useState(false);
  const { range } = useDateRange('back', { own });
  const { from, to, problem } = range;
  const days = { from, to };
  const read = useFigures(
    'omni-instalment-changes',
    problem || from > today ? null : outcomesOf(days, today),
    ['collection days', from, to],
    askCollectionDays(days),
  );
  const isNone = read.error?.kind === 'notFound';
  return (
    <Page
      title="Which days collect"
      back={{ to: href(links.reports()), label: 'Reports' }}
      actions={
        <RowMenu
          name="More"
          items={[{ label: isTable ? 'Show as charts' : 'Show as tables', act: () => setTable(!isTable) }]}
        />
      }
    >
      <Box component="search">
        <PeriodPill own={own} saysProblem />
      </Box>
      {read.isLoading && <Skeletons rows={10} />}
      {isNone && <NothingFound />}
      {read.error && !isNone && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.data && read.data.unknown.count > 0 && (
        <Notice tone="info" title="Not everything that came is counted">
          {unknownText(read.data.unknown.statuses)} {countText(read.data.unknown.count, ['debit has', 'debits have'])}{' '}
          no known outcome.
        </Notice>
      )}
      {read.data &&
        (read.data.all.all > 0 ? (
          <Answer {...read.data} isTable={isTable} />
        ) : (
          read.data.unknown.count === 0 && (
            <EmptyState title="No debits with an outcome in this period">Choose other dates.</EmptyState>
          )
        ))}
    </Page>
  );
}
