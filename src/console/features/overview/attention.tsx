import { dayText } from '../../../rules/day-text.ts';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { isDate } from '../../../rules/calendar.ts';
import { useRead } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import { dayInShort, holidayOf } from '../../kit/dates/calendar-days.ts';
import { addUp, grouped, nonBankingDays, sumText } from '../../domain/collections/day-groups.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import { initiated } from '../../domain/contract/initiate-status.ts';
import { Card, Figure, nothingFound, type Asked } from '../../kit/ui/card.tsx';
import { useDue, useTwoMonths } from './reads.ts';
import { unknownAmong, unknownText } from '../../domain/statuses.ts';

/** One thing to look at: a number with its list, or that all is well, or why nobody knows. */
function Line(props: { asked: Asked; refused?: string; count: number; none: string; children: ReactNode }) {
  const { asked, refused, count, none, children } = props;
  const { error } = asked;
  const content = () => {
    if (asked.isLoading) return 'Looking …';
    if (error?.kind === 'refused' && refused) return refused;
    if (error?.kind === 'notFound') return nothingFound;
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
  const { href } = useTenant();
  const read = useRead('mandateList', { MandateStatusCode: initiated });
  const count = read.data?.records.length ?? 0;
  return (
    <Line
      asked={read}
      // The interface's intended use of this retrieve is one record (Endpoints, Mandates).
      refused="Mandates cannot be listed by status here."
      count={count}
      // Another service may have another word for those that wait.
      none="No mandates awaiting approval."
    >
      <Figure to={href(links.mandates({ status: initiated }))}>
        {count} {count === 1 ? 'mandate' : 'mandates'}
      </Figure>{' '}
      {count === 1 ? 'is awaiting approval' : 'are awaiting approval'}
    </Line>
  );
}

function StillUnpaid() {
  const { href } = useTenant();
  const { last, now, read } = useTwoMonths();
  const { count, cents } = read.data?.stillUnpaid ?? { count: 0, cents: 0 };
  const unknown = unknownAmong(read.data?.groups.map((it) => it.status) ?? []);
  return (
    <Line
      asked={read}
      count={count}
      none={
        unknown.length === 0
          ? 'No debit of this month or last is still unpaid.'
          : `Which debits are unpaid is not known. ${unknownText(unknown)}`
      }
    >
      <Figure to={href(links.unpaid({ from: last.from, to: now.to }))}>
        {count} unpaid {count === 1 ? 'debit' : 'debits'}
      </Figure>{' '}
      since {dayText(last.from)}, {sumText({ cents })}, and nothing collected from the contract since
      {unknown.length > 0 && `. ${unknownText(unknown)}`}
    </Line>
  );
}

function Restless() {
  const { href } = useTenant();
  const { days, read } = useDue();
  const byDay = grouped(read.data?.groups ?? [], (it) => it.date);
  const { holidays, weekends } = nonBankingDays(byDay, days.from, holidayOf);
  const dates = [...holidays, ...weekends].toSorted();
  const { count } = addUp(dates.flatMap((date) => byDay.get(date) ?? []));
  const isDated = [...byDay.keys()].every(isDate);
  return (
    <Line
      asked={read}
      count={count}
      none={
        isDated
          ? 'Nothing of the next 14 days falls on a weekend or public holiday.'
          : 'Some collections have a date that cannot be read.'
      }
    >
      <Figure to={href(links.instalments({ ...days, on: 'non-banking', select: 'all' }))}>
        {count} of the next 14 days’ collections
      </Figure>{' '}
      {count === 1 ? 'falls' : 'fall'} on a weekend or public holiday:{' '}
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
