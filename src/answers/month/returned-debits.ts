/** What a debit and its return have in common, and when each of them was. */
export interface ReturnTerms {
  contract: unknown;
  /** Undefined for an amount that is missing or not in whole cents. */
  cents: number | undefined;
  at: string;
}

/**
 * Returns, the first one first, with the debit that each took back. A transaction does not name its instalment
 * (docs/decisions.md, 52), so it is the last debit of its contract and amount that was paid before the return and that no
 * earlier return took back. Returns without such a debit are absent.
 */
export function returnedDebits<It>(
  paid: readonly It[],
  returns: readonly It[],
  termsOf: (row: It) => ReturnTerms,
): Map<It, It> {
  const found = new Map<It, It>();
  const open = new Map<string, It[]>();
  const read = (rows: readonly It[], isReturn: boolean) => rows.map((row) => ({ row, isReturn, ...termsOf(row) }));
  // In this order a stable sort leaves a return before the debits of its minute, none of which it can have taken back.
  const rows = [...read(returns, true), ...read(paid, false)].toSorted((one, other) =>
    one.at < other.at ? -1 : Number(one.at > other.at),
  );
  for (const { row, isReturn, contract, cents } of rows) {
    const name = `${String(contract)}/${cents ?? ''}`;
    const debits = open.get(name);
    if (isReturn) {
      const debit = debits?.pop();
      if (debit !== undefined) found.set(row, debit);
    } else if (debits) debits.push(row);
    else open.set(name, [row]);
  }
  return found;
}
