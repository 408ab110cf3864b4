/** Whether a transaction is money that goes out: by its type, of which the interface lists none (docs/decisions.md, 18). */
export const isPayout = ({ TransactionType: type }: { TransactionType?: unknown }): boolean =>
  typeof type === 'string' && type.toUpperCase() === 'PAYOUT';
