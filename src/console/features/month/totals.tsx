import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { isMoney, type Balance, type DaySum, type MonthFigures } from '#answers/month/figures.ts';
import { isLateReturn } from '#answers/transaction-kind.ts';
import { useTenant } from '#console/api/tenant.ts';
import { sumText } from '#console/domain/collections/day-groups.ts';
import { transactionsPath } from '#console/domain/collections/link.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { Figure } from '#kit/ui/figures.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { dayText, monthText } from '#rules/day-text.ts';
import { type Sum } from '#rules/sums.ts';
import type { Month } from './use-month.ts';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 16,
  padding: '12px 16px',
  // Of its sum, which may have nine digits.
  '& > [role=group]': { flex: '1 1 max-content' },
  '& > span': { paddingTop: 22, fontSize: '1.25rem', lineHeight: '32px', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('sm')]: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    rowGap: 8,
    // The closing, too, which elsewhere has a line of its own.
    '&&& > [role=group]': { gridColumn: 2 },
    '& > span': { gridColumn: 1, paddingTop: 20 },
  },
}));

/** The filters of a report that show what a figure counts. */
function filtersFor(days: readonly DaySum[], isIn: (it: DaySum) => boolean): Filter[] {
  const listed = days.filter(isIn);
  return [
    { fieldName: 'Status', kind: 'oneOf', values: [...new Set(listed.map((it) => it.status))] },
    { fieldName: 'TransactionType', kind: 'oneOf', values: [...new Set(listed.map((it) => it.type || null))] },
  ];
}

/** On a phone two columns, without operators. */
const Others = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: '8px 16px',
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    // Not alone in its line: there are four.
    '&& > [role=group]:last-child': { gridColumn: 'auto' },
  },
}));

const notTold = 'this service does not say which';

const noteOf = ({ count }: Sum, noun: readonly [string, string]) => countText(count, noun);

interface Term {
  operator: '+' | '−' | '=';
  label: string;
  /** Whole cents, a word where they are not known; undefined while loading. */
  cents: number | null | undefined | 'Not known';
  note?: ReactNode;
  to?: string;
  isLarge?: boolean;
}

const Terms = ({ terms, open }: { terms: readonly Term[]; open: Props['open'] }) => (
  <Row role="group" aria-label="Opening plus month is closing">
    {terms.map(({ operator, label, cents, ...figure }, at) => (
      <Fragment key={label}>
        {at > 0 && <span>{operator}</span>}
        <Figure
          label={label}
          value={
            cents === undefined ? undefined : cents === 'Not known' ? (
              <Typography color="textSecondary">{cents}</Typography>
            ) : (
              <MoneyText cents={cents} isLarge />
            )
          }
          isWide
          {...figure}
          // The lines to match come first there.
          note={open ? null : figure.note}
        />
      </Fragment>
    ))}
    {open && (
      <Figure
        label={
          open.cents == null
            ? 'Not matched'
            : `Not matched, ${formatCount(open.count)} of ${countText(open.of, ['line', 'lines'])}`
        }
        value={open.cents === undefined ? undefined : <MoneyText cents={open.cents} isLarge />}
        note={null}
        isLarge
        isWide
      />
    )}
  </Row>
);

interface Props {
  month: Month;
  balance: Balance | undefined;
  openingNote: string;
  /** Whole cents: undefined while they are read, null if they can't be. Without a bank statement there are none. */
  matched: { cents: number | null | undefined } | undefined;
  /** What could not be read; '' for nothing. */
  unread: string;
  /** The step where all kinds of money are looked at. */
  isComplete: boolean;
  /** Bank lines that are not matched: the figure to work on where they are matched. */
  open?: { count: number; of: number; cents: number | null | undefined };
}

/** Opening + month = closing, and the kinds of money that are not in it. */
export function Totals(props: Props) {
  const { balance, openingNote, matched, unread, isComplete, open } = props;
  const { month, days, read } = props.month;
  const { href } = useTenant();
  const figures: MonthFigures | undefined = read.data;
  const linkTo = (isIn: (it: DaySum) => boolean) => {
    const filters = figures && filtersFor(figures.days, isIn);
    return filters?.[0]?.kind === 'oneOf' && filters[0].values.length > 0
      ? href(transactionsPath(days, filters))
      : undefined;
  };
  const isLate = (sum: DaySum) => isLateReturn({ TransactionType: sum.type });
  const name = monthText(month);
  const terms: Term[] = [
    {
      operator: '+',
      label: `Opening, ${dayText(days.from)}`,
      cents: balance && balance.opening,
      note: openingNote,
    },
    {
      operator: '+',
      label: 'Collected',
      cents: figures && figures.collected.cents,
      note: figures && noteOf(figures.collected, ['debit', 'debits']),
      to: linkTo(isMoney('paid', false)),
    },
    {
      operator: '−',
      label: 'Returned after payment',
      cents: figures && (figures.saysReturns ? figures.afterPayment.cents : 'Not known'),
      note: figures && (figures.saysReturns ? `${sumText(figures.fromEarlier)} from earlier months` : notTold),
      to: linkTo(isLate),
    },
    ...(matched === undefined ? [] : [{ operator: '−', label: 'Matched to the bank', ...matched } satisfies Term]),
    {
      operator: '=',
      label: `Closing, ${dayText(days.to)}`,
      cents: balance && balance.closing,
      note:
        balance &&
        (balance.closing === null
          ? `not known: ${unread || 'an amount is missing or negative'}`
          : ['in transit, carried forward', figures?.saysReturns === false ? 'without returns after payment' : '']
              .filter(Boolean)
              .join(', ')),
      isLarge: open === undefined,
    },
  ];
  const others: [
    label: string,
    sum: Sum | undefined,
    noun: readonly [string, string],
    to: string | undefined,
    isTold?: boolean,
  ][] = [
    ['Returned', figures?.returned, ['debit', 'debits'], linkTo(isMoney('unpaid', false))],
    [
      'Returned from earlier months',
      figures?.fromEarlier,
      ['debit', 'debits'],
      figures && figures.fromEarlier.count > 0 ? linkTo(isLate) : undefined,
      figures?.saysReturns,
    ],
    ['Paid out', figures?.paidOut, ['payout', 'payouts'], linkTo(isMoney('paid', true)), figures?.saysPayouts],
    [
      'Payouts failed',
      figures?.payoutsUnpaid,
      ['payout', 'payouts'],
      linkTo(isMoney('unpaid', true)),
      figures?.saysPayouts,
    ],
  ];
  return (
    <Paper variant="outlined" component="section" aria-label={`Totals of ${name}`}>
      <Terms terms={terms} open={open} />
      {isComplete && (
        <Others>
          {others.map(([label, sum, noun, to, isTold = true]) => (
            <Figure
              key={label}
              label={label}
              value={sum && (isTold ? <MoneyText cents={sum.cents} /> : 'Not known')}
              note={sum && (isTold ? noteOf(sum, noun) : notTold)}
              to={to}
            />
          ))}
        </Others>
      )}
    </Paper>
  );
}
