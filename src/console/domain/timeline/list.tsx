import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { MoneyItem } from '#console/domain/money-item/item.ts';
import { reasonsIn } from '#console/domain/money-item/rules.ts';
import { dateOf } from '#rules/calendar.ts';
import { dayText, minuteText, monthText } from '#rules/day-text.ts';
import { What } from './event.tsx';
import type { Event } from './events.ts';
import { timelineLines, type TimelineLine } from './grouped.ts';

const pageOfLines = 12;

/** `Feb 2026 to Sep 2026`, or the day of a single debit. */
function dayOf(line: TimelineLine): string {
  if (line.kind !== 'paid' || line.transactions.length === 1) return dayText(line.at);
  const [from, to] = [monthText(line.from), monthText(line.at)];
  return from === to ? to : `${from.slice(0, 3)}${from.slice(-4) === to.slice(-4) ? '' : from.slice(3)} to ${to}`;
}

/** What happened to a contract, newest first; a debit's day links to its details. */
export function TimelineList(props: {
  events: readonly Event[];
  items: readonly MoneyItem[];
  dayHref?: (date: string) => string;
}) {
  const { events, items, dayHref } = props;
  const lines = useMemo(() => timelineLines(events, items), [events, items]);
  const reasons = useMemo(() => reasonsIn(items, events), [items, events]);
  const [limit, setLimit] = useState(pageOfLines);
  return (
    <>
      <Box component="ol" aria-label="What happened, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.slice(0, limit).map((line, index) => {
          const isDebit = line.kind === 'transaction' || (line.kind === 'paid' && line.transactions.length === 1);
          return (
            <Box
              component="li"
              key={`${line.at}${index}`}
              sx={{
                display: 'grid',
                gridTemplateColumns: '96px minmax(0, 1fr)',
                gap: 1,
                py: 0.75,
                borderTop: index === 0 ? 0 : 1,
                borderColor: 'divider',
              }}
            >
              <Typography
                component="time"
                dateTime={line.at.replace(' ', 'T')}
                title={minuteText(line.at)}
                variant="body2"
                color="textSecondary"
              >
                {isDebit && dayHref ? (
                  <Link component={RouterLink} color="inherit" to={dayHref(dateOf(line.at))}>
                    {dayOf(line)}
                  </Link>
                ) : (
                  dayOf(line)
                )}
              </Typography>
              <Box sx={{ minWidth: 0, fontSize: '0.875rem' }}>
                <What event={line} reasons={reasons} />
              </Box>
            </Box>
          );
        })}
      </Box>
      {lines.length > limit && (
        <Button size="small" onClick={() => setLimit(limit + pageOfLines)} sx={{ alignSelf: 'start' }}>
          Show older ({lines.length - limit} more)
        </Button>
      )}
    </>
  );
}
