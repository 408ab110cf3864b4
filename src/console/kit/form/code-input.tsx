import type { ReactNode, Ref } from 'react';
import { fieldOf, type FieldName } from '../../../contract/fields.ts';
import { Combobox } from './combobox.tsx';
import type { Option } from './field-options.ts';
import { readField, writeField } from './field-text.ts';

/** A coded field: chosen by the name of a code, or typed as a code. A code that the list does not have is kept. */
export function CodeInput({
  fieldName,
  options,
  value,
  onChoose,
  ...rest
}: {
  fieldName: FieldName;
  options: readonly Option[];
  value: unknown;
  onChoose(code: string | number | null): void;
  isComing?: boolean;
  isFree?: boolean;
  helperText?: ReactNode;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  error?: boolean;
  inputRef?: Ref<HTMLElement>;
  onBlur?(): void;
}) {
  const taken = (typed: string) => {
    const { value: read } = readField(fieldName, typed);
    return Number.isNaN(read) ? null : read;
  };
  const text = writeField(fieldName, value);
  const option = options.find((it) => String(it.code) === String(value ?? ''));
  return (
    <Combobox
      {...rest}
      isLive={rest.isFree}
      label={fieldOf(fieldName)?.label ?? fieldName}
      options={options}
      text={option?.label ?? text}
      // The suggestions of an installation are all texts.
      onChoose={({ code }) => onChoose(typeof code === 'string' ? taken(code) : code)}
      onText={(typed) => onChoose(taken(typed))}
    />
  );
}
