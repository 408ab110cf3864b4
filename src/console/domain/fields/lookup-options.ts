import { useFormContext, useWatch } from 'react-hook-form';
import { useBanks, useFrequencies, usePayoutCancelCodes, useReasons } from '#console/api/lookups.ts';
import type { FieldName } from '#contract/fields.ts';
import type { Option } from '#kit/form/field-options.ts';
import { formatField } from '#kit/ui/format.tsx';

interface Options {
  list: readonly Option[];
  /** The lookup has not answered yet. */
  isComing?: boolean;
  /** Why there are none yet. */
  hint?: string;
  /** After a choice: takes back or fills in the field that depends on it. */
  onChoose?(code: string | number | null): void;
}

const compact = (list: { code?: string | number | null; label?: string | null; group?: string | null }[]): Option[] =>
  list.flatMap(({ code, label, group }) =>
    code === undefined || code === null ? [] : [{ code, label: label ?? String(code), group: group ?? undefined }],
  );

/**
 * What the service's lookups offer for a field: a frequency has its own collection days, a bank its own branches. Empty for
 * fields without a lookup, and while or when the lookup cannot be had: then the field is typed.
 */
export function useOptions(fieldName: FieldName): Options {
  const { setValue, getValues } = useFormContext();
  const [frequency, bank] = useWatch({ name: ['FrequencyCode', 'BankCode'] }) as unknown[];
  const {
    list: frequencies,
    days,
    read: frequencyRead,
  } = useFrequencies(fieldName === 'FrequencyCode' || fieldName === 'CollectionDay');
  const { list: banks, branches, read: bankRead } = useBanks(fieldName === 'BankCode' || fieldName === 'BranchCode');
  const { list: reasons, read: reasonRead } = useReasons(fieldName === 'CancelReason');
  const { list: cancelCodes, read: cancelRead } = usePayoutCancelCodes(fieldName === 'CancelCode');

  /** Keeps the dependent field while it fits, takes the only one there is, or leaves the choice open. */
  const depend = (on: FieldName, codes: (number | null | undefined)[]) => {
    // A form that does not ask for the field must not send it.
    if (!(on in getValues())) return;
    if (codes.length === 0 || codes.includes(getValues(on) as number)) return;
    setValue(on, codes.length === 1 ? (codes[0] ?? null) : null, { shouldDirty: true });
  };

  switch (fieldName) {
    case 'FrequencyCode':
      return {
        isComing: frequencyRead.isLoading,
        list: compact(frequencies.map((it) => ({ code: it.FrequencyCode, label: it.FrequencyDescription }))),
        onChoose: (code) =>
          depend(
            'CollectionDay',
            days(code).map((it) => it.CollectionDay),
          ),
      };
    case 'CollectionDay':
      return {
        isComing: frequencyRead.isLoading,
        list: compact(days(frequency).map((it) => ({ code: it.CollectionDay, label: it.DayDescription }))),
        hint: frequency ? undefined : 'Choose a frequency first.',
      };
    case 'BankCode':
      return {
        isComing: bankRead.isLoading,
        list: compact(banks.map((it) => ({ code: it.BankCode, label: it.BankName }))),
        onChoose: (code) =>
          depend(
            'BranchCode',
            branches(code).map((it) => it.BranchCode),
          ),
      };
    case 'BranchCode':
      return {
        isComing: bankRead.isLoading,
        list: compact(
          branches(bank).map((it) => ({
            code: it.BranchCode,
            label: `${formatField('BranchCode', it.BranchCode)} ${it.BranchName ?? ''}`,
          })),
        ),
        hint: bank === null || bank === undefined ? 'Choose a bank first.' : undefined,
      };
    case 'CancelReason':
      return { isComing: reasonRead.isLoading, list: reasonOptions(reasons) };
    case 'CancelCode':
      return {
        isComing: cancelRead.isLoading,
        list: compact(
          cancelCodes.map((it) => ({
            code: it.CancelCode,
            label: it.CancelDescription ? `${it.CancelDescription} (${it.CancelCode})` : it.CancelCode,
          })),
        ),
      };
    default:
      return { list: [] };
  }
}

const isCancel = (reason: { MandateReasonType?: string | null }) => reason.MandateReasonType === 'CAN';

/** Reasons by their type; those for cancelling, where a service marks them so, come first. */
function reasonOptions(reasons: ReturnType<typeof useReasons>['list']): Option[] {
  return compact(
    reasons
      .toSorted((one, other) => Number(isCancel(other)) - Number(isCancel(one)))
      .map((it) => ({
        code: it.MandateReason,
        label: `${it.MandateReasonDescription ?? ''} (${it.MandateReason ?? ''})`,
        group: isCancel(it) ? 'Cancelling' : `Other (${it.MandateReasonType ?? 'no type'})`,
      })),
  );
}
