import { useState } from 'react';
import type { Input } from '../../contract/operations.ts';
import { useRead } from '../api.ts';
import { show } from './format.tsx';
import type { Payment } from './payment-totals.ts';
import { ReadBack } from './read-back.tsx';

const words = ['PaymentDate', 'PaymentAmount', 'PaymentIndicator'] as const;

/** Whether a payment holds what was sent, as far as it was sent. */
const holds = (it: Payment, sent: Partial<Input<'payoutPaymentEdit'>>): boolean =>
  words.every((word) => sent[word] === undefined || (it[word] ?? null) === sent[word]);

/** What one read tells of a write whose answer was lost. */
function useCheck(input: Input<'payoutPaymentList'>, isStored: (it: Payment) => boolean) {
  const [isAsked, setAsked] = useState(false);
  const read = useRead('payoutPaymentList', isAsked ? input : null);
  const found = read.data?.records.find(isStored);
  const isRead = read.data !== undefined || read.error?.kind === 'notFound';
  return {
    found,
    state: !isAsked
      ? ('unasked' as const)
      : read.isFetching
        ? ('asking' as const)
        : found
          ? ('there' as const)
          : isRead
            ? ('absent' as const)
            : ('failed' as const),
    onCheck: () => (isAsked ? void read.refetch() : setAsked(true)),
  };
}

/** After a lost answer to an edit: does the payment say what was sent? */
export function LostEdit({ sent }: { sent: Input<'payoutPaymentEdit'> }) {
  const { ContractSequence, PaymentSequence } = sent;
  const { found: _, ...check } = useCheck({ ContractSequence, PaymentSequence }, (it) => holds(it, sent));
  return <ReadBack what={`change of payment ${PaymentSequence}`} found="Close this dialog to go on." {...check} />;
}

/** After a lost answer to a new payment: is there one more like it than before? */
export function LostAdd({ sent, known }: { sent: Input<'payoutPaymentCreate'>; known: readonly Payment[] }) {
  const before = new Set(known.map((it) => it.PaymentSequence));
  const { found, ...check } = useCheck(
    { ContractSequence: sent.ContractSequence },
    (it) => !before.has(it.PaymentSequence) && holds(it, sent),
  );
  return (
    <ReadBack
      what={`payment of ${show('PaymentAmount', sent.PaymentAmount)} on ${show('PaymentDate', sent.PaymentDate)}`}
      found={`It is payment ${found?.PaymentSequence}. Close this dialog to go on.`}
      {...check}
    />
  );
}
