import { useCallback } from 'react';
import { useRead, useReadOfRecord } from '#console/api/client.ts';
import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { byDate, moneyItems, type MoneyItem, type Payment } from '#console/domain/money-item/item.ts';
import { contractIdOf, ofContract, type ContractId } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';

export interface PayoutState {
  record: LooseOutput<'payoutContractList'> | undefined;
  /** By date; `undefined` if unknown. */
  payments: Payment[] | undefined;
  isLoading: boolean;
  error: CallError | null;
  paymentsError: CallError | null;
  retry(): void;
}

export function usePaymentHref(): (it: MoneyItem) => string | undefined {
  const { href } = useTenant();
  return useCallback(
    (it) => {
      const contract = contractIdOf(it);
      return contract && it.number != null ? href(links.payment(contract, it.number)) : undefined;
    },
    [href],
  );
}

/**
 * A payout contract and its payments. If its response has no payments, they are requested separately: a service may
 * leave them out, and a person who sees none would create them again.
 */
export function usePayout(named: ContractId | undefined): PayoutState {
  const input = named ?? null;
  const contract = useRead('payoutContractList', input);
  const record = contract.data?.records[0];
  const isBare = record !== undefined && !record.ContractPayments?.length;
  const apart = useReadOfRecord('payoutPaymentList', isBare ? input : null);
  const list = isBare ? apart.data?.records : record?.ContractPayments;
  const payments = named && (list ? moneyItems('payment', list).map((it) => ofContract(it, named)) : undefined);
  return {
    record,
    payments: payments && byDate(payments),
    isLoading: input !== null && !contract.isFetched,
    error: contract.error,
    paymentsError: apart.error,
    retry: () => {
      void contract.refetch();
      if (isBare) void apart.refetch();
    },
  };
}
