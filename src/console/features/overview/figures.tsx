import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { explain } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { addUp, sumText, type DayGroup, type Sum } from '#console/domain/collections/day-groups.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { collectionsPath, transactionsPath } from '#console/domain/collections/link.ts';
import { links } from '#console/domain/links.ts';
import type { Read } from '#console/kit/ui/card.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import { countText, whole } from '#console/kit/ui/sums.ts';
import { stageOf, unknownAmong, unknownText } from '#console/model/statuses.ts';
import type { Filter } from '#console/report-engine/protocol.ts';
import { addMonths } from '#rules/calendar.ts';
import { changeText, countChangeText, daysText, inRange, isUnpaid } from './changes.ts';
import { useDue, useTwoMonths } from './reads.ts';

const isPaid = (status: string) => stageOf(status) === 'paid';

interface Props {
  label: string;
  /** The records that the figure adds up. */
  to: string;
  sum: Sum;
  /** Unknown statuses, among which the sum may be incomplete. */
  unknown?: readonly string[];
  isFirst?: boolean;
  isBad?: boolean;
  isLoading: boolean;
  /** Why the figure is not known. */
  failed?: string;
  children: ReactNode;
}

function Figure({ label, to, sum, unknown = [], isFirst, isBad, isLoading, failed, children }: Props) {
  const [rand, cents] = sumText(sum).split(',');
  const isKnown = !failed && unknown.length === 0;
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        minWidth: 0,
        px: { xs: 1.5, md: 2.5 },
        gridColumn: { xs: isFirst ? '1 / -1' : undefined, md: 'auto' },
        borderLeft: { md: isFirst ? 0 : 1 },
        '&&': { borderColor: 'divider' },
      }}
    >
      <Typography variant="caption" component="div" color="textSecondary" noWrap>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', height: { xs: isFirst ? 40 : 32, md: 40 } }}>
        {isLoading ? (
          <Skeleton variant="rounded" width={isFirst ? 200 : 130} height={24} />
        ) : isKnown ? (
          <Link
            component={RouterLink}
            to={to}
            color="inherit"
            sx={{ fontSize: isFirst ? '1.875rem' : '1.25rem', fontWeight: 600, lineHeight: 1.2, whiteSpace: 'nowrap' }}
          >
            {rand}
            {cents && (
              <Box component="span" sx={{ fontSize: '0.65em', color: 'text.secondary' }}>
                ,{cents}
              </Box>
            )}
          </Link>
        ) : (
          <Typography color="textSecondary">Not known</Typography>
        )}
      </Box>
      <Typography
        variant="caption"
        component="div"
        sx={{ color: isBad && isKnown ? 'error.main' : 'text.secondary', minHeight: '1.5em' }}
      >
        {isLoading ? '' : isKnown ? children : (failed ?? unknownText(unknown))}
      </Typography>
    </Box>
  );
}

/** Money in, failed debits and money out of this month, and what is due next: four sums, never one. */
export function Figures() {
  const { href } = useTenant();
  const { soFar, same, today, read } = useTwoMonths();
  const { days, read: dueRead } = useDue();
  const { groups = [], payouts, leftOut } = read.data ?? {};
  const due = addUp(dueRead.data?.groups ?? []);
  const sumsOf = (list: readonly DayGroup[], isIn: (status: string) => boolean) =>
    [soFar, same].map((range) => addUp(inRange(list, range).filter((it) => isIn(it.status)))) as [Sum, Sum];
  const collected = sumsOf(groups, isPaid);
  const unpaid = sumsOf(groups, isUnpaid);
  const paidOut = sumsOf(payouts?.groups ?? [], isPaid);
  const unknown = unknownAmong(inRange(groups, soFar).map((it) => it.status));
  const unknownOut = unknownAmong((payouts?.groups ?? []).map((it) => it.status));
  const paidStatuses = (list: readonly DayGroup[]): Filter => ({
    fieldName: 'Status',
    kind: 'oneOf',
    values: [...new Set(list.map((it) => it.status))].filter(isPaid),
  });
  const change = (of: readonly [Sum, Sum]) => changeText(...of, same, today);
  // Counts of paid and unpaid are added up, their sums never.
  const outcomes = collected[0].count + unpaid[0].count;
  const monthAgo = { from: addMonths(days.from, -1), to: addMonths(days.to, -1) };
  const dueChange = countChangeText(due.count, addUp(inRange(groups, monthAgo)).count);
  const { isLoading } = read;
  const soFarText = daysText(soFar);
  return (
    <Paper variant="outlined" component="section" aria-label="Figures" sx={{ py: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          rowGap: 1,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1.4fr) repeat(3, minmax(0, 1fr))' },
        }}
      >
        {read.error ? (
          <Failed read={read} />
        ) : (
          <>
            <Figure
              isFirst
              label={`Collected, ${soFarText}`}
              to={href(collectionsPath(soFar, [paidStatuses(groups)]))}
              sum={collected[0]}
              unknown={unknown}
              isLoading={isLoading}
            >
              {[
                change(collected),
                outcomes > 0 && `${whole(collected[0].count)} of ${countText(outcomes, ['debit', 'debits'])} paid`,
              ]
                .filter(Boolean)
                .join(' · ') || 'No debits yet'}
            </Figure>
            <Figure
              label={`Unpaid, ${soFarText}`}
              to={href(links.unpaid({ ...soFar }))}
              sum={unpaid[0]}
              unknown={unknown}
              isLoading={isLoading}
              isBad={change(unpaid).startsWith('Up')}
            >
              {change(unpaid)}
            </Figure>
            <Figure
              label={`Paid out, ${soFarText}`}
              to={href(transactionsPath(soFar, [...(payouts?.filters ?? []), paidStatuses(payouts?.groups ?? [])]))}
              sum={paidOut[0]}
              unknown={unknownOut}
              isLoading={isLoading}
            >
              {change(paidOut)}
            </Figure>
          </>
        )}
        <Figure
          label={`Due, ${daysText(days)}`}
          to={href(links.reports('future-transactions', { ...days }))}
          sum={due}
          isLoading={dueRead.isLoading}
          failed={dueRead.error ? `${explain(dueRead.error).title}.` : undefined}
        >
          {[countText(due.count, ['debit', 'debits']), dueChange].filter(Boolean).join(' · ')}
        </Figure>
      </Box>
      <Box sx={{ px: { xs: 1.5, md: 2.5 } }}>
        <LeftOutText leftOut={leftOut} noun="transaction" />
      </Box>
    </Paper>
  );
}

const Failed = ({ read }: { read: Read }) => (
  <Box sx={{ gridColumn: { xs: '1 / -1', md: 'span 3' }, px: { xs: 1.5, md: 2.5 } }}>
    <ErrorState error={read.error} retry={() => void read.refetch()} />
  </Box>
);
