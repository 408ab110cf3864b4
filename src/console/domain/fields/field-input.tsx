import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useConfig } from '#console/api/config.ts';
import { useBanks } from '#console/api/lookups.ts';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import { CodeInput } from '#kit/form/code-input.tsx';
import { DateInput } from '#kit/form/date-input.tsx';
import { useSuggestions, type Option } from '#kit/form/field-options.ts';
import { Caution } from '#kit/form/plain-field.tsx';
import { TypedInput } from '#kit/form/typed-input.tsx';
import { idNumberWarning, isAccountNumber, isEmailAddress, isPhoneNumber } from '#rules/plausible.ts';
import { useOptions } from './lookup-options.ts';

/**
 * What is doubtful about a value, said while it is typed and before anything is sent. It keeps nothing from being sent:
 * which values there are is for the service to decide, and banks and branches are those of its own lookup.
 */
function useDoubt(fieldName: FieldName, value: unknown): string | undefined {
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
      return idNumberWarning(text, type);
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

const yesNo: readonly Option[] = [
  { code: 'Y', label: 'Yes' },
  { code: 'N', label: 'No' },
];

/**
 * The input of a field inside an ItemForm; label, limit, type and lookup come from the contract. Coded fields whose values
 * the interface does not list take any code, with suggestions.
 */
export function FieldInput(props: {
  fieldName: FieldName;
  required?: boolean;
  hint?: string;
  disabled?: boolean;
  autoFocus?: boolean;
}) {
  const { fieldName, required, hint, disabled, autoFocus } = props;
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name: fieldName, control, rules: { required } });
  const offered = useOptions(fieldName);
  const kind = fieldOf(fieldName)?.input;
  const error = fieldState.error?.message;
  const known = kind === 'flag' ? yesNo : offered.list;
  const suggested = useSuggestions(fieldName);
  const options = known.length > 0 ? known : suggested;
  const doubt = useDoubt(fieldName, field.value);
  const about = hint ?? offered.hint;
  const common = {
    fieldName,
    name: fieldName,
    value: field.value as unknown,
    onBlur: field.onBlur,
    inputRef: field.ref,
    required,
    disabled,
    autoFocus,
  };

  // A field with a lookup stays what it is while its list is empty: the branches come with the bank.
  if (options.length > 0 || fieldOf(fieldName)?.lookup)
    return (
      <CodeInput
        {...common}
        options={options}
        isComing={offered.isComing}
        error={error}
        hint={doubt ? <Caution>{doubt}</Caution> : about}
        onChoose={(code) => {
          field.onChange(code);
          offered.onChoose?.(code);
        }}
      />
    );
  const input = { ...common, onChange: field.onChange, error, hint: about };
  if (kind === 'date' || kind === 'dateTime') return <DateInput {...input} />;
  return <TypedInput {...input} doubt={doubt} />;
}
