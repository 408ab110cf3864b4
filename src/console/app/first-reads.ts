import { currentClaims } from '#console/api/auth.ts';
import { readAhead } from '#console/api/client.ts';
import { forbidden, permissionsOf } from '#console/api/permission.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { patterns } from '#console/domain/links.ts';
import { idOfSegment } from '#console/model/contract-id.ts';
import { paramsIn } from './pages.ts';

/** Calls for the first rows of the page at this path, while its code and the person's access still load. */
export function readFirst(path: string): void {
  const read = (name: 'mandateList' | 'clientList' | 'contractList' | 'instalmentList', tenant: Tenant, input = {}) => {
    if (!forbidden(permissionsOf(currentClaims(), tenant.merchant), name)) readAhead(name, tenant, input);
  };
  const [mandates, clients, contract] = ([patterns.mandates, patterns.clients, patterns.contract] as const).map((it) =>
    paramsIn(it, path),
  );
  if (mandates) read('mandateList', mandates);
  else if (clients) read('clientList', clients);
  const id = contract && idOfSegment(contract.contract ?? '');
  if (!id) return;
  read('mandateList', contract, id);
  read('contractList', contract, id);
  // Of two numbers, the page reads them by the sequence that it then knows.
  if ('ContractSequence' in id) read('instalmentList', contract, id);
}
