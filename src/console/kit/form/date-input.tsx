import { DateField } from '#console/kit/dates/date-field.tsx';
import { fieldOf } from '#contract/fields.ts';
import type { InputProps } from './typed-input.tsx';

/** The input of a date, or of a date and time, which both are text in a form. A new day lies ahead unless a year says else. */
export function DateInput({ fieldName, value, onChange, hasMarks, ...rest }: InputProps & { hasMarks?: boolean }) {
  const field = fieldOf(fieldName);
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
