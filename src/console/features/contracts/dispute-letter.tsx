import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { BankName } from '#console/domain/client/bank-name.tsx';
import { reasonName } from '#console/domain/collections/reason.tsx';
import { byDate, itemCents, itemCountText, itemKey, type Instalment } from '#console/domain/money-item/item.ts';
import type { RuleReasons } from '#console/domain/money-item/rules.ts';
import { useChangedText } from '#console/domain/timeline/changed-text.ts';
import { partsOf } from '#console/domain/write/difference.ts';
import { fieldOf } from '#contract/fields.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { dayInFull } from '#kit/dates/calendar-days.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';
import type { DayDebit } from './record/day.ts';

/** A sheet of paper: what is on it, and nothing else, is printed. */
export function Letter(props: {
  from: string;
  at: DateText;
  reference: string;
  by: string | undefined;
  title: string;
  children: ReactNode;
}) {
  const { from, at, reference, by, title, children } = props;
  return (
    <Box
      component="article"
      aria-label={title}
      sx={{
        maxWidth: 720,
        p: { xs: 2, sm: 6 },
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        fontSize: '0.8125rem',
        lineHeight: '20px',
        '& :is(p, li, dt, dd, dd *, div)': { fontSize: 'inherit', lineHeight: 'inherit' },
        '@media print': { maxWidth: 'none', p: 0, border: 0, fontSize: '9pt', lineHeight: 1.35 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 2,
          pb: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <div>
          <Box component="strong" sx={{ fontSize: '0.9375rem', fontWeight: 600 }}>
            {from}
          </Box>
          {by && <Muted>Written by {by}</Muted>}
        </div>
        <Box sx={{ textAlign: 'right' }}>
          <Muted>{dayInFull(at)}</Muted>
          <Muted>Our reference {reference}</Muted>
        </Box>
      </Box>
      <Typography variant="h2" sx={{ fontSize: '1.25rem', my: 2, '@media print': { my: 1 } }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

export const LetterPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box
    component="section"
    aria-label={title}
    sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '@media print': { py: 0.75 } }}
  >
    <Typography variant="h3" sx={{ fontSize: 'inherit', fontWeight: 600, mb: 0.5 }}>
      {title}
    </Typography>
    {children}
  </Box>
);

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box
    sx={{ display: 'grid', gridTemplateColumns: { xs: '124px minmax(0, 1fr)', sm: '168px minmax(0, 1fr)' }, gap: 1 }}
  >
    <Muted component="dt">{name}</Muted>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
);

/** `Unpaid, insufficient funds` in words alone. */
const outcomeText = (fieldName: string, status: string, reason: string | undefined): string =>
  [statusLabel(fieldName, status), reason && reasonName(reason)].filter(Boolean).join(': ');

/** What is known of the debit itself. */
export function DebitFacts(props: {
  debit: DayDebit;
  reason: RuleReasons;
  /** Said of a debit without a transaction; undefined while loading. */
  none: string | undefined;
  client: LooseOutput<'clientList'> | undefined;
  name: string;
}) {
  const { debit, reason, none, client, name } = props;
  const { instalment, history, transactions } = debit;
  const textOf = useChangedText({ isShort: true });
  const { DebitSequenceType: type } = instalment;
  const end = client?.AccountNumber == null ? '' : String(client.AccountNumber).slice(-4);
  return (
    <Box component="dl" sx={{ m: 0 }}>
      <Line name="Client">{name}</Line>
      {client && (
        <Line name="Account">
          <BankName bank={client.BankCode} />
          {end && `, ending in ${end}`}
        </Line>
      )}
      <Line name="Amount">{formatField('InstalmentAmount', instalment.amount)}</Line>
      <Line name="Date">{dayInFull(dateOf(instalment.due))}</Line>
      {instalment.status && (
        <Line name="Outcome">{outcomeText('InstalmentStatus', instalment.status, instalment.reason)}</Line>
      )}
      {type && <Line name="Debit type">{textOf('DebitSequenceType', type)}</Line>}
      {(transactions.length > 0 || none) && (
        <Line name="Transaction">
          {transactions.length === 0 && none}
          {transactions.map((it, index) => (
            <div key={index}>
              {formatField('Amount', it.Amount)} on {formatField('TransactionDate', it.TransactionDate)}
              {it.Status && `. ${outcomeText('Status', it.Status, reason.ofTransaction(it))}`}
            </div>
          ))}
        </Line>
      )}
      {history.length > 0 && (
        <Line name="History">
          {history.map(({ at, line }, index) => {
            const { fieldName } = partsOf(line.field);
            const label = fieldOf(fieldName)?.label ?? fieldName;
            return (
              <div key={index}>
                {minuteText(at)}: {label} {line.old && `${textOf(line.field, line.old)} → `}
                {textOf(line.field, line.next) || 'removed'}
              </div>
            );
          })}
        </Line>
      )}
    </Box>
  );
}

/** Every debit with an outcome in short columns, and what they add up to. */
export function PastDebits({ items, disputed }: { items: readonly Instalment[]; disputed: Instalment }) {
  const past = byDate(items.filter((it) => it.stage === 'paid' || it.stage === 'unpaid'));
  const paid = past.filter((it) => it.stage === 'paid');
  const sum = itemCents(paid);
  return (
    <>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', columns: { xs: 1, sm: 3 }, columnGap: 3, '@media print': { columns: 3 } }}
      >
        {past.map((it) => (
          <Box
            component="li"
            key={itemKey(it)}
            sx={{
              display: 'grid',
              gridTemplateColumns: '76px 72px 1fr',
              gap: 0.5,
              fontWeight: it === disputed ? 600 : undefined,
            }}
          >
            <span>{formatField('InstalmentActionDate', dateOf(it.due))}</span>
            <span>{formatField('InstalmentAmount', it.amount)}</span>
            <span>{statusLabel('InstalmentStatus', it.status)}</span>
          </Box>
        ))}
      </Box>
      <Box sx={{ mt: 0.5 }}>
        {paid.length} of {itemCountText(past.length, 'instalment')} with an outcome were paid
        {sum === null ? '' : `, ${centsText(sum)} in all`}.
      </Box>
    </>
  );
}
