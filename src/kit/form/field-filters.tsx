import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { put, useAddress } from '#kit/address/address.ts';
import { host, labelFor } from '#kit/host.ts';
import { CodeInput } from './code-input.tsx';
import { useSuggestions, type Option } from './field-options.ts';
import { readField, sentence } from './field-text.ts';
import { PlainInput } from './plain-field.tsx';

/** `problems` of invalid filters, by field. */
export function useFilters(fieldNames: readonly string[]) {
  const [query] = useAddress();
  const given: Record<string, string | number> = {};
  const problems: Record<string, string> = {};
  for (const fieldName of fieldNames) {
    const { value, problem } = readField(fieldName, query.get(fieldName) ?? '');
    const { find, write } = host.fieldOf(fieldName) ?? {};
    const read = value === null ? undefined : (find ?? write)?.safeParse(value);
    if (problem) problems[fieldName] = problem;
    else if (read && !read.success)
      problems[fieldName] = sentence(read.error?.issues[0]?.message ?? 'cannot be filtered by');
    else if (value !== null) given[fieldName] = value;
  }
  return { given, problems };
}

interface FilterProps {
  fieldName: string;
  value: string;
  problem?: string;
  onSet(value: string): void;
}

const size = { flex: '1 1 150px', minWidth: 150, maxWidth: 240 } as const;

function TypedFilter({ fieldName, value, problem, onSet }: FilterProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The address may change outside the input (Back, a link).
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const label = labelFor(fieldName);
  const set = () => text.trim() !== value && onSet(text.trim());
  return (
    <Box sx={size}>
      <PlainInput
        label={label}
        placeholder={label}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
        onBlur={set}
        onKeyDown={(event) => event.key === 'Enter' && set()}
      />
    </Box>
  );
}

/** An unknown code remains in the input, and does not filter. */
function CodeFilter(props: FilterProps & { options: readonly Option[] }) {
  const { fieldName, value, problem, onSet, options } = props;
  const [isUnread, setUnread] = useState(false);
  return (
    <Box sx={size}>
      <CodeInput
        fieldName={fieldName}
        options={options}
        value={isUnread ? Number.NaN : value}
        error={problem}
        onChoose={(code) => {
          setUnread(Number.isNaN(code));
          onSet(code === null || Number.isNaN(code) ? '' : String(code));
        }}
      />
    </Box>
  );
}

function Filter(props: FilterProps) {
  const options = useSuggestions(props.fieldName);
  return options.length === 0 ? <TypedFilter {...props} /> : <CodeFilter {...props} options={options} />;
}

/** Filters in the address, applied on blur or Enter: a half-typed number would start a request. */
export function FieldFilters(props: { fieldNames: readonly string[]; problems: Record<string, string> }) {
  const { fieldNames, problems } = props;
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
