import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { differentClients, outcomesOf, shareOf } from '#console/domain/collections/rates.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { reportValueText } from '#console/domain/collections/report-text.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState, NothingFound } from '#console/domain/outcome/error-state.tsx';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { useDateRange } from '#kit/dates/use-date-range.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { Tiles } from '#kit/ui/tiles.tsx';
import {
  askCollectionDays,
  byDayOfMonth,
  byDistance,
  byWeekday,
  maxFollowed,
  type CollectionDays as Found,
} from './rates.ts';

const own = 'last-90-days';

const percent = (share: number): string => (100 * share).toFixed(1).replace('.', ',');

/** A share with its interval; so few that they say nothing have a dash. */
function shareCells(hits: number, all: number): [rate: string, interval: string] {
  const share = shareOf(hits, all);
  return share ? [`${percent(share.rate)} %`, `${percent(share.low)}–${percent(share.high)} %`] : ['—', '—'];
}

interface TableProps {
  title: string;
  head: string;
  /** Of the counted debits. */
  hits: 'Paid' | 'Returned';
  lines: readonly { label: string; hits: number; all: number }[];
  note?: string;
}

const Rates = ({ title, head, hits, lines, note }: TableProps) => (
  <Section title={title}>
    <PlainTable
      label={title}
      maxHeight="none"
      columns={[
        { label: head, isHead: true },
        { label: 'Debits', isNumber: true },
        { label: hits, isNumber: true },
        { label: `${hits}, %`, isNumber: true },
        { label: '95 % interval', isNumber: true, isWide: true },
      ]}
      rows={lines.map((line) => {
        const [rate, interval] = shareCells(line.hits, line.all);
        const below = interval !== rate && <small data-narrow="">{interval}</small>;
        return {
          key: line.label,
          cells: [
            line.label,
            formatCount(line.all),
            formatCount(line.hits),
            <Fragment key="rate">
              {rate}
              {below}
            </Fragment>,
            interval,
          ],
        };
      })}
    />
    {note && <Muted sx={{ mt: 1 }}>{note}</Muted>}
  </Section>
);

function Tables({ rates, all, attempts, reasons }: Found) {
  const paid = (lines: ReturnType<typeof byWeekday>) => lines.map((it) => ({ ...it, hits: it.paid }));
  return (
    <>
      <Typography>
        {differentClients}
        <Box component="span" sx={{ display: { sm: 'none' } }}>
          {' '}
          Below each share is its 95 % interval.
        </Box>
      </Typography>
      <Tiles columns={{ xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
        <Rates title="By day of the month" head="Day" hits="Paid" lines={paid(byDayOfMonth(rates))} />
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          <Rates title="By weekday" head="Weekday" hits="Paid" lines={paid(byWeekday(rates))} />
          <Rates title="By distance to the 25th" head="Distance" hits="Paid" lines={paid(byDistance(rates))} />
          {attempts ? (
            <Rates
              title="By attempt"
              head="Attempt"
              hits="Paid"
              lines={paid(attempts)}
              note="Counted within a contract’s calendar month, from its first debit there or from the last paid one."
            />
          ) : (
            <Section title="By attempt">
              <Muted>{`More than ${formatCount(maxFollowed)} debits follow another one. Choose a shorter period.`}</Muted>
            </Section>
          )}
          <Rates
            title="Returned, by reason"
            head="Reason"
            hits="Returned"
            lines={reasons.map(({ code, count }) => ({
              label: code === '' ? 'Reason not known' : reportValueText('InstalmentResult', code),
              hits: count,
              all: all.all,
            }))}
          />
        </Box>
      </Tiles>
    </>
  );
}

/** Paid rates by collection day, with intervals. They describe; nothing is forecast, and no person has a score. */
export function CollectionDaysPage() {
  const { href } = useTenant();
  const today = useToday();
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
    <Page title="Which days collect" back={{ to: href(links.reports()), label: 'Reports' }}>
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
          <Tables {...read.data} />
        ) : (
          read.data.unknown.count === 0 && (
            <EmptyState title="No debits with an outcome in this period">Choose other dates.</EmptyState>
          )
        ))}
    </Page>
  );
}
