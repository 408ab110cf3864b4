import { PlainSelect } from '#console/kit/form/plain-field.tsx';

/** Narrows a list to one value, or none; a value that is not among the options stays choosable as it came. */
export function ChoiceFilter({
  label,
  value,
  options,
  isAlways,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { code: string; label: string }[];
  /** One of them is chosen always. */
  isAlways?: boolean;
  onChange: (value: string) => void;
}) {
  const isListed = value === '' || options.some((it) => it.code === value);
  return (
    <PlainSelect label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {!isAlways && <option value="">All</option>}
      {options.map((it) => (
        <option key={it.code} value={it.code}>
          {it.label}
        </option>
      ))}
      {!isListed && <option value={value}>{value}</option>}
    </PlainSelect>
  );
}
