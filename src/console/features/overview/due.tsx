import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import { dayInShort, daysFrom, holidayOf } from '../../kit/dates/calendar-days.ts';
import { DayBars } from './day-bars.tsx';
import { addUp, grouped, sumText } from '../../domain/collections/day-groups.ts';
import { FigureTable } from '../../kit/ui/figure-table.tsx';
import { Card, Figure } from '../../kit/ui/card.tsx';
import { useDue } from './reads.ts';

/** What is due in the next days, by day; each opens in the calendar. */
export function DueCard() {
  const { href } = useTenant();
  const { days, read } = useDue();
  const [isTable, setTable] = useState(false);
  const groups = read.data?.groups ?? [];
  const byDay = grouped(groups, (it) => it.date);
  const bars = daysFrom(days.from, days.to).map((date) => ({ date, ...addUp(byDay.get(date) ?? []) }));
  const total = addUp(groups);
  const hrefOf = (day: string) => href(links.calendar({ day }));
  const said = `${total.count} ${total.count === 1 ? 'collection' : 'collections'}, ${sumText(total)}`;
  return (
    <Card
      title="Due in the next 14 days"
      more={{ to: href(links.calendar()), label: 'Open the calendar' }}
      asked={read}
      rows={5}
    >
      {total.count === 0 ? (
        <Typography color="textSecondary">Nothing is due.</Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
            <Figure to={href(links.reports('future-transactions', { ...days }))}>{said}</Figure>
            <Button size="small" aria-pressed={isTable} onClick={() => setTable((before) => !before)}>
              {isTable ? 'Show as chart' : 'Show as table'}
            </Button>
          </Box>
          {isTable ? (
            <FigureTable
              label="Due by day"
              heads={['Day', 'Collections', 'Sum']}
              rows={bars
                .filter((it) => it.count > 0)
                .map(({ date, ...sum }) => ({
                  key: date,
                  head: (
                    <Figure to={hrefOf(date)}>{[dayInShort(date), holidayOf(date)].filter(Boolean).join(' · ')}</Figure>
                  ),
                  cells: [sum.count, sumText(sum)],
                }))}
            />
          ) : (
            <DayBars label={`Due by day: ${said}`} days={bars} hrefOf={hrefOf} />
          )}
        </>
      )}
    </Card>
  );
}
