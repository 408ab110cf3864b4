import { useMemo } from 'react';
import type { LooseOutput } from '#contract/operations.ts';
import { cancelCodesOf } from './cancel-codes.ts';
import { useRead } from './client.ts';
import { codeLabel } from './code-labels.ts';
import { useTenant } from './tenant.ts';

type Days = NonNullable<LooseOutput<'frequencyLookup'>['CollectionDays']>;
type Country = LooseOutput<'bankLookup'>;
type Bank = NonNullable<NonNullable<Country['Products']>[number]['Banks']>[number];
type Branch = NonNullable<Bank['Branches']>[number];
type Reason = NonNullable<LooseOutput<'mandateReasonLookup'>['MandateReasonCodes']>[number];

/** A day belongs to its frequency, a branch to its bank. */
type RelatedFields = Record<string, unknown>;

export function useFrequencies(isWanted = true) {
  const read = useRead('frequencyLookup', isWanted ? {} : null);
  const { data } = read;
  const found = useMemo(() => {
    const list = data?.records ?? [];
    const of = (code: unknown) => list.find((it) => it.FrequencyCode === code);
    const days = (code: unknown): Days => of(code)?.CollectionDays ?? [];
    return {
      list,
      days,
      frequencyLabel: (code: unknown) => of(code)?.FrequencyDescription ?? undefined,
      dayLabel: (code: unknown, day: unknown) =>
        days(code).find((it) => it.CollectionDay === day)?.DayDescription ?? undefined,
    };
  }, [data]);
  return { read, ...found };
}

/** Of all countries; of this product, if the answer names it. */
export function banksIn(countries: readonly Country[], product: string): Bank[] {
  const products = countries.flatMap((it) => it.Products ?? []);
  const own = products.filter((it) => it.Product === product);
  return (own.length > 0 ? own : products).flatMap((it) => it.Banks ?? []);
}

/** Two countries may have a code for different banks: then the branch decides, and without one there is no name. */
export function bankNameOf(banks: readonly Bank[], branch: unknown): string | undefined {
  const having = banks.filter((it) => it.Branches?.some(({ BranchCode }) => BranchCode === branch));
  const names = new Set((having.length > 0 ? having : banks).map((it) => it.BankName));
  return names.size === 1 ? ([...names][0] ?? undefined) : undefined;
}

/** Of all countries of the product. */
export function useBanks(isWanted = true) {
  const read = useRead('bankLookup', isWanted ? {} : null);
  const { data } = read;
  const { product } = useTenant();
  const found = useMemo(() => {
    const countries = data?.records ?? [];
    const list = banksIn(countries, product);
    const banksOf = (code: unknown) => list.filter((it) => it.BankCode === code);
    const branches = (code: unknown): Branch[] => banksOf(code).flatMap((it) => it.Branches ?? []);
    return {
      countries,
      list,
      branches,
      bankLabel: (code: unknown, branch?: unknown) => bankNameOf(banksOf(code), branch),
      branchLabel: (bank: unknown, branch: unknown) =>
        branches(bank).find((it) => it.BranchCode === branch)?.BranchName ?? undefined,
    };
  }, [data, product]);
  return { read, ...found };
}

export function useReasons(isWanted = true) {
  const read = useRead('mandateReasonLookup', isWanted ? {} : null);
  const { data } = read;
  const found = useMemo(() => {
    const groups = data?.records ?? [];
    const list: Reason[] = groups.flatMap((it) => it.MandateReasonCodes ?? []);
    return {
      groups,
      list,
      reasonLabel: (code: unknown) =>
        list.find((it) => it.MandateReason === code)?.MandateReasonDescription ?? undefined,
    };
  }, [data]);
  return { read, ...found };
}

export function usePayoutCancelCodes(isWanted = true) {
  const read = useRead('payoutCancelLookup', isWanted ? {} : null);
  const { data } = read;
  const found = useMemo(() => {
    const list = cancelCodesOf(data?.records);
    return {
      list,
      cancelLabel: (code: unknown) => list.find((it) => it.CancelCode === code)?.CancelDescription || undefined,
    };
  }, [data]);
  return { read, ...found };
}

/** From the lookups or the configuration; calls only the lookups that the fields need. Unlisted codes have no label. */
export const useLabels = (fieldNames: readonly string[]) => useLoadedLabels(fieldNames).labelOf;

/** Also says whether a needed lookup is still loading. */
export function useLoadedLabels(fieldNames: readonly string[]) {
  const has = (...some: string[]) => some.some((fieldName) => fieldNames.includes(fieldName));
  const { read: frequencies, frequencyLabel, dayLabel } = useFrequencies(has('FrequencyCode', 'CollectionDay'));
  const {
    read: banks,
    bankLabel,
    branchLabel,
  } = useBanks(has('BankCode', 'BranchCode', 'PaymentBankCode', 'PaymentBranchCode'));
  const { read: reasons, reasonLabel } = useReasons(has('CancelReason', 'ResultCode'));
  const { read: cancelCodes, cancelLabel } = usePayoutCancelCodes(has('CancelCode'));
  const labelOf = useMemo(
    () =>
      (fieldName: string, value: unknown, related: RelatedFields = {}): string | undefined => {
        switch (fieldName) {
          case 'FrequencyCode':
            return frequencyLabel(value);
          case 'CollectionDay':
            return dayLabel(related.FrequencyCode, value);
          case 'BankCode':
            return bankLabel(value, related.BranchCode);
          case 'PaymentBankCode':
            return bankLabel(value, related.PaymentBranchCode);
          case 'BranchCode':
            return branchLabel(related.BankCode, value);
          case 'PaymentBranchCode':
            return branchLabel(related.PaymentBankCode, value);
          case 'CancelReason':
          // Why a contract ended (docs/decisions.md, 24).
          case 'ResultCode':
            return reasonLabel(value);
          case 'CancelCode':
            return cancelLabel(value);
          default:
            return codeLabel(fieldName, value);
        }
      },
    [frequencyLabel, dayLabel, bankLabel, branchLabel, reasonLabel, cancelLabel],
  );
  return { labelOf, isLoading: [frequencies, banks, reasons, cancelCodes].some((read) => read.isLoading) };
}
