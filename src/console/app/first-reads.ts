import type { QueryClient } from '@tanstack/react-query';
import { currentClaims } from '#console/api/auth.ts';
import { readNow, type Records } from '#console/api/client.ts';
import { forbiddenPermission, permissionsOf } from '#console/api/permission.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { patterns } from '#console/domain/links.ts';
import { idOfSegment } from '#console/model/contract-id.ts';
import type { ReadName } from '#contract/operations.ts';
import type { Input } from '#contract/operations.ts';
import { paramsIn } from './pages.ts';

/** Calls for the first rows of the page at this path, while its code and the person's access still load. */
export function readFirst(queries: QueryClient, path: string): void {
  async function read<N extends ReadName>(name: N, tenant: Tenant, input: Input<N>): Promise<Records<N> | undefined> {
    if (forbiddenPermission(permissionsOf(currentClaims(), tenant.merchant), name)) return undefined;
    // The page shows the error.
    return readNow(queries, name, tenant, input).catch(() => undefined);
  }
  const [mandates, clients, contract] = ([patterns.mandates, patterns.clients, patterns.contract] as const).map((it) =>
    paramsIn(it, path),
  );
  if (mandates) void read('mandateList', mandates, {});
  else if (clients) void read('clientList', clients, {});
  const id = contract && idOfSegment(contract.contract ?? '');
  if (!id) return;
  void readClient(contract, read('mandateList', contract, id));
  void read('contractList', contract, id);
  // Of two numbers, the page reads them by the sequence that it then knows.
  if ('ContractSequence' in id) void read('instalmentList', contract, id);

  async function readClient(tenant: Tenant, mandate: Promise<Records<'mandateList'> | undefined>) {
    const ClientNumber = (await mandate)?.records[0]?.ClientNumber;
    if (ClientNumber) await read('clientList', tenant, { ClientNumber });
  }
}
