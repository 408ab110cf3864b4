import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { holidayOf } from '#console/api/holidays.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { nonBankingDays, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { links } from '#console/domain/links.ts';
import { useToday } from '#console/session/today.ts';
import { dayInShort } from '#kit/dates/calendar-days.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { countText } from '#kit/ui/sums.ts';
import type { DateText } from '#rules/calendar.ts';
import { addUp } from '#rules/sums.ts';
import { tones } from './cell.tsx';
import { Statuses } from './day.tsx';
import type { Collections } from './read.ts';

const collections = (count: number) => countText(count, ['collection falls', 'collections fall']);

/** Links to non-banking days with collections, and to days on which contracts are debited more than once. */
export function NonBankingDays(props: {
  days: ReadonlyMap<DateText, readonly DayGroup[]>;
  twice: Collections['twice'];
  onSelect(date: DateText): void;
}) {
  const { days, twice, onSelect } = props;
  const { holidays, weekends } = nonBankingDays(days, useToday(), holidayOf);
  const doubled = [...twice.keys()].filter((date) => days.has(date)).toSorted();
  const count = (dates: readonly DateText[]) => addUp(dates.flatMap((date) => days.get(date) ?? [])).count;
  const { href } = useTenant();
  const mayMove = useForbidden('instalmentEdit') === undefined;
  const line = (dates: readonly DateText[], text: string, hasLink = false) => {
    if (dates.length === 0) return null;
    return (
      <Stack component="li" direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        <Typography component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          <Icon name="warning" size={16} style={{ color: 'var(--mui-palette-warning-main)' }} />
          {text}:
        </Typography>
        {dates.map((date) => (
          <Button key={date} size="small" onClick={() => onSelect(date)} sx={{ px: 0.75, minWidth: 0 }}>
            {dayInShort(date)}
            {holidayOf(date) && ` (${holidayOf(date)})`}
          </Button>
        ))}
        {hasLink && (
          <Link
            component={RouterLink}
            variant="body2"

            to={href(links.instalments({ from: dates[0], to: dates.at(-1), on: 'non-banking', select: 'all' }))}
          >
            {mayMove ? 'Move them' : 'Review them'}
          </Link>
        )}
      </Stack>
    );
  };
  return (
    <Stack component="ul" aria-label="Needs a look" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {line(holidays, `${collections(count(holidays))} on a public holiday`, true)}
      {line(weekends, `${collections(count(weekends))} on a weekend`, true)}
      {line(doubled, 'Contracts debited more than once on the same day')}
    </Stack>
  );
}

/** What the colours of the bars and the outline say. */
export const Legend = () => (
  <Stack
    component="ul"
    aria-hidden
    direction="row"
    useFlexGap
    sx={{ flexWrap: 'wrap', columnGap: 2, m: 0, p: 0, listStyle: 'none', fontSize: '0.75rem', color: 'text.secondary' }}
  >
    {Object.values(tones).map(([label, tone]) => (
      <Box component="li" key={label} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Box component="span" sx={{ width: 14, height: 6, borderRadius: 0.5, bgcolor: `${tone}.main` }} />
        {label}
      </Box>
    ))}
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Box component="span" sx={{ width: 14, height: 10, border: 2, borderColor: 'warning.main' }} />
      Due on a weekend or public holiday
    </Box>
  </Stack>
);

/** By status, with links to the reports. */
export function CalendarSums(props: {
  title: string;
  found: Collections;
  days: ReadonlyMap<DateText, readonly DayGroup[]>;
}) {
  const { title, found, days } = props;
  const shown = [...days.values()].flat();
  return (
    <Section title={title}>
      <Stack spacing={1}>
        {shown.length > 0 ? <Statuses groups={shown} /> : <Typography>No collections in this period.</Typography>}
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 2 }}>
          {found.parts.map((it) => (
            <Link key={it.title} component={RouterLink} variant="body2" to={it.linkTo(it.days)}>
              {it.title}
            </Link>
          ))}
        </Stack>
        {found.parts.map((it) => (
          <LeftOutText key={it.title} leftOut={it.leftOut} noun="collection" />
        ))}
        <Muted>Debits at the bank appear once the result is in.</Muted>
      </Stack>
    </Section>
  );
}
