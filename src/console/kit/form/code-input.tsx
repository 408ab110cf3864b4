import { useState, type ComponentProps } from 'react';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import { Combobox } from './combobox.tsx';
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
  ...rest
}: Omit<ComponentProps<typeof Combobox>, 'label' | 'text' | 'onText' | 'onChoose'> & {
  fieldName: FieldName;
  value: unknown;
  onChoose(code: string | number | null): void;
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
      isWrong={isUnread || Boolean(error)}
      // A field that was folded away meanwhile no longer knows what was typed.
      error={isUnread && unread ? problem : error}
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
