import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { holidayOf } from '#console/api/holidays.ts';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import type { Instalment } from '#console/domain/money-item/item.ts';
import { reasonsIn, type RuleReasons } from '#console/domain/money-item/rules.ts';
import { ExplainedStatus } from '#console/domain/status/explained.tsx';
import { ChangedLine, TransactionTypes } from '#console/domain/timeline/event.tsx';
import type { Transaction } from '#console/domain/timeline/events.ts';
import { partsOf } from '#console/domain/write/difference.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { fieldOf } from '#contract/fields.ts';
import { dayInFull } from '#kit/dates/calendar-days.ts';
import { FieldValue, formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { useDayHref } from './day-href.ts';
import { contractDay, type DayDebit } from './day.ts';
import { useTimeline, type ContractTimeline } from './use-timeline.ts';

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Muted component="dt">{name}</Muted>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </div>
);

function TransactionSentence({ transaction, reasons }: { transaction: Transaction; reasons: RuleReasons }) {
  const reason = reasons.ofTransaction(transaction);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 1 }}>
      <span>
        {formatField('Amount', transaction.Amount)} on {formatField('TransactionDate', transaction.TransactionDate)}
      </span>
      {transaction.Status && <ExplainedStatus fieldName="Status" value={transaction.Status} />}
      {reason && (
        <span>
          <ReasonText code={reason} />
        </span>
      )}
      <span>
        <TransactionTypes of={transaction} />
      </span>
    </Stack>
  );
}

/** Said of a debit without a transaction. */
export function noneOf({ events, transactions }: ContractTimeline): string {
  if (!transactions.data) return 'Not known: transactions could not be loaded.';
  const hasSome = events.some((event) => event.kind === 'transaction');
  return hasSome ? 'No transaction for this instalment.' : 'No transaction of this contract in this period.';
}

const detailFields = ['DebitSequenceType', 'TrackingCode', 'CTCAmount'] as const;

/** A debit with its transaction and its history. */
function DebitDetails({
  debit,
  why,
  none,
  reasons,
}: {
  debit: DayDebit;
  why: ReactNode;
  none: string;
  reasons: RuleReasons;
}) {
  const { instalment, history, transactions } = debit;
  const status = instalment.InstalmentStatus;
  const { reason } = instalment;
  // The table may hide them.
  const details = detailFields.filter((fieldName) => instalment[fieldName] != null);
  return (
    <Stack spacing={1}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>
          Instalment {instalment.InstalmentSequence}: {formatField('InstalmentAmount', instalment.InstalmentAmount)}
        </Typography>
        {status && <ExplainedStatus fieldName="InstalmentStatus" value={status} />}
        {reason && (
          <span>
            <ReasonText code={reason} />
          </span>
        )}
      </Stack>
      <Stack component="dl" spacing={1} sx={{ m: 0 }}>
        <Term name="Terms">{why}</Term>
        {details.length > 0 && (
          <Term name="Details">
            <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 2 }}>
              {details.map((fieldName) => (
                <span key={fieldName}>
                  {fieldOf(fieldName)?.label}:{' '}
                  <FieldValue fieldName={fieldName} value={instalment[fieldName]} isShort />
                </span>
              ))}
            </Stack>
          </Term>
        )}
        <Term name="Transaction">
          {transactions.length === 0 && none}
          {transactions.map((it, index) => (
            <TransactionSentence key={index} transaction={it} reasons={reasons} />
          ))}
        </Term>
        {history.length > 0 && (
          <Term name="History">
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {history.map(({ at, line }, index) => (
                <ChangedLine
                  key={index}
                  line={{ ...line, field: partsOf(line.field).fieldName }}
                  at={at}
                  reason={reasons.ofLine(line)}
                />
              ))}
            </Box>
          </Term>
        )}
      </Stack>
    </Stack>
  );
}

export function DayDetails(props: {
  date: DateText;
  contract: ContractId;
  record: ContractRecord;
  instalments: readonly Instalment[];
  /** The instalments have loaded; without them no claim is made. */
  isRead: boolean;
  why: ReactNode;
  onClose: () => void;
}) {
  const { date, contract, record, instalments, isRead, why, onClose } = props;
  const timeline = useTimeline(contract, record);
  const { events, from } = timeline;
  const dayHref = useDayHref();
  const { debits, others } = useMemo(() => contractDay(date, instalments, events), [date, instalments, events]);
  const reasons = useMemo(() => reasonsIn(instalments, events), [instalments, events]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
    // Someone walking the calendar by keyboard keeps the focus; someone who followed a link gets it here.
    if (!document.activeElement?.closest('[data-date]')) heading.current?.focus({ preventScroll: true });
  }, [date]);
  const holiday = holidayOf(date);
  return (
    <Paper component="section" variant="outlined" aria-labelledby="day-answer" sx={{ p: 2, minWidth: 0 }}>
      <Stack spacing={2}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start', gap: 1 }}>
          <Typography ref={heading} id="day-answer" variant="h3" tabIndex={-1}>
            {dayInFull(date)}
            {holiday && `, ${holiday}`}
          </Typography>
          <Link component="button" type="button" variant="body2" onClick={onClose} sx={{ minHeight: 24 }}>
            Close
          </Link>
        </Stack>
        {debits.length === 0 && others.length === 0 && (
          <Typography>
            {isRead && !timeline.isLoading && timeline.gaps.length === 0
              ? 'Nothing was due or collected on this day.'
              : 'Some data couldn’t be loaded for this day.'}
          </Typography>
        )}
        {debits.map((it) => (
          <DebitDetails
            key={it.instalment.InstalmentSequence}
            debit={it}
            why={why}
            none={noneOf(timeline)}
            reasons={reasons}
          />
        ))}
        {others.map(({ transaction, instalment }, index) => (
          <div key={index}>
            <TransactionSentence transaction={transaction} reasons={reasons} />
            {instalment ? (
              <>
                The outcome of instalment {instalment.InstalmentSequence}, due on{' '}
                <Link
                  component={RouterLink}

                  to={dayHref(dateOf(instalment.InstalmentActionDate ?? ''))}
                >
                  {formatField('InstalmentActionDate', instalment.InstalmentActionDate)}
                </Link>
                .
              </>
            ) : (
              'Which instalment it was for is not known.'
            )}
          </div>
        ))}
        {date < from && (
          <Muted>Shows changes and transactions from {dayText(from)}; the timeline below can go further back.</Muted>
        )}
      </Stack>
    </Paper>
  );
}
