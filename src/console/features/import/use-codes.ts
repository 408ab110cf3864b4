import { useMemo } from 'react';
import { useConfig } from '../../api/config.ts';
import { useBanks, useFrequencies, usePayoutCancelCodes, useReasons } from '../../api/lookups.ts';

type Codes = Record<string, { code: string; label: string }[]>;

const compact = (list: readonly { code?: string | number | null; label?: string | null }[]) =>
  list.flatMap(({ code, label }) => (code == null ? [] : [{ code: String(code), label: label ?? String(code) }]));

/** The codes that a sheet may hold by their names. Branches and collection days are figures anyway. */
export function useCodes(): Codes {
  const { codes } = useConfig();
  const { list: frequencies } = useFrequencies();
  const { list: banks } = useBanks();
  const { list: reasons } = useReasons();
  const { list: cancelCodes } = usePayoutCancelCodes();
  return useMemo(
    () => ({
      ...codes,
      FrequencyCode: compact(frequencies.map((it) => ({ code: it.FrequencyCode, label: it.FrequencyDescription }))),
      BankCode: compact(banks.map((it) => ({ code: it.BankCode, label: it.BankName }))),
      CancelReason: compact(reasons.map((it) => ({ code: it.MandateReason, label: it.MandateReasonDescription }))),
      CancelCode: compact(cancelCodes.map((it) => ({ code: it.CancelCode, label: it.CancelDescription }))),
    }),
    [codes, frequencies, banks, reasons, cancelCodes],
  );
}
