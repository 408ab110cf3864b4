import type { LooseOutput } from '../../contract/operations.ts';
import { useRead } from '../api.ts';
import type { CallError } from '../errors.ts';
import { byDate, type Payment } from './payment-totals.ts';

export interface PayoutState {
  record: LooseOutput<'payoutContractList'> | undefined;
  /** By date; undefined while they cannot be told. */
  payments: Payment[] | undefined;
  isLoading: boolean;
  error: CallError | null;
  paymentsError: CallError | null;
  retry(): void;
}

/** A payout contract and its payments; a service that does not answer with them is asked for them apart. */
export function usePayout(sequence: number): PayoutState {
  const input = Number.isSafeInteger(sequence) && sequence > 0 ? { ContractSequence: sequence } : null;
  const contract = useRead('payoutContractList', input);
  const record = contract.data?.records[0];
  const isBare = record !== undefined && record.ContractPayments == null;
  const apart = useRead('payoutPaymentList', isBare ? input : null);
  const isNone = apart.error?.kind === 'notFound';
  const payments = record?.ContractPayments ?? apart.data?.records ?? (isNone ? [] : undefined);
  return {
    record,
    payments: payments && byDate(payments),
    isLoading: input !== null && !contract.isFetched,
    error: contract.error,
    paymentsError: isNone ? null : apart.error,
    retry: () => {
      void contract.refetch();
      if (isBare) void apart.refetch();
    },
  };
}
