import Typography from '@mui/material/Typography';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import { transactionsPath } from '../../domain/collections/link.ts';
import { sumText, type Sum } from '../../domain/collections/day-groups.ts';
import { FigureTable } from '../../kit/ui/figure-table.tsx';
import { Card, Figure } from '../../kit/ui/card.tsx';
import { comparedTo, percent, wentOf } from './rates.ts';
import { useTwoMonths } from './reads.ts';
import { StatusMark } from '../../kit/ui/status.tsx';
import { unknownText } from '../../domain/statuses.ts';

/** How collections went this month, beside last month. */
export function OutcomesCard() {
  const { href } = useTenant();
  const { today, last, now, read } = useTwoMonths();
  const { groups, filters } = read.data ?? { groups: [], filters: [] };
  const [before, current] = [
    wentOf(groups.filter((it) => it.date < now.from)),
    wentOf(groups.filter((it) => it.date >= now.from)),
  ];
  const linkTo = (days: typeof now, status: string) =>
    href(transactionsPath(days, [...filters, { fieldName: 'Status', kind: 'oneOf', values: [status || null] }]));
  const cellsOf = (days: typeof now, status: string, sum: Sum = { count: 0, cents: 0 }) => [
    <Figure key="count" to={linkTo(days, status)}>
      {sum.count}
    </Figure>,
    sumText(sum),
  ];
  const statuses = [...new Set([...current.statuses.keys(), ...before.statuses.keys()])].toSorted();
  const compared = comparedTo(groups, last, today);
  return (
    <Card
      title="Collections this month"
      more={{ to: href(links.reports('transactions', { range: 'this-month' })), label: 'Open the report' }}
      asked={read}
      rows={4}
    >
      {groups.length === 0 ? (
        <Typography color="textSecondary">Nothing was collected this month or the month before.</Typography>
      ) : (
        <>
          <Typography sx={{ mb: 1 }}>
            {current.rate === undefined ? (
              current.unknown.length > 0 ? (
                unknownText(current.unknown)
              ) : (
                'No outcome yet this month'
              )
            ) : (
              <>
                <b style={{ fontSize: '1.25rem' }}>{percent(current.rate)}</b> collected
              </>
            )}
            {compared && `, ${compared}`}
          </Typography>
          <FigureTable
            label="Collections by status"
            heads={['Status', 'This month', 'Sum', 'Last month', 'Sum last month']}
            wide={['Last month', 'Sum last month']}
            rows={statuses.map((status) => {
              const [one, other] = [current.statuses.get(status), before.statuses.get(status)];
              return {
                key: status,
                head: status ? <StatusMark fieldName="Status" value={status} /> : 'No status',
                cells: [...cellsOf(now, status, one), ...cellsOf(last, status, other)],
              };
            })}
          />
        </>
      )}
    </Card>
  );
}
