import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTenant } from '#console/api/tenant.ts';
import { addUp, sumText, type Sum } from '#console/domain/collections/day-groups.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { collectionsPath } from '#console/domain/collections/link.ts';
import { links } from '#console/domain/links.ts';
import { Card, Figure } from '#console/kit/ui/card.tsx';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { unknownText } from '#console/model/statuses.ts';
import { dayText } from '#rules/day-text.ts';
import { comparedTo, inRange, outcomeOf, percent } from './rates.ts';
import { useTwoMonths } from './reads.ts';

/** This month so far, next to the same days of last month. */
export function OutcomesCard() {
  const { href } = useTenant();
  const { today, soFar, same, read } = useTwoMonths();
  const all = read.data?.groups ?? [];
  const [current, before] = [outcomeOf(inRange(all, soFar)), outcomeOf(inRange(all, same))];
  const linkTo = (days: typeof soFar, status: string) =>
    href(collectionsPath(days, [{ fieldName: 'Status', kind: 'oneOf', values: [status || null] }]));
  const cellsOf = (days: typeof soFar, status: string, sum: Sum = { count: 0, cents: 0 }) => [
    sumText(sum),
    <Figure key="count" to={linkTo(days, status)}>
      {whole(sum.count)}
    </Figure>,
  ];
  const statuses = [...new Set([...current.statuses.keys(), ...before.statuses.keys()])].toSorted();
  const compared = comparedTo(all, today);
  const shortDay = (date: string) => dayText(date).replace(/ \d{4}$/, '');
  // Counts of paid and unpaid are added up, their sums never.
  const total = (outcome: typeof current) => [
    '',
    <b key="count">{whole(addUp([...outcome.statuses.values()]).count)}</b>,
  ];
  return (
    <Card
      title="Collections this month"
      more={{ to: href(links.reports('transactions', { range: 'this-month' })), label: 'Open report' }}
      read={read}
      minHeight={176}
    >
      {current.statuses.size + before.statuses.size === 0 ? (
        <Typography color="textSecondary">
          Nothing was collected this month, nor in the same days of last month.
        </Typography>
      ) : (
        <>
          <Stack
            direction="row"
            useFlexGap
            sx={{ mb: 1, columnGap: 1, flexWrap: 'wrap', alignItems: 'baseline', minHeight: 28 }}
          >
            {current.rate === undefined ? (
              current.unknown.length > 0 ? (
                unknownText(current.unknown)
              ) : (
                'No results yet this month'
              )
            ) : (
              <span>
                <Typography component="b" variant="h1">
                  {percent(current.rate)}
                </Typography>{' '}
                of debits collected
                {compared && `, ${compared}`}
              </span>
            )}
          </Stack>
          <PlainTable
            label="Collections by status"
            columns={[
              { label: 'Status', isHead: true },
              { label: `${shortDay(soFar.from)} to ${shortDay(soFar.to)}`, isNumber: true },
              { label: 'Debits', isNumber: true },
              { label: `${shortDay(same.from)} to ${shortDay(same.to)}`, isNumber: true, isWide: true },
              { label: 'Debits then', isNumber: true, isWide: true },
            ]}
            rows={[
              ...statuses.map((status) => ({
                key: status,
                cells: [
                  status ? <StatusMark key="status" fieldName="Status" value={status} /> : 'No status',
                  ...cellsOf(soFar, status, current.statuses.get(status)),
                  ...cellsOf(same, status, before.statuses.get(status)),
                ],
              })),
              ...(statuses.length > 1
                ? [{ key: 'all', cells: [<b key="all">All debits</b>, ...total(current), ...total(before)] }]
                : []),
            ]}
          />
        </>
      )}
      <LeftOutText leftOut={read.data?.leftOut} noun="transaction" />
    </Card>
  );
}
