/** Whether a transaction is a payout, by its type, whose values the interface does not list (docs/decisions.md, 18). */
export const isPayout = ({ TransactionType: type }: { TransactionType?: unknown }): boolean =>
  typeof type === 'string' && type.toUpperCase() === 'PAYOUT';
