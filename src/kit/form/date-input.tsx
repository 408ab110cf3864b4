import { DateField } from '#kit/dates/date-field.tsx';
import { host } from '#kit/host.ts';
import type { InputProps } from './typed-input.tsx';

/** A date, or date and time, both as text. A day without a year is in the future. */
export function DateInput({ fieldName, value, onChange, hasMarks, ...rest }: InputProps & { hasMarks?: boolean }) {
  const field = host.fieldOf(fieldName);
  return (
    <DateField
      {...rest}
      label={field?.label ?? fieldName}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? null : next)}
      hasTime={field?.input === 'dateTime'}
      hasMarks={hasMarks}
      lean="ahead"
    />
  );
}
