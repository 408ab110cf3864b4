import type { LooseOutput } from '#contract/operations.ts';
import { mergeEvents, type Event, type Transaction } from './events.ts';

type Change = LooseOutput<'contractChangeReport'>;

/** Newest first. A payment's field contains its number, as in `PaymentDate[3]`. */
export function payoutEvents(reports: {
  contract?: readonly Change[];
  payments?: readonly LooseOutput<'payoutPaymentChangeReport'>[];
  transactions?: readonly Transaction[];
}): Event[] {
  const ofPayments = (reports.payments ?? []).map((it): Change => ({
    ...it,
    FieldChanged: `${it.FieldChanged ?? ''}[${it.PaymentSequence ?? '?'}]`,
  }));
  return mergeEvents({ contract: [...(reports.contract ?? []), ...ofPayments], transactions: reports.transactions });
}
