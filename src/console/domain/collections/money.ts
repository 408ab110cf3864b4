import { codeLabel } from '#console/api/code-labels.ts';
import { statusLabel } from '#console/kit/ui/status.tsx';
import { centsText } from '#console/kit/ui/sums.ts';
import { isPayout } from '#console/model/payout.ts';
import { stageOf } from '#console/model/statuses.ts';
import type { Sum } from '#console/report-engine/protocol.ts';

/** A sum of one kind of money: collected, unpaid, paid out … Different kinds are never added up. */
export interface Money extends Sum {
  kind: string;
  label: string;
  statuses: (string | null)[];
  types: (string | null)[];
}

/** In display order; unknown statuses follow. */
const labels: Record<string, string> = {
  'in paid': 'Collected',
  'in unpaid': 'Unpaid',
  'out paid': 'Paid out',
  'out unpaid': 'Payouts unpaid',
};
const order = Object.keys(labels);
const rankOf = ({ kind }: Money) => (order.includes(kind) ? order.indexOf(kind) : order.length);

function labelOf(kind: string, status: string | null, isOut: boolean): string {
  if (labels[kind]) return labels[kind];
  const text = status ? (codeLabel('Status', status) ?? statusLabel('Status', status)) : 'No status';
  return isOut ? `Payouts: ${text}` : text;
}

/**
 * Groups sums into kinds of money that may be added up. Money in, money out, failed debits and unknown statuses stay
 * separate.
 * @param sums keyed by status and, if present, type
 */
export function moneyOf(sums: readonly Sum[]): Money[] {
  const found = new Map<string, Money>();
  for (const { keys, count, cents } of sums) {
    const [status = null, type = null] = keys;
    const isOut = isPayout({ TransactionType: type });
    const kind = `${isOut ? 'out' : 'in'} ${stageOf(status) ?? status ?? ''}`;
    const same = found.get(kind);
    if (same) {
      same.count += count;
      same.cents = same.cents === null || cents === null ? null : same.cents + cents;
      if (!same.statuses.includes(status)) same.statuses.push(status);
      if (!same.types.includes(type)) same.types.push(type);
    } else {
      const label = labelOf(kind, status, isOut);
      found.set(kind, { kind, label, keys, count, cents, statuses: [status], types: [type] });
    }
  }
  return [...found.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** `R 1 234,56`; several kinds are labelled. */
export const moneyText = (money: readonly Pick<Money, 'label' | 'cents'>[]): string =>
  money.length === 1
    ? centsText(money[0]?.cents ?? null)
    : money.map(({ label, cents }) => `${label} ${centsText(cents)}`).join(', ');
