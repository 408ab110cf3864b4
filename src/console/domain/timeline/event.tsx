import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { isPayout } from '#answers/transaction-kind.ts';
import { standingOf } from '#console/api/sent-messages.ts';
import { useTenant } from '#console/api/tenant.ts';
import { approvedChanges } from '#console/domain/approved-changes.ts';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { links } from '#console/domain/links.ts';
import type { RuleReasons } from '#console/domain/money-item/rules.ts';
import { DetailsButton } from '#console/domain/outcome/details-button.tsx';
import { DeliveryStatusMark } from '#console/domain/status/delivery.tsx';
import { DifferenceList } from '#console/domain/write/difference-list.tsx';
import { fieldLabel, partsOf } from '#console/domain/write/difference.ts';
import type { ApprovalOutcome, RecordApproval } from '#contract/approvals.ts';
import type { Note } from '#contract/notes.ts';
import { operations } from '#contract/operations.ts';
import type { PaymentPromise } from '#contract/promises.ts';
import { FieldValue, formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { centsText, sumOf } from '#kit/ui/sums.ts';
import { minuteText, weekdayText } from '#rules/day-text.ts';
import { useChangedText } from './changed-text.ts';
import type { Event, Line, Transaction } from './events.ts';
import type { TimelineLine } from './grouped.ts';

/** Lines shown at first; a creation has all fields, which the page shows. */
const fewLines = (type: string) => (type === 'CREATE' ? 0 : 4);

/** One changed field, old and new; `at` if the time is not shown above. `reason` is the code of a failed debit. */
export function ChangedLine({ line, at, reason }: { line: Line; at?: string; reason?: string }) {
  const textOf = useChangedText();
  return (
    <Typography component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {at !== undefined && <>{minuteText(at)} </>}
      {fieldLabel(line.field)}: {line.old !== '' && <>{textOf(line.field, line.old)} → </>}
      <strong>{textOf(line.field, line.next) || '—'}</strong>
      {reason && (
        <>
          ,{' '}
          <ReasonText
            code={reason}
            fieldName={partsOf(line.field).fieldName === 'PaymentStatus' ? 'ResponseCode' : 'InstalmentResult'}
          />
        </>
      )}
    </Typography>
  );
}

const titles: Record<string, string> = {
  CREATE: 'Created',
  EDIT: 'Edited',
  CANCEL: 'Cancelled',
  STATE: 'Status changed',
};

function Change(props: {
  event: Pick<Extract<Event, { kind: 'change' }>, 'type' | 'by' | 'isAtProvider' | 'lines'>;
  reasons: RuleReasons;
}) {
  const { event, reasons } = props;
  const [isOpen, setOpen] = useState(false);
  const lines = isOpen ? event.lines : event.lines.slice(0, fewLines(event.type));
  const more = event.lines.length - lines.length;
  return (
    <>
      <div>
        {titles[event.type] ?? (event.type || 'Changed')}
        {event.isAtProvider && <Muted component="span"> at the provider</Muted>}
        {event.by && <Muted component="span"> by {event.by}</Muted>}
      </div>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {lines.map((line, index) => (
          <ChangedLine key={index} line={line} reason={reasons.ofLine(line)} />
        ))}
      </Box>
      {more > 0 && (
        <Button size="small" onClick={() => setOpen(true)} sx={{ alignSelf: 'start' }}>
          {lines.length === 0 ? `Show ${more} fields` : `and ${more} more`}
        </Button>
      )}
    </>
  );
}

/** Types as labels. */
export function TransactionTypes({ of: { TransactionType, DebitSequenceType } }: { of: Transaction }) {
  return (
    <>
      <FieldValue fieldName="TransactionType" value={TransactionType} isShort />
      {TransactionType && DebitSequenceType && ' · '}
      <FieldValue fieldName="DebitSequenceType" value={DebitSequenceType} isShort />
    </>
  );
}

/** `R 972,00 unpaid, Insufficient funds`: a debit or payout with its outcome and the reason of a failure. */
function TransactionEvent({ transaction, reasons }: { transaction: Transaction; reasons: RuleReasons }) {
  const { Amount, Status } = transaction;
  const reason = reasons.ofTransaction(transaction);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
      {formatField('Amount', Amount)}
      {Status && <StatusMark value={Status} />}
      {reason && (
        <span>
          <ReasonText code={reason} fieldName={isPayout(transaction) ? 'ResponseCode' : 'InstalmentResult'} />
        </span>
      )}
    </Stack>
  );
}

/** `8 debits paid, R 7 776,00`. */
function Paid({ transactions }: { transactions: readonly Transaction[] }) {
  const [first, second] = transactions;
  const sum = centsText(sumOf(transactions.map((it) => it.Amount)));
  const noun = first && isPayout(first) ? 'payments' : 'debits';
  return second ? `${transactions.length} ${noun} paid, ${sum}` : `${sum} paid`;
}

function Here({ event }: { event: Extract<Event, { kind: 'here' }> }) {
  const { operation } = event.call;
  return (
    <>
      <div>Done here: {operations[operation].summary}</div>
      <DetailsButton operation={operation} call={event.call} />
    </>
  );
}

function Message({ event }: { event: Extract<Event, { kind: 'message' }> }) {
  const { Template, ToEnd, By } = event.message;
  return (
    <>
      <div>
        Message {Template} to •••• {ToEnd}
        <Muted component="span"> by {By}</Muted>
      </div>
      <DeliveryStatusMark deliveryStatus={standingOf(event.message)} />
    </>
  );
}

function NoteEvent({ note, contract }: { note: Note; contract: string | null }) {
  const { By, Text, InstalmentSequence } = note;
  const about = [contract, InstalmentSequence !== null && `instalment ${InstalmentSequence}`]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <div>
        Note <Muted component="span">by {By}</Muted>
        {about && `, about ${about}`}
      </div>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{Text}</Typography>
    </>
  );
}

function PromiseEvent({ promise, contract }: { promise: PaymentPromise; contract: string | null }) {
  const { By, Day, Amount, Withdrawn } = promise;
  return (
    <>
      <div>
        Promised to pay {formatField('Amount', Amount)} by {weekdayText(Day)}
        {contract !== null && ` on ${contract}`}, taken <Muted component="span">by {By}</Muted>
      </div>
      {Withdrawn && (
        <Muted>
          Withdrawn {minuteText(Withdrawn.At)} by {Withdrawn.By}: “{Withdrawn.Reason}”
        </Muted>
      )}
    </>
  );
}

const outcomeTexts: Partial<Record<ApprovalOutcome['State'], string>> = {
  RELEASED: 'It was not sent to the provider yet.',
  SENDING: 'The provider has not answered yet.',
  UNCLEAR: 'Whether the provider stored it is not known.',
  ACCEPTED: 'The provider accepted it.',
  REFUSED: 'The provider refused it.',
  NOT_STORED: 'The provider did not store it.',
};

const prepared = {
  PAYOUTS: 'Payout',
  BANK_DETAILS: 'New bank details',
  CANCEL: 'Cancel',
  COLLECT_AGAIN: 'Collecting again',
} as const;

function ApprovalEvent({ approval, contract }: { approval: RecordApproval; contract: string | null }) {
  const { href } = useTenant();
  const { Kind, Decision, DecidedBy, PreparedBy, ReturnReason, Fields, Outcome } = approval;
  const changes = approvedChanges(Fields);
  return (
    <>
      <div>
        {prepared[Kind]} {contract !== null && `${contract} `}
        {Decision ? (
          <>
            {Decision === 'RELEASED' ? 'released' : 'sent back'}
            {DecidedBy !== null && <Muted component="span"> by {DecidedBy}</Muted>}
          </>
        ) : (
          <Link
            component={RouterLink}

            to={href(links.approvals(undefined, { open: approval.ApprovalSequence }))}
          >
            waits for release
          </Link>
        )}
        , prepared <Muted component="span">by {PreparedBy}</Muted>
      </div>
      {ReturnReason && <Muted>“{ReturnReason}”</Muted>}
      {changes.length > 0 && (
        <DifferenceList changes={changes} record={Object.fromEntries(changes.map((it) => [it.fieldName, it.old]))} />
      )}
      {Outcome && (
        <Muted>
          {outcomeTexts[Outcome.State]} {Outcome.Note}
        </Muted>
      )}
    </>
  );
}

export function What({ event, reasons }: { event: TimelineLine; reasons: RuleReasons }) {
  switch (event.kind) {
    case 'paid':
      return <Paid transactions={event.transactions} />;
    case 'change':
      return <Change event={event} reasons={reasons} />;
    case 'transaction':
      return <TransactionEvent transaction={event.transaction} reasons={reasons} />;
    case 'here':
      return <Here event={event} />;
    case 'message':
      return <Message event={event} />;
    case 'note':
      return <NoteEvent {...event} />;
    case 'promise':
      return <PromiseEvent {...event} />;
    case 'approval':
      return <ApprovalEvent {...event} />;
  }
}
