import TextField from '@mui/material/TextField';
import { useId, type ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { MessageDraft } from './draft.ts';

/** Where a word of the draft stands on the page, so that a fault can lead to it. */
export const fieldId = (word: keyof MessageDraft): string => `message-${word}`;

type TextWord = { [W in keyof MessageDraft]-?: MessageDraft[W] extends string ? W : never }[keyof MessageDraft];

/** A word of the draft that is typed. `wrong` takes the place of the hint. */
export function MessageField({
  word,
  label,
  hint,
  wrong,
  suggestions = [],
  ...rest
}: {
  word: TextWord;
  label: string;
  hint?: string;
  wrong?: string;
  suggestions?: readonly string[];
} & Pick<ComponentProps<typeof TextField>, 'required' | 'placeholder'>) {
  const { control, setValue } = useFormContext<MessageDraft>();
  const value = useWatch({ control, name: word });
  const list = useId();
  return (
    <>
      <TextField
        {...rest}
        id={fieldId(word)}
        fullWidth
        label={label}
        value={value}
        onChange={({ target }) => setValue(word, target.value, { shouldDirty: true })}
        error={wrong !== undefined}
        helperText={wrong ?? hint}
        slotProps={{
          htmlInput: { autoComplete: 'off', spellCheck: false, list: suggestions.length > 0 ? list : undefined },
        }}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
      )}
    </>
  );
}
