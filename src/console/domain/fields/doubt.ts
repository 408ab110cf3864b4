import { useWatch } from 'react-hook-form';
import { useConfig } from '#console/api/config.ts';
import { useBanks } from '#console/api/lookups.ts';
import type { FieldName } from '#contract/fields.ts';
import { idNumberDoubt, isAccountNumber, isEmailAddress, isPhoneNumber } from '#rules/plausible.ts';

/**
 * What is doubtful about a value, said while it is typed and before anything is sent. It keeps nothing from being sent:
 * which values there are is for the service to decide, and banks and branches are those of its own lookup.
 */
export function useDoubt(fieldName: FieldName, value: unknown): string | undefined {
  const [type, bank] = useWatch({ name: ['IDType', 'BankCode'] }) as unknown[];
  const { codes } = useConfig();
  const { list, branches } = useBanks(fieldName === 'BankCode' || fieldName === 'BranchCode');
  if (value === undefined || value === null || value === '') return undefined;
  const text = String(value as string | number);
  switch (fieldName) {
    case 'EMail':
      return isEmailAddress(text) ? undefined : 'This does not look like an email address.';
    case 'CellphoneNumber':
      return isPhoneNumber(text) ? undefined : 'This does not look like a phone number: 7 to 15 digits.';
    case 'AccountNumber':
      return isAccountNumber(text) ? undefined : 'Account numbers have 6 to 11 digits, card numbers 16.';
    case 'IDNumber':
      return idNumberDoubt(text, type);
    case 'BankCode':
      return list.length === 0 || list.some((it) => it.BankCode === value) ? undefined : 'Not in the list of banks.';
    case 'BranchCode': {
      const there = branches(bank);
      return there.length === 0 || there.some((it) => it.BranchCode === value)
        ? undefined
        : 'Not a branch of this bank in the list of banks.';
    }
    default: {
      const suggested = codes[fieldName] ?? [];
      return suggested.length === 0 || suggested.some((it) => it.code === text) ? undefined : 'Not a code known here.';
    }
  }
}
