import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { stageOf } from '#answers/statuses.ts';
import { unknownAmong } from '#answers/statuses.ts';
import { explain } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { CardRead } from '#console/domain/card.tsx';
import { sumText, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { collectionsPath, transactionsPath } from '#console/domain/collections/link.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { unknownText } from '#console/model/statuses.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { Figure, Figures as FigureRow, type FigureProps } from '#kit/ui/figures.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { addMonths } from '#rules/calendar.ts';
import { addUp, type Sum } from '#rules/sums.ts';
import { trendText, countChangeText, shortDaysText, inRange, isUnpaid } from './changes.ts';
import { useDue, useTwoMonths } from './reads.ts';

const isPaid = (status: string) => stageOf(status) === 'paid';

interface Props extends Pick<FigureProps, 'label' | 'isLarge' | 'isWide'> {
  /** The records that the figure adds up. */
  to: string;
  sum: Sum;
  /** Unknown statuses, among which the sum may be incomplete. */
  unknown?: readonly string[];
  isBad?: boolean;
  isLoading: boolean;
  /** Why the figure is not known. */
  failed?: string;
  note: string;
}

/** Of several currencies there is no sum, but one each. */
const SumText = ({ sum }: { sum: Sum }) =>
  sum.each ? <>{sumText(sum)}</> : <MoneyText cents={sum.cents} currency={sum.currency} isLarge />;

function SumFigure({ to, sum, unknown = [], isBad = false, isLoading, failed, note, ...figure }: Props) {
  const isKnown = !failed && unknown.length === 0;
  const value = isKnown ? <SumText sum={sum} /> : <Typography color="textSecondary">Not known</Typography>;
  return (
    <Figure
      {...figure}
      value={isLoading ? undefined : value}
      to={isKnown ? to : undefined}
      note={isKnown ? note : (failed ?? unknownText(unknown))}
      isNoteUrgent={isBad && isKnown}
    />
  );
}

/** Money in, failed debits and money out of this month, and what is due next: four sums, never one. */
export function OverviewFigures() {
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
  const change = (of: readonly [Sum, Sum]) => trendText(...of, same, today);
  // Counts of paid and unpaid are added up, their sums never.
  const outcomes = collected[0].count + unpaid[0].count;
  const monthAgo = { from: addMonths(days.from, -1), to: addMonths(days.to, -1) };
  const dueChange = countChangeText(due.count, addUp(inRange(groups, monthAgo)).count);
  const { isLoading } = read;
  const soFarText = shortDaysText(soFar);
  return (
    <FigureRow label="Figures" below={<LeftOutText leftOut={leftOut} noun="transaction" />}>
      {read.error ? (
        <Failed read={read} />
      ) : (
        <>
          <SumFigure
            isLarge
            label={`Collected, ${soFarText}`}
            to={href(collectionsPath(soFar, [paidStatuses(groups)]))}
            sum={collected[0]}
            unknown={unknown}
            isLoading={isLoading}
            note={
              [
                change(collected),
                outcomes > 0 &&
                  `${formatCount(collected[0].count)} of ${countText(outcomes, ['debit', 'debits'])} paid`,
              ]
                .filter(Boolean)
                .join(' · ') || 'No debits yet'
            }
          />
          <SumFigure
            label={`Unpaid, ${soFarText}`}
            to={href(links.unpaid({ ...soFar }))}
            sum={unpaid[0]}
            unknown={unknown}
            isLoading={isLoading}
            isBad={change(unpaid).startsWith('Up')}
            note={change(unpaid)}
          />
          <SumFigure
            label={`Paid out, ${soFarText}`}
            to={href(transactionsPath(soFar, [...(payouts?.filters ?? []), paidStatuses(payouts?.groups ?? [])]))}
            sum={paidOut[0]}
            unknown={unknownOut}
            isLoading={isLoading}
            failed={payouts?.isTold === false ? 'No transaction is a payout; see Payouts.' : undefined}
            note={change(paidOut)}
          />
        </>
      )}
      <SumFigure
        label={`Due, ${shortDaysText(days)}`}
        to={href(links.reports('future-transactions', { ...days }))}
        sum={due}
        isLoading={dueRead.isLoading}
        failed={dueRead.error ? `${explain(dueRead.error).title}.` : undefined}
        isWide
        note={[countText(due.count, ['debit', 'debits']), dueChange].filter(Boolean).join(' · ')}
      />
    </FigureRow>
  );
}

const Failed = ({ read }: { read: CardRead }) => (
  <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'span 3' } }}>
    <ErrorState error={read.error} retry={() => void read.refetch()} />
  </Box>
);
