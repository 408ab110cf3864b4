import TextField from '@mui/material/TextField';
import { useId, type ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { MessageDraft } from './draft.ts';

/** The DOM ID of a draft's field, for links from its faults. */
export const fieldId = (fieldName: keyof MessageDraft): string => `message-${fieldName}`;

type TextField = { [W in keyof MessageDraft]-?: MessageDraft[W] extends string ? W : never }[keyof MessageDraft];

/** `wrong` replaces the hint. */
export function MessageField({
  fieldName,
  label,
  hint,
  wrong,
  suggestions = [],
  ...rest
}: {
  fieldName: TextField;
  label: string;
  hint?: string;
  wrong?: string;
  suggestions?: readonly string[];
} & Pick<ComponentProps<typeof TextField>, 'required' | 'placeholder'>) {
  const { control, setValue } = useFormContext<MessageDraft>();
  const value = useWatch({ control, name: fieldName });
  const list = useId();
  return (
    <>
      <TextField
        {...rest}
        id={fieldId(fieldName)}
        fullWidth
        label={label}
        value={value}
        onChange={({ target }) => setValue(fieldName, target.value, { shouldDirty: true })}
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
