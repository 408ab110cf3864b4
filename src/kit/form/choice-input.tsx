import type { ComponentProps } from 'react';
import type { Option } from './field-options.ts';
import { PlainSelect } from './plain-field.tsx';

/** A native select by label: it supports type-ahead and phones, and adds no code to load. */
export function ChoiceInput(
  props: Omit<ComponentProps<typeof PlainSelect>, 'value'> & {
    options: readonly Option[];
    value: unknown;
    onChoose(code: string | number | null): void;
  },
) {
  const { options, value, onChoose, ...rest } = props;
  const text = value === null || value === undefined ? '' : String(value);
  // Opening the form must not lose an unlisted code.
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
