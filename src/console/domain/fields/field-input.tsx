import { useController, useFormContext } from 'react-hook-form';
import { CodeInput } from '#console/kit/form/code-input.tsx';
import { DateInput } from '#console/kit/form/date-input.tsx';
import { useSuggestions, type Option } from '#console/kit/form/field-options.ts';
import { Caution } from '#console/kit/form/plain-field.tsx';
import { TypedInput } from '#console/kit/form/typed-input.tsx';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import { useDoubt } from './doubt.ts';
import { useOptions } from './lookup-options.ts';

const yesNo: readonly Option[] = [
  { code: 'Y', label: 'Yes' },
  { code: 'N', label: 'No' },
];

/**
 * The input of a field inside an ItemForm; label, limit, type and lookup come from the contract. Coded fields whose values
 * the interface does not list take any code, with suggestions.
 */
export function FieldInput({
  fieldName,
  required,
  hint,
  disabled,
  autoFocus,
}: {
  fieldName: FieldName;
  required?: boolean;
  hint?: string;
  disabled?: boolean;
  autoFocus?: boolean;
}) {
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
