import type { QueryClient } from '@tanstack/react-query';
import { call, readNow } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { allSeen, contractsSeen } from '#console/session/recent-records.ts';

const maxCalls = 4;
/** From this many contracts on, the list of all mandates is read first: one call for most of them. */
const fewContracts = 4;

/** After these errors the numbers stay unknown. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof CallError && ['notFound', 'refused', 'notPermitted'].includes(error.kind);

/**
 * Resolves once the client and contract numbers of these contracts are known: reports name some by sequence alone.
 * @param onProgress receives a progress text
 * @throws CallError if a call got no answer
 */
export async function loadNumbers(
  queries: QueryClient,
  tenant: Tenant,
  sequences: readonly (string | number)[],
  onProgress: (text: string) => void,
): Promise<void> {
  const missing = () => {
    const seen = contractsSeen(tenant);
    return [...new Set(sequences)].filter((sequence) => {
      const contract = seen.get(String(sequence));
      return !contract?.ClientNumber || !contract.ContractNumber;
    });
  };
  if (missing().length === 0) return;
  onProgress('Loading clients and contracts…');
  if (missing().length >= fewContracts)
    await readNow(queries, 'mandateList', tenant, {}).catch((error: unknown) => {
      if (!isNoAnswer(error)) throw error;
    });
  await allSeen();
  const left = missing();
  let done = 0;
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      done += 1;
      onProgress(`Loading contracts, ${done} of ${done + left.length}…`);
      await call('contractList', tenant, { ContractSequence: next as number }).catch((error: unknown) => {
        if (!isNoAnswer(error)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: maxCalls }, work));
  await allSeen();
}
