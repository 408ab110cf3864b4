import { useCallback } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { contractIdOf, type ContractId, type Named } from '#console/model/contract-id.ts';

/** Where the contract of a record is shown; undefined for a record that names none. */
export function useContractHref(
  link: (contract: ContractId) => string = links.contract,
): (record: Named) => string | undefined {
  const { href } = useTenant();
  return useCallback(
    (record) => {
      const id = contractIdOf(record);
      return id && href(link(id));
    },
    [href, link],
  );
}
