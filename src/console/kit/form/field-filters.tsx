import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fieldOf, isWord } from '../../../contract/fields.ts';
import { useConfig } from '../../api/config.ts';
import { readWord, sentence } from './field-text.ts';

/** What the filters in the address ask for; `problems` by word, for those that cannot be asked for. */
export function useFilters(words: readonly string[]) {
  const [query] = useSearchParams();
  const given: Record<string, string | number> = {};
  const problems: Record<string, string> = {};
  for (const word of words) {
    const { value, problem } = readWord(word, query.get(word) ?? '');
    const read = value === null ? undefined : fieldOf(word)?.write.safeParse(value);
    if (problem) problems[word] = problem;
    else if (read && !read.success) problems[word] = sentence(read.error.issues[0]?.message ?? 'cannot be asked for');
    else if (value !== null) given[word] = value;
  }
  return { given, problems };
}

function Filter({
  word,
  value,
  problem,
  onSet,
}: {
  word: string;
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
  const suggestions = isWord(word) ? (codes[word] ?? []) : [];
  const set = () => text.trim() !== value && onSet(text.trim());
  return (
    <>
      <TextField
        id={id}
        size="small"
        label={fieldOf(word)?.label ?? word}
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

/** Filters by words, kept in the address: taken up on leaving the input or with Enter, so that no half-typed number is asked. */
export function WordFilters({ words, problems }: { words: readonly string[]; problems: Record<string, string> }) {
  const [query, setQuery] = useSearchParams();
  const set = (changes: Record<string, string>) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const [word, value] of Object.entries(changes))
        if (value) next.set(word, value);
        else next.delete(word);
      return next;
    });
  const isFiltered = words.some((word) => query.has(word));
  return (
    <Stack
      direction="row"
      component="fieldset"
      aria-label="Filters"
      sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      {words.map((word) => (
        <Filter
          key={word}
          word={word}
          value={query.get(word) ?? ''}
          problem={problems[word]}
          onSet={(value) => set({ [word]: value })}
        />
      ))}
      {isFiltered && (
        <Button onClick={() => set(Object.fromEntries(words.map((word) => [word, ''])))} sx={{ height: 40 }}>
          Clear filters
        </Button>
      )}
    </Stack>
  );
}
