import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useContractNames } from '#console/domain/contract/names.ts';
import { contractOf } from '#console/session/recent-records.ts';
import { operations } from '#contract/operations.ts';
import type { OutgoingCall } from '#contract/outgoing-calls.ts';
import { messageName } from './texts.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Each contract is a call; the others are shown by their number. */
const mostRead = 20;

/** Most changes name a contract by its sequence alone. The session knows the names of contracts that it has read. */
export function useReadContracts(calls: readonly OutgoingCall[]): void {
  const { merchant, product } = useTenant();
  const unseen = calls
    .filter((it) => it.Product === product)
    .flatMap(({ Operation, Items }) =>
      Items.flatMap(({ Sent: { ContractSequence, ClientNumber } }) => {
        if (typeof ContractSequence !== 'number' || typeof ClientNumber === 'string') return [];
        const isPayout = operations[Operation].resource === 'payouts';
        const isSeen = contractOf({ merchant, product }, { ContractSequence }, isPayout ? 'payouts' : 'contracts');
        return isSeen ? [] : [{ list: isPayout ? 'payoutContractList' : 'contractList', ContractSequence } as const];
      }),
    );
  const byKey = new Map(unseen.map((it) => [`${it.list} ${it.ContractSequence}`, it]));
  useQueries({
    queries: [...byKey.values()].slice(0, mostRead).map(({ list, ContractSequence }) => ({
      queryKey: [list, merchant, product, { ContractSequence }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(list, { merchant, product }, { ContractSequence }, { signal }),
      staleTime: 60_000,
    })),
  });
}

/** Whom a call is about: `Naledi Dlamini · HOME-1`; of several items the first and how many others. */
export function useCallNames(): (call: OutgoingCall, item?: OutgoingCall['Items'][number]) => string {
  const { product } = useTenant();
  const contractName = useContractNames();
  const payoutName = useContractNames('payouts');
  return useCallback(
    ({ Operation, Product, Items, MoreItems }, item) => {
      const { Sent = {} } = item ?? Items[0] ?? {};
      const [ClientName, ClientNumber, ContractNumber] = ['ClientName', 'ClientNumber', 'ContractNumber'].map((it) =>
        textOf(Sent[it]),
      );
      const ContractSequence = typeof Sent.ContractSequence === 'number' ? Sent.ContractSequence : undefined;
      const sent = [ClientName, ClientNumber, ContractNumber].filter(Boolean).join(' · ');
      const hasNumber = ClientNumber !== undefined || ContractSequence !== undefined;
      const nameOf = operations[Operation].resource === 'payouts' ? payoutName : contractName;
      // Another product has other clients of the same numbers.
      const known =
        Product === product && hasNumber && !ClientName && nameOf({ ClientNumber, ContractNumber, ContractSequence });
      const numbered = ContractSequence === undefined ? messageName(Sent) : `contract ${ContractSequence}`;
      const name = (known || sent || numbered || '').replace(/^contract /, 'Contract ');
      const others = item ? 0 : Items.length + MoreItems - 1;
      return others > 0 ? `${name} and ${others} more` : name;
    },
    [product, contractName, payoutName],
  );
}
