import { dayText } from '../../../rules/day-text.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { FieldName } from '../../../contract/fields.ts';
import type { DateText } from '../../../rules/calendar.ts';
import { dayInFull, holidayOf } from '../../kit/dates/calendar-days.ts';
import { useEntries, type Collections } from './read.ts';
import type { Entry } from '../../domain/collections/ask.ts';
import { addUp, byStatus, sumText, type DayGroup } from '../../domain/collections/day-groups.ts';
import type { Column } from '../../kit/grid/columns.ts';
import { Grid } from '../../kit/grid/grid.tsx';
import { whole } from '../../domain/collections/report-text.ts';
import { Section } from '../../kit/ui/section.tsx';
import { EmptyState } from '../../kit/ui/states.tsx';
import { StatusMark } from '../../kit/ui/status.tsx';
import { useContractHref } from '../../domain/use-contract-href.ts';

const columns: (FieldName | Column<Entry>)[] = [
  // What a phone shows without scrolling comes first.
  { fieldName: 'ContractSequence', label: 'Contract', width: 120 },
  { fieldName: 'InstalmentAmount', label: 'Amount', width: 140 },
  { fieldName: 'InstalmentStatus', label: 'Status', width: 140 },
  { fieldName: 'client', label: 'Client', width: 180 },
  'ContractNumber',
  { fieldName: 'InstalmentSequence', label: 'Instalment', width: 110 },
];

/** Each status with its count and sum. */
export function Statuses({ groups }: { groups: readonly DayGroup[] }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      {byStatus(groups).map(({ status, ...sum }) => (
        <Box key={status} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          {status ? <StatusMark fieldName="InstalmentStatus" value={status} /> : 'No status'}
          <Typography component="span" variant="body2" color="textSecondary">
            {sum.count}, {sumText(sum)}
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}

/** The collections of one day, each leading to its contract. Takes the focus when somebody opens the day. */
export function CalendarDay(props: {
  date: DateText;
  groups: readonly DayGroup[];
  collections: Collections;
  takesFocus: boolean;
  onClose(): void;
}) {
  const { date, groups, collections, takesFocus, onClose } = props;
  const hrefOf = useContractHref();
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [date, takesFocus]);
  const holiday = holidayOf(date);
  const sum = addUp(groups);
  const { entries, count, isLoading, error, retry } = useEntries(date);
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
        {groups.length > 0 && <Statuses groups={groups} />}
        <Grid<Entry>
          label={`Collections of ${dayText(date)}`}
          rows={entries}
          columns={columns}
          status={{ loading: isLoading, error, retry }}
          empty={<EmptyState title="No collections">Nothing is due on this day, and nothing was collected.</EmptyState>}
          rowKey={(it) => it.key}
          href={hrefOf}
          totals={{ ContractSequence: `${sum.count} in all`, InstalmentAmount: sumText(sum) }}
        />
        {count > entries.length && (
          <Typography variant="body2" color="textSecondary">
            The first {whole(entries.length)} of {whole(count)} are listed; the totals count all of them. The report has
            every one.
          </Typography>
        )}
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
