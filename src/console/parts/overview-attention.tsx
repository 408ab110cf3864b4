import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useRead } from '../api.ts';
import { explain } from '../errors.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { dayInShort, holidayOf } from './calendar-days.ts';
import { addUp, grouped, restless, sumText } from './day-groups.ts';
import { Icon } from './icons.tsx';
import { Card, Figure, type Asked } from './overview-card.tsx';
import { useDue, useTwoMonths } from './overview-reads.ts';

/** One thing to look at: a number with its list, or that all is well, or why nobody knows. */
function Line(props: { asked: Asked; refused?: string; count: number; none: string; children: ReactNode }) {
  const { asked, refused, count, none, children } = props;
  const error = asked.error?.kind === 'notFound' ? null : asked.error;
  const content = () => {
    if (asked.isLoading) return 'Looking …';
    if (error?.kind === 'refused' && refused) return refused;
    if (error) return explain(error).title;
    return count === 0 ? none : children;
  };
  const isNoted = !asked.isLoading && !error && count > 0;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, color: isNoted ? 'text.primary' : 'text.secondary' }}>
      <Icon
        name={isNoted || error ? 'warning' : 'info'}
        size={18}
        style={{ marginTop: 2, color: isNoted ? 'var(--mui-palette-warning-main)' : undefined }}
      />
      <span>{content()}</span>
    </Box>
  );
}

function Pending() {
  const { href } = usePlace();
  const read = useRead('mandateList', { MandateStatusCode: 'PENDING' });
  const count = read.data?.records.length ?? 0;
  return (
    <Line
      asked={read}
      // The interface's intended use of this retrieve is one record (Endpoints, Mandates).
      refused="This service does not list mandates by status."
      count={count}
      none="No mandate waits for its payer."
    >
      <Figure to={href(links.mandates({ status: 'PENDING' }))}>
        {count} {count === 1 ? 'mandate' : 'mandates'}
      </Figure>{' '}
      {count === 1 ? 'waits for its payer' : 'wait for their payers'}
    </Line>
  );
}

function StillUnpaid() {
  const { href } = usePlace();
  const { last, now, read } = useTwoMonths();
  const { count, cents } = read.data?.stillUnpaid ?? { count: 0, cents: 0 };
  return (
    <Line asked={read} count={count} none="No debit of this month or last is still unpaid.">
      <Figure to={href(links.unpaid({ from: last.from, to: now.to }))}>
        {count} unpaid {count === 1 ? 'debit' : 'debits'}
      </Figure>{' '}
      since {last.from}, {sumText({ cents })}, and nothing collected from the contract since
    </Line>
  );
}

function Restless() {
  const { href } = usePlace();
  const { days, read } = useDue();
  const byDay = grouped(read.data?.groups ?? [], (it) => it.date);
  const { holidays, weekends } = restless(byDay, days.from, holidayOf);
  const dates = [...holidays, ...weekends].toSorted();
  const { count } = addUp(dates.flatMap((date) => byDay.get(date) ?? []));
  return (
    <Line asked={read} count={count} none="Nothing of the next 14 days falls on a weekend or public holiday.">
      {count} of the next 14 days’ collections {count === 1 ? 'falls' : 'fall'} on a weekend or public holiday:{' '}
      {dates.map((date, at) => (
        <span key={date}>
          {at > 0 && ', '}
          <Figure to={href(links.calendar({ day: date }))}>
            {[dayInShort(date), holidayOf(date)].filter(Boolean).join(' · ')}
          </Figure>
        </span>
      ))}
    </Line>
  );
}

/** What somebody should look at today. Each line is asked for, and fails, by itself. */
export function AttentionCard() {
  return (
    <Card title="Needs attention">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        <Pending />
        <StillUnpaid />
        <Restless />
      </Box>
    </Card>
  );
}
