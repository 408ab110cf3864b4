import type { Call } from '#service/http/call.ts';

/**
 * The next sequence in each of some locked contracts.
 * @returns one higher at each call for the same contract.
 */
export async function numbering(
  call: Call,
  of: 'instalment' | 'payment',
  contracts: readonly number[],
): Promise<(contract: number) => number> {
  const found = await call.query<{ contract: number; highest: number }>(
    {
      name: `numbering ${of}`,
      text: `select contract_sequence as contract, max(${of}_sequence) as highest from ${of}
      where merchant = $1 and contract_sequence = any($2::bigint[]) group by contract_sequence`,
    },
    [call.merchant, [...new Set(contracts)]],
  );
  const last = new Map(found.map((it) => [it.contract, it.highest]));
  return (contract) => {
    const next = (last.get(contract) ?? 0) + 1;
    last.set(contract, next);
    return next;
  };
}
