import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { Word } from '../../contract/fields.ts';
import type { DateText } from '../../rules/calendar.ts';
import { formatCents } from '../../rules/money.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { dayInFull, holidayOf } from './calendar-days.ts';
import { byStatus, sumOf, type Entry } from './calendar-entries.ts';
import type { Collections } from './calendar-read.ts';
import type { Column } from './grid-columns.ts';
import { Grid } from './grid.tsx';
import { MoneyText } from './money-text.tsx';
import { Section } from './section.tsx';
import { EmptyState } from './states.tsx';
import { StatusMark } from './status.tsx';

const columns: (Word | Column<Entry>)[] = [
  // What a phone shows without scrolling comes first.
  { word: 'ContractSequence', label: 'Contract', width: 120 },
  { word: 'InstalmentAmount', label: 'Amount', width: 140 },
  { word: 'InstalmentStatus', label: 'Status', width: 140 },
  { word: 'client', label: 'Client', width: 180 },
  'ContractNumber',
  { word: 'InstalmentSequence', label: 'Instalment', width: 110 },
];

/** Each status with its count and sum. */
export function Statuses({ entries }: { entries: readonly Entry[] }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      {byStatus(entries).map(({ status, count, cents }) => (
        <Box key={status} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          {status ? <StatusMark word="InstalmentStatus" value={status} /> : 'status not returned'}
          <Typography component="span" variant="body2" color="textSecondary">
            {count}, {formatCents(cents)}
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}

/** The collections of one day, each leading to its contract. Takes the focus when somebody opens the day. */
export function CalendarDay(props: {
  date: DateText;
  entries: readonly Entry[];
  collections: Collections;
  takesFocus: boolean;
  onClose(): void;
}) {
  const { date, entries, collections, takesFocus, onClose } = props;
  const { href } = usePlace();
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [date, takesFocus]);
  const holiday = holidayOf(date);
  const { count, cents } = sumOf(entries);
  const reports = collections.parts.filter(({ days }) => days.from <= date && date <= days.to);
  return (
    <Section
      title={
        <span ref={heading} tabIndex={-1} style={{ outline: 'none', scrollMargin: 72 }}>
          {dayInFull(date)}
          {holiday && ` · ${holiday}`}
        </span>
      }
      actions={
        <Button size="small" onClick={onClose} sx={{ whiteSpace: 'nowrap' }}>
          Close the day
        </Button>
      }
    >
      <Stack spacing={1.5}>
        {entries.length > 0 && <Statuses entries={entries} />}
        <Grid<Entry>
          label={`Collections of ${date}`}
          rows={entries}
          columns={columns}
          status={{ loading: collections.isLoading, error: collections.error, retry: collections.retry }}
          empty={<EmptyState title="No collections">Nothing is due on this day, and nothing was collected.</EmptyState>}
          rowKey={(it) => it.key}
          href={(it) => (it.ContractSequence === undefined ? undefined : href(links.contract(it.ContractSequence)))}
          totals={{ ContractSequence: `${count} in all`, InstalmentAmount: <MoneyText cents={cents} /> }}
        />
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2 }}>
          {reports.map((it) => (
            <Link key={it.title} component={RouterLink} variant="body2" to={it.linkTo({ from: date, to: date })}>
              {it.title} of this day
            </Link>
          ))}
        </Stack>
      </Stack>
    </Section>
  );
}
