import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import type { Reasons } from '#console/domain/money-item/rules.ts';
import { fieldLabel, partsOf } from '#console/kit/form/difference.ts';
import { DetailsButton } from '#console/kit/outcome/details-button.tsx';
import { FieldValue, show } from '#console/kit/ui/format.tsx';
import { masked } from '#console/kit/ui/masked.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { isPayout } from '#console/model/payout.ts';
import { operations } from '#contract/operations.ts';
import { minuteText } from '#rules/day-text.ts';
import { useChangedText } from './changed-text.ts';
import type { Event, Line, Transaction } from './events.ts';

const fewLines = 4;

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

/** Changes made together, a line per field. */
export function Change({
  event,
  reasons,
}: {
  event: Pick<Extract<Event, { kind: 'change' }>, 'type' | 'by' | 'lines'>;
  reasons: Reasons;
}) {
  const [isOpen, setOpen] = useState(false);
  const lines = isOpen ? event.lines : event.lines.slice(0, fewLines);
  const more = event.lines.length - lines.length;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {titles[event.type] ?? (event.type || 'Changed')}
        {event.by && (
          <Typography component="span" variant="body2" color="textSecondary">
            {' '}
            by {event.by}
          </Typography>
        )}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {lines.map((line, index) => (
          <ChangedLine key={index} line={line} reason={reasons.ofLine(line)} />
        ))}
      </Box>
      {more > 0 && (
        <Button size="small" onClick={() => setOpen(true)} sx={{ alignSelf: 'start' }}>
          and {more} more
        </Button>
      )}
    </>
  );
}

/** Types as labels, with the codes in small print. */
export function TransactionTypes({ of: { TransactionType, DebitSequenceType } }: { of: Transaction }) {
  return (
    <>
      <FieldValue fieldName="TransactionType" value={TransactionType} />
      {TransactionType && DebitSequenceType && ' · '}
      <FieldValue fieldName="DebitSequenceType" value={DebitSequenceType} />
    </>
  );
}

/** A debit or payout with its outcome and the reason of a failure. */
export function TransactionEvent({ transaction, reasons }: { transaction: Transaction; reasons: Reasons }) {
  const { Amount, Status } = transaction;
  const reason = reasons.ofTransaction(transaction);
  return (
    <>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>Transaction {show('Amount', Amount)}</Typography>
        {Status && <StatusMark value={Status} />}
        {reason && (
          <span>
            <ReasonText code={reason} fieldName={isPayout(transaction) ? 'ResponseCode' : 'InstalmentResult'} />
          </span>
        )}
      </Stack>
      <Typography variant="body2" color="textSecondary">
        <TransactionTypes of={transaction} />
      </Typography>
    </>
  );
}

function Here({ event }: { event: Extract<Event, { kind: 'here' }> }) {
  const { operation } = event.call;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>Done here: {operations[operation].summary}</Typography>
      <DetailsButton operation={operation} call={event.call} />
    </>
  );
}

function Message({ event }: { event: Extract<Event, { kind: 'message' }> }) {
  const { to, template, status } = event.message;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        Message {template} to {masked(to)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {status.groupName ?? 'no status'}
      </Typography>
    </>
  );
}

export function What({ event, reasons }: { event: Event; reasons: Reasons }) {
  switch (event.kind) {
    case 'change':
      return <Change event={event} reasons={reasons} />;
    case 'transaction':
      return <TransactionEvent transaction={event.transaction} reasons={reasons} />;
    case 'here':
      return <Here event={event} />;
    case 'message':
      return <Message event={event} />;
  }
}
