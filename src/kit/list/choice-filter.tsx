import { PlainSelect } from '#kit/form/plain-field.tsx';

/** Filters a list by one value; an unlisted value can still be selected. */
export function ChoiceFilter(props: {
  label: string;
  value: string;
  options: readonly { code: string; label: string }[];
  /** Without "all". */
  isAlways?: boolean;
  isBare?: boolean;
  /** The choice of all values. */
  all?: string;
  onChange: (value: string) => void;
}) {
  const { label, value, options, isAlways, isBare, all = 'All', onChange } = props;
  const isListed = value === '' || options.some((it) => it.code === value);
  return (
    <PlainSelect label={label} isBare={isBare} value={value} onChange={(event) => onChange(event.target.value)}>
      {!isAlways && <option value="">{all}</option>}
      {options.map((it) => (
        <option key={it.code} value={it.code}>
          {it.label}
        </option>
      ))}
      {!isListed && <option value={value}>{value}</option>}
    </PlainSelect>
  );
}
