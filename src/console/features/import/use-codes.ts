import { useMemo } from 'react';
import { useConfig } from '#console/api/config.ts';
import { useBanks, useFrequencies } from '#console/api/lookups.ts';

type Codes = Record<string, { code: string; label: string }[]>;

const compact = (list: readonly { code?: string | number | null; label?: string | null }[]) =>
  list.flatMap(({ code, label }) => (code == null ? [] : [{ code: String(code), label: label ?? String(code) }]));

/**
 * The codes that a sheet may hold by their names; branches and collection days are figures anyway. While a lookup is on its
 * way, names cannot be told from mistakes; of one that cannot be had the codes are taken as they are.
 */
export function useCodes(fieldNames: readonly string[]): {
  codes: Codes;
  /** By bank, of those that have only one: its branch. */
  branches: Record<string, number>;
  isLoading: boolean;
} {
  const { codes } = useConfig();
  const frequencies = useFrequencies(fieldNames.includes('FrequencyCode'));
  const banks = useBanks(fieldNames.includes('BankCode'));
  const all = useMemo(
    () => ({
      ...codes,
      FrequencyCode: compact(
        frequencies.list.map((it) => ({ code: it.FrequencyCode, label: it.FrequencyDescription })),
      ),
      BankCode: compact(banks.list.map((it) => ({ code: it.BankCode, label: it.BankName }))),
    }),
    [codes, frequencies.list, banks.list],
  );
  const branches = useMemo(() => {
    const byBank = new Map<string, Set<number>>();
    for (const { BankCode, Branches } of banks.list)
      for (const { BranchCode } of Branches ?? [])
        if (BankCode != null && BranchCode != null)
          byBank.set(String(BankCode), (byBank.get(String(BankCode)) ?? new Set()).add(BranchCode));
    return Object.fromEntries(
      [...byBank].flatMap(([bank, own]): [string, number][] => {
        const [only, ...others] = own;
        return only === undefined || others.length > 0 ? [] : [[bank, only]];
      }),
    );
  }, [banks.list]);
  return { codes: all, branches, isLoading: frequencies.read.isLoading || banks.read.isLoading };
}
