import { useMemo } from 'react';
import { useConfig } from '../../api/config.ts';
import { useBanks, useFrequencies } from '../../api/lookups.ts';

type Codes = Record<string, { code: string; label: string }[]>;

const compact = (list: readonly { code?: string | number | null; label?: string | null }[]) =>
  list.flatMap(({ code, label }) => (code == null ? [] : [{ code: String(code), label: label ?? String(code) }]));

/**
 * The codes that a sheet may hold by their names; branches and collection days are figures anyway. While a lookup is on its
 * way, names cannot be told from mistakes; of one that cannot be had the codes are taken as they are.
 */
export function useCodes(fieldNames: readonly string[]): { codes: Codes; isLoading: boolean } {
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
  return { codes: all, isLoading: frequencies.read.isLoading || banks.read.isLoading };
}
