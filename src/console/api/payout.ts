/** Whether a transaction is money that goes out: by its type, of which the interface lists none (README, 18). */
export const isPayout = ({ TransactionType: type }: { TransactionType?: unknown }): boolean =>
  typeof type === 'string' && type.toUpperCase() === 'PAYOUT';
