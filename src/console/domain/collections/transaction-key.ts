import { normalizedRecords } from '#answers/normalize.ts';
import { centsOf, fromCents } from '#rules/money.ts';

interface Named {
  ContractSequence?: unknown;
  ClientNumber?: unknown;
  ContractNumber?: unknown;
  TransactionDate?: unknown;
  Amount?: unknown;
}

/**
 * Keys of transactions, which have no number. Not by position in the report: keys outlive a reload, and transactions of
 * the same minute and amount must differ. Nor by how the service writes a value: some readers normalize records and others don't,
 * and a service may write the amount 100 as "100.00".
 */
export function transactionKeys(): (of: Named) => string {
  const alike = new Map<string, number>();
  return (received) => {
    const [transaction = received] = normalizedRecords([received]);
    const cents = centsOf(transaction.Amount);
    const name = [
      transaction.ContractSequence,
      transaction.ClientNumber,
      transaction.ContractNumber,
      transaction.TransactionDate,
      cents === undefined ? transaction.Amount : fromCents(cents),
    ].join(' ');
    const count = (alike.get(name) ?? 0) + 1;
    alike.set(name, count);
    return `${name} ${count}`;
  };
}
