import type { LooseOutput } from '#contract/operations.ts';

/** As changes of their contract: a payment's field contains its number, as in `PaymentDate[3]`. */
export const paymentChanges = (
  payments: readonly LooseOutput<'payoutPaymentChangeReport'>[],
): LooseOutput<'contractChangeReport'>[] =>
  payments.map((it) => ({ ...it, FieldChanged: `${it.FieldChanged ?? ''}[${it.PaymentSequence ?? '?'}]` }));
