import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { Card } from '#console/domain/card.tsx';
import { DayChart } from '#console/domain/collections/chart/chart.tsx';
import type { Shape } from '#console/domain/collections/chart/shape.ts';
import { useShownAs } from '#console/domain/collections/chart/shown-as.ts';
import { moneyIn, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { links } from '#console/domain/links.ts';
import { daysFrom } from '#kit/dates/calendar-days.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { later } from '#kit/ui/later.tsx';
import { MoreMenu } from '#kit/ui/menu.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { addUp, grouped } from '#rules/sums.ts';
import { useDue } from './reads.ts';

const ExpectedCash = later(async () => (await import('./expected-cash.tsx')).ExpectedCash);

const heightPx = 160;

/** Counts instead of sums if an amount is not in whole cents, or of another currency: the axis is in rand. */
function shapeOf(groups: readonly DayGroup[], { from, to }: Days): Shape {
  const kinds = moneyIn(groups);
  const unit = kinds.every((it) => it.cents !== null && !it.currency) ? 'cents' : 'count';
  const byDay = grouped(groups, (it) => it.date);
  const bars = daysFrom(from, to).map((key) => {
    const its = byDay.get(key) ?? [];
    const money = moneyIn(its);
    const parts = kinds.map(({ kind }) => money.find((it) => it.kind === kind)?.[unit] ?? 0);
    return { key, count: addUp(its).count, parts };
  });
  const series = kinds.map(({ kind, label, statuses }) => ({ key: kind, label, status: statuses[0] }));
  return { unit, part: 'day', series, bars };
}

/**
 * What is due in the next days; each day opens in the calendar.
 * @param isPending the guide of a new merchant may take its place, so it does not say yet that there is nothing
 */
export function DueCard({ isPending }: { isPending: boolean }) {
  const { href } = useTenant();
  const navigate = useNavigate();
  const { days, read } = useDue();
  const [shownAs, setShownAs] = useShownAs('overview-chart', 'chart');
  const [hasExpected, setHasExpected] = useState(false);
  const isFolded = shownAs === 'nothing';
  const isTable = shownAs === 'table';
  const groups = read.data?.groups ?? [];
  const isEmpty = addUp(groups).count === 0;
  return (
    <Card
      title="Due in the next 14 days"
      more={{ to: href(links.calendar()), label: 'Open calendar' }}
      menu={
        !isEmpty && (
          <MoreMenu
            name="Chart menu"
            groups={[
              [
                {
                  label: hasExpected ? 'Hide expected' : 'Show expected',
                  act: () => setHasExpected(!hasExpected),
                },
                ...(isFolded
                  ? [{ label: 'Show chart', act: () => setShownAs('chart') }]
                  : [
                      {
                        label: isTable ? 'Show as chart' : 'Show as table',
                        act: () => setShownAs(isTable ? 'chart' : 'table'),
                      },
                      { label: 'Hide chart', act: () => setShownAs('nothing') },
                    ]),
              ],
            ]}
          />
        )
      }
      read={{ ...read, isLoading: read.isLoading || (isPending && isEmpty && !read.error) }}
      minHeight={isFolded ? undefined : heightPx + 50}
    >
      {isEmpty ? (
        <Typography color="textSecondary">Nothing is due.</Typography>
      ) : (
        <>
          {!isFolded && (
            <DayChart
              title="Due by day"
              noun="debit"
              shape={shapeOf(groups, days)}
              isTable={isTable}
              height={heightPx}
              onChoose={(day) => day !== null && void navigate(href(links.calendar({ day })))}
            />
          )}
          {hasExpected && <ExpectedCash meanwhile={<Skeletons rows={4} />} />}
        </>
      )}
      <LeftOutText leftOut={read.data?.leftOut} noun="debit" />
    </Card>
  );
}
