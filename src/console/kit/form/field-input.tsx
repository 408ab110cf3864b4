import { useController, useFormContext } from 'react-hook-form';
import { fieldOf, type FieldName } from '../../../contract/fields.ts';
import { useConfig } from '../../api/config.ts';
import { ChoiceInput } from './choice-input.tsx';
import { useDoubt } from './doubt.ts';
import { DateInput } from './date-input.tsx';
import { Doubt, TypedInput } from './typed-input.tsx';
import { useOptions, type Option } from './field-options.ts';

const yesNo: readonly Option[] = [
  { code: 'Y', label: 'Yes' },
  { code: 'N', label: 'No' },
];

/** More than a list can be looked through: then the code is typed, with suggestions. */
const maxOptions = 300;

/**
 * The input of a field: label, limit, kind and lookup come from the dictionary. It stands inside an ItemForm. Coded fields of
 * which the interface lists no values stay free text with suggestions, since nobody here knows them all.
 */
export function FieldInput({
  fieldName,
  required,
  hint,
  suggestions = [],
  disabled,
  autoFocus,
  options,
}: {
  fieldName: FieldName;
  required?: boolean;
  hint?: string;
  suggestions?: readonly { code: string | number; label?: string }[];
  disabled?: boolean;
  autoFocus?: boolean;
  /** Instead of what the dictionary and the lookups offer. */
  options?: readonly Option[];
}) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name: fieldName, control, rules: { required } });
  const { codes } = useConfig();
  const offered = useOptions(fieldName);
  const kind = fieldOf(fieldName)?.input;
  const error = fieldState.error?.message;
  const list = options ?? (kind === 'flag' ? yesNo : offered.list);
  const doubt = useDoubt(fieldName, field.value);
  const about = hint ?? offered.hint;
  const common = {
    name: fieldName,
    value: field.value as unknown,
    onBlur: field.onBlur,
    required,
    disabled,
    autoFocus,
  };

  if (list.length > 0 && list.length <= maxOptions)
    return (
      <ChoiceInput
        {...common}
        id={`word-${fieldName}`}
        label={fieldOf(fieldName)?.label ?? fieldName}
        options={list}
        inputRef={field.ref}
        error={error !== undefined}
        helperText={error ?? (doubt ? <Doubt>{doubt}</Doubt> : about)}
        onChoose={(code) => {
          field.onChange(code);
          offered.onChoose?.(code);
        }}
      />
    );
  const input = { ...common, fieldName, onChange: field.onChange, inputRef: field.ref, error, hint: about };
  if (kind === 'date' || kind === 'dateTime') return <DateInput {...input} />;
  return <TypedInput {...input} doubt={doubt} suggestions={[...suggestions, ...list, ...(codes[fieldName] ?? [])]} />;
}
