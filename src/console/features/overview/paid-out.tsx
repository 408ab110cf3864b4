import Typography from '@mui/material/Typography';
import { useTenant } from '#console/api/tenant.ts';
import { addUp, sumText, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { transactionsPath } from '#console/domain/collections/link.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import { Card, Figure } from '#console/kit/ui/card.tsx';
import { countText } from '#console/kit/ui/sums.ts';
import { stageOf, unknownAmong, unknownText } from '#console/model/statuses.ts';
import { dayText } from '#rules/day-text.ts';
import { inRange } from './rates.ts';
import { useTwoMonths } from './reads.ts';

const of = (groups: readonly DayGroup[], days: Days) =>
  addUp(inRange(groups, days).filter((it) => stageOf(it.status) === 'paid'));

/** This month so far, next to the same days of last month. */
export function PaidOutCard() {
  const { href } = useTenant();
  const { soFar, same, read } = useTwoMonths();
  const { groups: payouts, filters } = read.data?.payouts ?? { groups: [], filters: [] };
  const [now, then] = [of(payouts, soFar), of(payouts, same)];
  const paid = [...new Set(payouts.map((it) => it.status))].filter((it) => stageOf(it) === 'paid');
  const unknown = unknownAmong(payouts.map((it) => it.status));
  const path = href(transactionsPath(soFar, [...filters, { fieldName: 'Status', kind: 'oneOf', values: paid }]));
  return (
    <Card title="Paid out this month" read={read} minHeight={48}>
      {unknown.length > 0 ? (
        <Typography color="textSecondary">{unknownText(unknown)}</Typography>
      ) : now.count + then.count === 0 ? (
        <Typography color="textSecondary">
          No payouts were paid this month, nor in the same days of last month.
        </Typography>
      ) : (
        <>
          <Typography>
            <Figure to={path}>
              {countText(now.count, ['payout', 'payouts'])}, {sumText(now)}
            </Figure>
          </Typography>
          <Typography color="textSecondary">
            {then.count}, {sumText(then)} from {dayText(same.from)} to {dayText(same.to)}.
          </Typography>
        </>
      )}
    </Card>
  );
}
