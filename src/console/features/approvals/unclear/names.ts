import { useCallback } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { useContractNames } from '#console/domain/contract/names.ts';
import { operations } from '#contract/operations.ts';
import type { OutgoingCall } from '#contract/outgoing-calls.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Whom a call is about: `Naledi Dlamini · HOME-1`; of several items the first and how many others. */
export function useCallNames(): (call: OutgoingCall, item?: OutgoingCall['Items'][number]) => string {
  const { product } = useTenant();
  const contractName = useContractNames();
  const payoutName = useContractNames('payouts');
  return useCallback(
    (call, item) => {
      const { Operation, Product, Items, MoreItems } = call;
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
      const numbered = ContractSequence === undefined ? textOf(Sent.to) : `contract ${ContractSequence}`;
      const name = (known || sent || numbered || '').replace(/^contract /, 'Contract ');
      const others = item ? 0 : Items.length + MoreItems - 1;
      return others > 0 ? `${name} and ${others} more` : name;
    },
    [product, contractName, payoutName],
  );
}
