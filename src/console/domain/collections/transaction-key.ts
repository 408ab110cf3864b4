interface Named {
  ContractSequence?: unknown;
  ClientNumber?: unknown;
  ContractNumber?: unknown;
  TransactionDate?: unknown;
  Amount?: unknown;
}

/**
 * Keys of transactions, which have no number. Not by position in the report: keys outlive a reload, and transactions of
 * the same minute and amount must differ.
 */
export function transactionKeys(): (of: Named) => string {
  const alike = new Map<string, number>();
  return (transaction) => {
    const name = [
      transaction.ContractSequence,
      transaction.ClientNumber,
      transaction.ContractNumber,
      transaction.TransactionDate,
      transaction.Amount,
    ].join(' ');
    const count = (alike.get(name) ?? 0) + 1;
    alike.set(name, count);
    return `${name} ${count}`;
  };
}
