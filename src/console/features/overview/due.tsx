import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { addUp, grouped, moneyIn } from '#console/domain/collections/day-groups.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { moneyText } from '#console/domain/collections/money.ts';
import { links } from '#console/domain/links.ts';
import { dayInShort, daysFrom, holidayOf } from '#console/kit/dates/calendar-days.ts';
import { Card, Figure } from '#console/kit/ui/card.tsx';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { countText } from '#console/kit/ui/sums.ts';
import { DayBars } from './day-bars.tsx';
import { useDue } from './reads.ts';

const key = 'overview chart folded';

/** Stored in the browser. */
function useFolded(): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(() => {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return false;
    }
  });
  const fold = (next: boolean) => {
    setFolded(next);
    try {
      if (next) localStorage.setItem(key, 'yes');
      else localStorage.removeItem(key);
    } catch {
      // No storage: folded until the page is left.
    }
  };
  return [isFolded, fold];
}

/** What is due in the next days; each day opens in the calendar. */
export function DueCard() {
  const { href } = useTenant();
  const { days, read } = useDue();
  const [isTable, setTable] = useState(false);
  const [isFolded, fold] = useFolded();
  const groups = read.data?.groups ?? [];
  const byDay = grouped(groups, (it) => it.date);
  const bars = daysFrom(days.from, days.to).map((date) => {
    const its = byDay.get(date) ?? [];
    return { date, count: addUp(its).count, money: moneyIn(its) };
  });
  const total = addUp(groups);
  const hrefOf = (day: string) => href(links.calendar({ day }));
  const totalText = `${countText(total.count, ['debit', 'debits'])}, ${moneyText(moneyIn(groups))}`;
  return (
    <Card
      title="Due in the next 14 days"
      more={{ to: href(links.calendar()), label: 'Open calendar' }}
      read={read}
      minHeight={isFolded ? undefined : 196}
    >
      {total.count === 0 ? (
        <Typography color="textSecondary">Nothing is due.</Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: { md: -0.5 } }}>
            {!isFolded && (
              <Button size="small" aria-pressed={isTable} onClick={() => setTable((before) => !before)}>
                {isTable ? 'Show as chart' : 'Show as table'}
              </Button>
            )}
            <Button size="small" aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
              {isFolded ? 'Show chart' : 'Hide chart'}
            </Button>
          </Box>
          {isFolded ? null : isTable ? (
            <PlainTable
              label="Due by day"
              columns={[
                { label: 'Day', isHead: true },
                { label: 'Debits', isNumber: true },
                { label: 'Sum', isNumber: true },
              ]}
              rows={bars
                .filter((it) => it.count > 0)
                .map(({ date, count, money }) => ({
                  key: date,
                  cells: [
                    <Figure key="day" to={hrefOf(date)}>
                      {[dayInShort(date), holidayOf(date)].filter(Boolean).join(' · ')}
                    </Figure>,
                    count,
                    moneyText(money),
                  ],
                }))}
            />
          ) : (
            <DayBars label={`Due by day: ${totalText}`} days={bars} hrefOf={hrefOf} />
          )}
        </>
      )}
      <LeftOutText leftOut={read.data?.leftOut} noun="debit" />
    </Card>
  );
}
