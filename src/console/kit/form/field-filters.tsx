import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { put, useAddress } from '../address/address.ts';
import { fieldOf, isFieldName } from '../../../contract/fields.ts';
import { useConfig } from '../../api/config.ts';
import { readField, sentence } from './field-text.ts';

/** What the filters in the address ask for; `problems` by field, for those that cannot be filtered by. */
export function useFilters(fieldNames: readonly string[]) {
  const [query] = useAddress();
  const given: Record<string, string | number> = {};
  const problems: Record<string, string> = {};
  for (const fieldName of fieldNames) {
    const { value, problem } = readField(fieldName, query.get(fieldName) ?? '');
    const read = value === null ? undefined : fieldOf(fieldName)?.write.safeParse(value);
    if (problem) problems[fieldName] = problem;
    else if (read && !read.success)
      problems[fieldName] = sentence(read.error.issues[0]?.message ?? 'cannot be filtered by');
    else if (value !== null) given[fieldName] = value;
  }
  return { given, problems };
}

function Filter({
  fieldName,
  value,
  problem,
  onSet,
}: {
  fieldName: string;
  value: string;
  problem?: string;
  onSet(value: string): void;
}) {
  const id = useId();
  const { codes } = useConfig();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The address may change under the input (Back, a link); then it shows what the page shows.
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const suggestions = isFieldName(fieldName) ? (codes[fieldName] ?? []) : [];
  const set = () => text.trim() !== value && onSet(text.trim());
  return (
    <>
      <TextField
        id={id}
        size="small"
        label={fieldOf(fieldName)?.label ?? fieldName}
        value={text}
        error={problem !== undefined}
        helperText={problem}
        onChange={(event) => setText(event.target.value)}
        onBlur={set}
        onKeyDown={(event) => event.key === 'Enter' && set()}
        slotProps={{
          htmlInput: {
            autoComplete: 'off',
            spellCheck: false,
            list: suggestions.length > 0 ? `${id}-list` : undefined,
          },
        }}
        sx={{ flex: '1 1 150px', minWidth: 150, maxWidth: 240 }}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((it) => (
            <option key={it.code} value={it.code}>
              {it.label ?? it.code}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** Filters by fields, kept in the address: taken up on leaving the input or with Enter, so that no half-typed number is asked. */
export function FieldFilters({
  fieldNames,
  problems,
}: {
  fieldNames: readonly string[];
  problems: Record<string, string>;
}) {
  const [query, change] = useAddress();
  const set = (values: Record<string, string>) => change((now) => put(now, values));
  const isFiltered = fieldNames.some((fieldName) => query.has(fieldName));
  return (
    <Stack
      direction="row"
      component="fieldset"
      aria-label="Filters"
      sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      {fieldNames.map((fieldName) => (
        <Filter
          key={fieldName}
          fieldName={fieldName}
          value={query.get(fieldName) ?? ''}
          problem={problems[fieldName]}
          onSet={(value) => set({ [fieldName]: value })}
        />
      ))}
      {isFiltered && (
        <Button onClick={() => set(Object.fromEntries(fieldNames.map((fieldName) => [fieldName, ''])))} sx={{ mt: 3 }}>
          Clear filters
        </Button>
      )}
    </Stack>
  );
}
