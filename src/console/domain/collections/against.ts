export interface Against<It> {
  item: It;
  text: string;
}

/**
 * The last unpaid debit of a contract whose reason is against collecting again. It is against all of the contract's
 * debits, as a withdrawn authority is, until one is paid.
 * @param failed by date, without those that a paid debit followed
 * @param textOf why its own reason is against it; '' if it is not
 */
export function lastAgainst<It>(failed: readonly It[], textOf: (it: It) => string): Against<It> | undefined {
  const item = failed.findLast((it) => textOf(it) !== '');
  return item && { item, text: textOf(item) };
}
