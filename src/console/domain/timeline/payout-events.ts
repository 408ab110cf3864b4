import type { LooseOutput } from '#contract/operations.ts';

/**
 * The changes of payments as changes of their contract, so that one timeline shows both: the field contains the payment's number, as in
 * `PaymentDate[3]`.
 */
export const paymentChanges = (
  payments: readonly LooseOutput<'payoutPaymentChangeReport'>[],
): LooseOutput<'contractChangeReport'>[] =>
  payments.map((it) => ({ ...it, FieldChanged: `${it.FieldChanged ?? ''}[${it.PaymentSequence ?? '?'}]` }));
