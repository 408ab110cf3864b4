import { nextNumber } from '#rules/next-number.ts';
import type { Known } from './check.tsx';

const latest = (contracts: readonly Known[]): Known | undefined =>
  contracts.reduce<Known | undefined>(
    (last, it) => ((it.ContractSequence ?? 0) >= (last?.ContractSequence ?? 0) ? it : last),
    undefined,
  );

/**
 * The next contract number of a client: it continues the client's own series, else the merchant's, and no known contract has it.
 * Where the latest number begins with the number of its client, each client has a series of its own.
 *
 * @param contracts of all clients
 * @param replaced the contract whose number is continued
 */
export function nextContractNumber(client: string, contracts: readonly Known[], replaced?: Known): string | undefined {
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
