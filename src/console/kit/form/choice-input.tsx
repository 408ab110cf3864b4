import type { ComponentProps } from 'react';
import type { Option } from './field-options.ts';
import { PlainSelect } from './plain-field.tsx';

/** One of some codes, by its label. A native list: it works with type-ahead, on phones, and costs nothing to load. */
export function ChoiceInput({
  options,
  value,
  onChoose,
  ...rest
}: Omit<ComponentProps<typeof PlainSelect>, 'value'> & {
  options: readonly Option[];
  value: unknown;
  onChoose(code: string | number | null): void;
}) {
  const text = value === null || value === undefined ? '' : String(value);
  // A code that the list does not have must not be lost by opening the form.
  const isListed = text === '' || options.some((it) => String(it.code) === text);
  const groups = [...new Set(options.map((it) => it.group))];
  const optionsOf = (group: string | undefined) =>
    options
      .filter((it) => it.group === group)
      .map((it) => (
        <option key={it.code} value={String(it.code)}>
          {it.label}
        </option>
      ));
  return (
    <PlainSelect
      {...rest}
      value={text}
      onChange={({ target }) => onChoose(options.find((it) => String(it.code) === target.value)?.code ?? null)}
    >
      <option value="" aria-label="None" />
      {!isListed && <option value={text}>{text} (not listed)</option>}
      {groups.map((group) =>
        group === undefined ? (
          optionsOf(group)
        ) : (
          <optgroup key={group} label={group}>
            {optionsOf(group)}
          </optgroup>
        ),
      )}
    </PlainSelect>
  );
}
