import { useMemo } from 'react';
import { useConfig } from '#console/api/config.ts';
import { useBanks, useFrequencies } from '#console/api/lookups.ts';

type Codes = Record<string, { code: string; label: string }[]>;

const compact = (list: readonly { code?: string | number | null; label?: string | null }[]) =>
  list.flatMap(({ code, label }) => (code == null ? [] : [{ code: String(code), label: label ?? String(code) }]));

/**
 * Codes that a sheet may contain by name; branches and collection days are numeric anyway. While a lookup loads, names
 * can't be distinguished from mistakes; if it fails, codes are accepted unchanged.
 */
export function useCodes(fieldNames: readonly string[]): {
  codes: Codes;
  /** The branch of each bank that has only one. */
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
