import { nextNumber } from '#rules/next-number.ts';
import type { KnownContract } from './check.tsx';

const latest = (contracts: readonly KnownContract[]): KnownContract | undefined =>
  contracts.reduce<KnownContract | undefined>(
    (last, it) => ((it.ContractSequence ?? 0) >= (last?.ContractSequence ?? 0) ? it : last),
    undefined,
  );

/**
 * Continues the client's own series of contract numbers, else the merchant's, and skips known numbers. If the latest
 * number begins with its client's number, each client has a series of its own.
 * @param contracts of all clients
 * @param replaced the contract whose number is continued
 */
export function nextContractNumber(
  client: string,
  contracts: readonly KnownContract[],
  replaced?: KnownContract,
): string | undefined {
  const numbered = contracts.filter((it) => it.ContractNumber);
  const own = latest(numbered.filter((it) => it.ClientNumber === client));
  const other = latest(numbered);
  const isPerClient = !other || (other.ClientNumber && other.ContractNumber?.startsWith(other.ClientNumber));
  const last = replaced?.ContractNumber ?? own?.ContractNumber ?? (isPerClient ? `${client}-0` : other.ContractNumber);
  return nextNumber(
    last ?? undefined,
    numbered.map((it) => it.ContractNumber ?? ''),
  );
}
