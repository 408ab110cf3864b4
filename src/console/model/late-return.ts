/**
 * Whether a transaction is the return of a debit that was reported as paid before, by its type, whose values the
 * interface does not list (docs/decisions.md, 18).
 */
export const isLateReturn = ({ TransactionType: type }: { TransactionType?: unknown }): boolean =>
  typeof type === 'string' && type.toUpperCase() === 'RETURN';
