import { useState } from 'react';
import type { Input } from '../../contract/operations.ts';
import { contractIdOf } from '../contract-id.ts';
import { show } from './format.tsx';
import type { Payment } from './payment-totals.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

const words = ['PaymentDate', 'PaymentAmount', 'PaymentIndicator'] as const;

/** Whether a payment holds what was sent, as far as it was sent. */
const holds = (it: Payment, sent: Partial<Input<'payoutPaymentEdit'>>): boolean =>
  words.every((word) => sent[word] === undefined || (it[word] ?? null) === sent[word]);

/** After a lost answer to an edit: does the payment say what was sent? */
export function LostEdit({ sent }: { sent: Input<'payoutPaymentEdit'> }) {
  const { PaymentSequence } = sent;
  const back = useReadBack(async (place) => {
    const payments = await readAnew('payoutPaymentList', place, { ...contractIdOf(sent), PaymentSequence });
    return payments.some((it) => holds(it, sent));
  });
  return <ReadBack what={`change of payment ${PaymentSequence}`} {...back} found="Close this dialog to go on." />;
}

/** After a lost answer to a new payment: is there one more like it than before? */
export function LostAdd({ sent, known }: { sent: Input<'payoutPaymentCreate'>; known: readonly Payment[] }) {
  const { PaymentAmount, PaymentDate } = sent;
  const [made, setMade] = useState<Payment>();
  const before = new Set(known.map((it) => it.PaymentSequence));
  const back = useReadBack(async (place) => {
    const payments = await readAnew('payoutPaymentList', place, contractIdOf(sent) ?? {});
    const found = payments.find((it) => !before.has(it.PaymentSequence) && holds(it, sent));
    setMade(found);
    return found !== undefined;
  });
  return (
    <ReadBack
      what={`payment of ${show('PaymentAmount', PaymentAmount)} on ${show('PaymentDate', PaymentDate)}`}
      {...back}
      found={`It is payment ${made?.PaymentSequence}. Close this dialog to go on.`}
    />
  );
}
