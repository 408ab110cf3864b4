import { useCallback } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { contractOf, type ContractKind } from '#console/session/recent-records.ts';

export interface OfContract {
  ContractSequence?: number | null;
  ClientNumber?: string | null;
  ContractNumber?: string | null;
}

/** Completes a record with a sequence only from the session; payout contracts count their own sequences. */
function useWhole(kind: ContractKind): (record: OfContract) => OfContract {
  const { merchant, product } = useTenant();
  return useCallback(
    (record) => {
      const id = contractIdOf(record);
      const seen = id && contractOf({ merchant, product }, id, kind);
      return {
        ClientNumber: record.ClientNumber ?? seen?.ClientNumber,
        ContractNumber: record.ContractNumber ?? seen?.ContractNumber,
        ContractSequence: record.ContractSequence ?? seen?.ContractSequence,
      };
    },
    [merchant, product, kind],
  );
}

const named = ({ ClientNumber, ContractNumber, ContractSequence }: OfContract, name: string | undefined): string =>
  [name ?? ClientNumber, ContractNumber].filter(Boolean).join(' · ') || `contract ${ContractSequence ?? ''}`;

function phrase(contract: OfContract, name: string | undefined): string {
  const isNamed = contract.ClientNumber != null || contract.ContractNumber != null;
  const numbers = [name && contract.ClientNumber, isNamed && contract.ContractSequence].filter(Boolean);
  return named(contract, name) + (numbers.length > 0 ? ` (${numbers.join(', ')})` : '');
}

function useTexts(kind: ContractKind, textOf: typeof named): (record: OfContract) => string {
  const whole = useWhole(kind);
  const nameOf = useClientNames();
  return useCallback(
    (record) => {
      const contract = whole(record);
      return textOf(contract, nameOf(contract.ClientNumber));
    },
    [whole, nameOf, textOf],
  );
}

/** `Naledi Dlamini · HOME-1`, or the client's number if the name is unknown. */
export const useContractNames = (kind: ContractKind = 'contracts') => useTexts(kind, named);

/** In a sentence: `Naledi Dlamini · HOME-1 (C00002, 100002)`. */
export const useContractPhrases = (kind: ContractKind = 'contracts') => useTexts(kind, phrase);
