import { useState, type ComponentProps } from 'react';
import { labelFor } from '#kit/host.ts';
import { Combobox } from './combobox.tsx';
import { readField, writeField } from './field-text.ts';

/** An unlisted code is kept. A text that cannot be a code remains in the input and makes the form invalid (NaN). */
export function CodeInput(
  props: Omit<ComponentProps<typeof Combobox>, 'label' | 'text' | 'onText' | 'onChoose'> & {
    fieldName: string;
    value: unknown;
    onChoose(code: string | number | null): void;
  },
) {
  const { fieldName, options, value, onChoose, error, ...rest } = props;
  const [unread, setUnread] = useState('');
  const isUnread = Number.isNaN(value);
  const problem =
    options.length > 0 ? `Nothing in the list matches “${unread}”.` : readField(fieldName, unread).problem;
  const option = options.find((it) => String(it.code) === String(value ?? ''));
  return (
    <Combobox
      {...rest}
      label={labelFor(fieldName)}
      options={options}
      text={isUnread ? unread : (option?.label ?? writeField(fieldName, value))}
      isWrong={isUnread || Boolean(error)}
      // Unmounting the field loses the typed text; then show the form's error.
      error={isUnread && unread ? problem : error}
      // Configured suggestions are always strings.
      onChoose={({ code }) => onChoose(typeof code === 'string' ? readField(fieldName, code).value : code)}
      onText={(typed) => {
        const reading = readField(fieldName, typed);
        setUnread(typed);
        onChoose(reading.problem ? Number.NaN : reading.value);
      }}
    />
  );
}
