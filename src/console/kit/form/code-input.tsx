import { useState, type ReactNode, type Ref } from 'react';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import { Combobox } from './combobox.tsx';
import type { Option } from './field-options.ts';
import { readField, writeField } from './field-text.ts';

/**
 * A coded field: chosen by the name of a code, or typed as a code. A code that the list does not have is kept; a text that
 * can be no code stays where it is, and the form does not pass.
 */
export function CodeInput({
  fieldName,
  options,
  value,
  onChoose,
  error,
  helperText,
  ...rest
}: {
  fieldName: FieldName;
  options: readonly Option[];
  value: unknown;
  onChoose(code: string | number | null): void;
  isComing?: boolean;
  helperText?: ReactNode;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  error?: boolean;
  inputRef?: Ref<HTMLElement>;
  onBlur?(): void;
}) {
  const [unread, setUnread] = useState('');
  const isUnread = Number.isNaN(value);
  const problem =
    options.length > 0 ? `Nothing in the list matches “${unread}”.` : readField(fieldName, unread).problem;
  const option = options.find((it) => String(it.code) === String(value ?? ''));
  return (
    <Combobox
      {...rest}
      label={fieldOf(fieldName)?.label ?? fieldName}
      options={options}
      text={isUnread ? unread : (option?.label ?? writeField(fieldName, value))}
      error={error || isUnread}
      // A field that was folded away meanwhile no longer knows what was typed.
      helperText={isUnread && unread ? problem : helperText}
      // The suggestions of an installation are all texts.
      onChoose={({ code }) => onChoose(typeof code === 'string' ? readField(fieldName, code).value : code)}
      onText={(typed) => {
        const reading = readField(fieldName, typed);
        setUnread(typed);
        onChoose(reading.problem ? Number.NaN : reading.value);
      }}
    />
  );
}
