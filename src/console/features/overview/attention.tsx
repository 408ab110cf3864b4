import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useRead } from '#console/api/client.ts';
import { explain, nothingFound } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { addUp, grouped, moneyIn, nonBankingDays, sumText } from '#console/domain/collections/day-groups.ts';
import { moneyText } from '#console/domain/collections/money.ts';
import { initiated } from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { dayInShort, holidayOf } from '#console/kit/dates/calendar-days.ts';
import { Card, Figure, type Read } from '#console/kit/ui/card.tsx';
import { Icon } from '#console/kit/ui/icons.tsx';
import { countText } from '#console/kit/ui/sums.ts';
import { unknownAmong, unknownText } from '#console/model/statuses.ts';
import { addDays } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { isUnpaid } from './rates.ts';
import { useDue, useTwoMonths } from './reads.ts';

const countOf = (count: number, noun: string) => countText(count, [noun, `${noun}s`]);

/** A count with a link to its list, or that all is well, or why it is unknown. */
function Line(props: {
  /** The subject, shown if the count is unknown. */
  about: string;
  read: Read;
  refused?: string;
  count: number;
  none: string;
  children: ReactNode;
}) {
  const { about, read, refused, count, none, children } = props;
  const { error } = read;
  const content = () => {
    if (read.isLoading) return `${about}: looking…`;
    if (error?.kind === 'refused' && refused) return refused;
    if (error?.kind === 'notFound') return `${about}: ${nothingFound.title.toLowerCase()}. ${nothingFound.next}`;
    if (error) return `${about}: not known. ${explain(error).title}.`;
    return count === 0 ? none : children;
  };
  const isNoted = !read.isLoading && !error && count > 0;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1,
        // Two lines high on a phone from the start.
        minHeight: { xs: 44, md: 24 },
        color: isNoted ? 'text.primary' : 'text.secondary',
      }}
    >
      <Icon
        name={isNoted || error ? 'warning' : 'info'}
        size={18}
        style={{ flex: 'none', marginTop: 2, color: isNoted ? 'var(--mui-palette-warning-main)' : undefined }}
      />
      <span>{content()}</span>
    </Box>
  );
}

function AwaitingApproval() {
  const { href } = useTenant();
  const read = useRead('mandateList', { MandateStatusCode: initiated });
  const count = read.data?.records.length ?? 0;
  return (
    <Line
      about="Mandates awaiting approval"
      read={read}
      // The interface means this retrieve for one record.
      refused="Mandates cannot be listed by status here."
      count={count}
      // Other services may name this status differently.
      none="No mandates have the status Pending."
    >
      <Figure to={href(links.mandates({ status: initiated }))}>{countOf(count, 'mandate')}</Figure> awaiting approval by
      the payer
    </Line>
  );
}

function FollowUp() {
  const { href } = useTenant();
  const { last, now, read } = useTwoMonths();
  const groups = read.data?.groups ?? [];
  const all = addUp(groups.filter((it) => isUnpaid(it.status)));
  const open = read.data?.stillUnpaid ?? { count: 0, cents: 0 };
  const unknown = unknownAmong(groups.map((it) => it.status));
  return (
    <Line
      about="Unpaid debits"
      read={read}
      count={all.count}
      none={
        unknown.length === 0
          ? 'No unpaid debits this month or last.'
          : `Which debits are unpaid is not known. ${unknownText(unknown)}`
      }
    >
      <Figure to={href(links.unpaid({ from: last.from, to: now.to }))}>{countOf(all.count, 'unpaid debit')}</Figure>{' '}
      since {dayText(last.from)}, {sumText(all)}
      {open.count > 0 && `; no payment since for ${open.count} of them, ${sumText(open)}`}
      {unknown.length > 0 && `. ${unknownText(unknown)}`}
    </Line>
  );
}

function NonBankingDays() {
  const { href } = useTenant();
  const { days, read } = useDue();
  const byDay = grouped(read.data?.groups ?? [], (it) => it.date);
  const { holidays, weekends } = nonBankingDays(byDay, days.from, holidayOf);
  const dates = [...holidays, ...weekends].toSorted();
  const { count } = addUp(dates.flatMap((date) => byDay.get(date) ?? []));
  const isDated = !read.data?.leftOut.undated;
  return (
    <Line
      about="Debits on weekends and public holidays"
      read={read}
      count={count}
      none={
        isDated
          ? 'No debits on a weekend or public holiday in the next 14 days.'
          : 'Some debits have a date that cannot be read.'
      }
    >
      <Figure to={href(links.instalments({ ...days, on: 'non-banking', select: 'all' }))}>
        {countOf(count, 'debit')}
      </Figure>{' '}
      in the next 14 days {count === 1 ? 'falls' : 'fall'} on a weekend or public holiday:{' '}
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

/** An instalment can be changed until the day before it is due (docs/decisions.md, 9). */
function LastChance() {
  const { href } = useTenant();
  const { days, read } = useDue();
  const tomorrow = addDays(days.from, 1);
  const groups = (read.data?.groups ?? []).filter((it) => it.date === tomorrow);
  const due = addUp(groups);
  return (
    <Line
      about="Debits due tomorrow"
      read={read}
      count={due.count}
      none={`No debits found for tomorrow, ${weekdayText(tomorrow)}.`}
    >
      <Figure to={href(links.instalments({ from: tomorrow, to: tomorrow }))}>{countOf(due.count, 'debit')}</Figure> due
      tomorrow, {weekdayText(tomorrow)}, {moneyText(moneyIn(groups))}: today is the last day to change{' '}
      {due.count === 1 ? 'it' : 'them'}
    </Line>
  );
}

/** What needs attention today. Each line loads and fails separately. */
export function AttentionCard() {
  return (
    <Card title="Needs attention">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        <FollowUp />
        <NonBankingDays />
        <AwaitingApproval />
        <LastChance />
      </Box>
    </Card>
  );
}
