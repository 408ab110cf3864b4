import { normalStatus, stageOf } from '#answers/statuses.ts';
import { transactionKindOf, type TransactionKind } from '#answers/transaction-kind.ts';
import { codeLabel } from '#console/api/code-labels.ts';
import { statusLabel } from '#kit/ui/status.tsx';
import { centsText } from '#kit/ui/sums.ts';
import type { ColumnSum } from '#report-engine/protocol.ts';

/** A sum of one kind of money: collected, unpaid, paid out … Different kinds are never added up. */
export interface Money extends ColumnSum {
  kind: string;
  label: string;
  statuses: (string | null)[];
  types: (string | null)[];
  /** Empty without a column of currencies. */
  currencies: (string | null)[];
}

/** In display order; unknown statuses follow. */
const labels: Record<string, string> = {
  'in paid': 'Collected',
  'in unpaid': 'Unpaid',
  'out paid': 'Paid out',
  'out unpaid': 'Payouts failed',
};
const order = Object.keys(labels);
const rankOf = ({ kind }: Money) => (order.includes(kind) ? order.indexOf(kind) : order.length);

function labelOf(kind: string, status: string | null, type: string | null, of: TransactionKind): string {
  const known = labels[kind.replace(/ [A-Z]+$/, '')];
  if (known) return known;
  const text = status ? (codeLabel('Status', status) ?? statusLabel('Status', status)) : 'No status';
  if (of === 'unknown') return `Type “${type}”: ${text}`;
  return of === 'payout' ? `Payouts: ${text}` : text;
}

/** What is waiting, scheduled, sent back, missed or cancelled is apart, though nothing of it has moved. */
function kindOf(status: string | null, type: string | null, of: TransactionKind, currency = ''): string {
  const stage = stageOf(status);
  const outcome = stage === 'paid' || stage === 'unpaid' ? stage : normalStatus(status);
  const direction = of === 'unknown' ? `of ${type} ` : of === 'payout' ? 'out ' : 'in ';
  return direction + outcome + (currency && ` ${currency}`);
}

/**
 * Groups sums into kinds of money that may be added up. Money in, money out, failed debits, statuses, currencies and unknown
 * types stay separate.
 * @param sums keyed by status and, if present, type
 */
export function moneyOf(sums: readonly ColumnSum[]): Money[] {
  const found = new Map<string, Money>();
  for (const { keys, count, cents, currency, currencyText } of sums) {
    const [status = null, type = null] = keys;
    const of = transactionKindOf(type);
    const kind = kindOf(status, type, of, currency);
    const same = found.get(kind);
    if (same) {
      same.count += count;
      same.cents = same.cents === null || cents === null ? null : same.cents + cents;
      if (!same.statuses.includes(status)) same.statuses.push(status);
      if (!same.types.includes(type)) same.types.push(type);
      if (currencyText !== undefined && !same.currencies.includes(currencyText)) same.currencies.push(currencyText);
    } else {
      const label = labelOf(kind, status, type, of) + (currency ? `, ${currency}` : '');
      const currencies = currencyText === undefined ? [] : [currencyText];
      const made = { kind, label, keys, count, cents, statuses: [status], types: [type], currencies };
      found.set(kind, currency ? { ...made, currency } : made);
    }
  }
  return [...found.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** `R 1 234,56`; several kinds are labelled. */
export const moneyText = (money: readonly Pick<Money, 'label' | 'cents' | 'currency'>[]): string =>
  money.length === 1
    ? centsText(money[0]?.cents ?? null, money[0]?.currency)
    : money.map(({ label, cents, currency }) => `${label} ${centsText(cents, currency)}`).join(', ');
