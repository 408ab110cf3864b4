import { useId, type ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { PlainInput } from '#kit/form/plain-field.tsx';
import type { MessageDraft } from './draft.ts';

/** The DOM ID of a draft's field, for links from its faults. */
export const fieldId = (fieldName: keyof MessageDraft): string => `message-${fieldName}`;

type TextName = { [W in keyof MessageDraft]-?: MessageDraft[W] extends string ? W : never }[keyof MessageDraft];

/** `wrong` replaces the hint. */
export function MessageField(
  props: {
    fieldName: TextName;
    label: string;
    hint?: string;
    wrong?: string;
    suggestions?: readonly string[];
  } & Pick<ComponentProps<'input'>, 'required' | 'placeholder'>,
) {
  const { fieldName, label, hint, wrong, suggestions = [], ...rest } = props;
  const { control, setValue } = useFormContext<MessageDraft>();
  const value = useWatch({ control, name: fieldName });
  const list = useId();
  return (
    <>
      <PlainInput
        {...rest}
        id={fieldId(fieldName)}
        label={label}
        value={value}
        onChange={({ target }) => setValue(fieldName, target.value, { shouldDirty: true })}
        error={wrong}
        hint={hint}
        list={suggestions.length > 0 ? list : undefined}
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
