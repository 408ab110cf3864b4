import { centsOf } from '#rules/money.ts';
import type { MoneyIn } from '#rules/promised-money.ts';
import { returnedDebits } from './month/returned-debits.ts';
import { stageOf } from './statuses.ts';
import { isDebit, isLateReturn } from './transaction-kind.ts';

interface MoneyRow {
  ContractSequence?: number | string | null;
  TransactionDate?: string | null;
  TransactionType?: string | null;
  Amount?: number | null;
  Status?: string | null;
}

/**
 * The money of a client's debits that came in and stayed: paid ones that were not returned later. What has no day or no amount in whole
 * cents is left out, since a promise is not kept by it.
 */
export function clientMoney(rows: readonly MoneyRow[]): MoneyIn[] {
  const paid = rows.filter((it) => stageOf(it.Status) === 'paid' && isDebit(it));
  const taken = new Set(
    returnedDebits(paid, rows.filter(isLateReturn), (it) => ({
      contract: it.ContractSequence,
      cents: centsOf(it.Amount),
      at: minuteOf(it),
    })).values(),
  );
  return paid.flatMap((it) => {
    const [at, cents] = [minuteOf(it), centsOf(it.Amount)];
    if (taken.has(it) || at === '' || cents === undefined) return [];
    return [{ contract: it.ContractSequence == null ? null : String(it.ContractSequence), at, cents }];
  });
}

const minuteOf = ({ TransactionDate }: MoneyRow): string => (TransactionDate ?? '').slice(0, 16).replace('T', ' ');
