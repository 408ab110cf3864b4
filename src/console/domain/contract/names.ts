import { useCallback } from 'react';
import { contractIdOf } from '../../api/contract-id.ts';
import { useTenant } from '../../api/tenant.ts';
import { contractOf, type Kind } from '../../session/recent-records.ts';
import { useClientNames } from '../client/names.ts';

/** A record as far as it says which contract it is of. */
export interface OfContract {
  ContractSequence?: number | null;
  ClientNumber?: string | null;
  ContractNumber?: string | null;
}

/**
 * What people call a contract: `Naledi Dlamini · HOME-1`, with the client's number where the name is not known. Of a record
 * with a sequence alone the session may know the rest; payout contracts count sequences of their own.
 */
export function useContractNames(kind: Kind = 'contracts'): (record: OfContract) => string {
  const { merchant, product } = useTenant();
  const nameOf = useClientNames();
  return useCallback(
    (record) => {
      const id = contractIdOf(record);
      const seen = id && contractOf({ merchant, product }, id, kind);
      const client = record.ClientNumber ?? seen?.ClientNumber;
      const number = record.ContractNumber ?? seen?.ContractNumber;
      const named = [nameOf(client) ?? client, number].filter(Boolean).join(' · ');
      return named || `contract ${record.ContractSequence ?? ''}`;
    },
    [merchant, product, kind, nameOf],
  );
}

/** The same in a sentence, with the numbers behind it: `Naledi Dlamini · HOME-1 (C00002, 100002)`. */
export function useContractPhrases(kind: Kind = 'contracts'): (record: OfContract) => string {
  const nameOf = useContractNames(kind);
  const clientName = useClientNames();
  return useCallback(
    (record) => {
      const name = nameOf(record);
      const { ClientNumber, ContractSequence } = record;
      const numbers = [
        clientName(ClientNumber) && ClientNumber,
        name.endsWith(` ${ContractSequence}`) ? undefined : ContractSequence,
      ].filter(Boolean);
      return numbers.length > 0 ? `${name} (${numbers.join(', ')})` : name;
    },
    [nameOf, clientName],
  );
}
