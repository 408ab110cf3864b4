import type { LooseOutput } from '#contract/operations.ts';
import type { Line } from './events.ts';

type Change = LooseOutput<'contractChangeReport'>;
type PaymentChange = LooseOutput<'payoutPaymentChangeReport'>;
type Transaction = LooseOutput<'transactionReport'>;

/**
 * An event; a payment's field contains its number, as in `PaymentDate[3]`. Changes of one kind, minute and person are
 * one event, because reports do not name calls.
 */
type PayoutEvent =
  | { kind: 'change'; at: string; type: string; by: string; lines: Line[] }
  | { kind: 'transaction'; at: string; transaction: Transaction };

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Newest first. */
export function payoutEvents(reports: {
  contract?: readonly Change[];
  payments?: readonly PaymentChange[];
  transactions?: readonly Transaction[];
}): PayoutEvent[] {
  const groups = new Map<string, Extract<PayoutEvent, { kind: 'change' }>>();
  const note = (it: Change, field: string) => {
    const [at, type, by] = [it.ChangeDate ?? '', it.ChangeType ?? '', it.UserId ?? ''];
    const group = groups.get(`${at}|${type}|${by}`) ?? { kind: 'change', at, type, by, lines: [] };
    group.lines.push({ field, old: it.OldValue ?? '', next: it.NewValue ?? '' });
    groups.set(`${at}|${type}|${by}`, group);
  };
  for (const it of reports.contract ?? []) note(it, it.FieldChanged ?? '');
  for (const it of reports.payments ?? []) note(it, `${it.FieldChanged ?? ''}[${it.PaymentSequence ?? '?'}]`);
  const transactions = (reports.transactions ?? []).map((transaction): PayoutEvent => ({
    kind: 'transaction',
    at: transaction.TransactionDate ?? '',
    transaction,
  }));
  // Reports are ascending; reversing before a stable sort puts the later of one minute first.
  return [...groups.values(), ...transactions].toReversed().toSorted((one, other) => compare(other.at, one.at));
}

/** How a payout contract ended, from its change log: its retrieve does not return that. */
export function statusOf(changes: readonly Change[]): 'CANCELLED' | 'COMPLETED' | undefined {
  if (changes.some((it) => it.FieldChanged === 'CancelCode' && it.NewValue)) return 'CANCELLED';
  const last = changes.findLast((it) => it.FieldChanged === 'Status')?.NewValue;
  return last === 'CANCELLED' || last === 'COMPLETED' ? last : undefined;
}
