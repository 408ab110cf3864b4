import { useCallback } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { contractIdOf, type ContractId, type Named } from '#console/model/contract-id.ts';

/** The link to a record's contract; undefined if it names none. */
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
