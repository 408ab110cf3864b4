import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMessages } from '#console/api/access.ts';
import { CellInput } from '#kit/form/cell-input.ts';
import { chosenOf, type MessageDraft } from './draft.ts';
import { MessageRow, MessageCell } from './row-frame.ts';
import { suggestedValues } from './suggested-values.ts';

const narrow = { minWidth: 76 };

/** A filled value is shown until another is typed; an emptied input is filled again when it is left. */
export function ValueInput(props: {
  label: string;
  own: string;
  filled: string;
  isLocked: boolean;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <CellInput
      style={narrow}
      aria-label={props.label}
      autoComplete="off"
      value={typed ?? (props.own || props.filled)}
      disabled={props.isLocked}
      onChange={({ target }) => {
        setTyped(target.value);
        props.onChange(target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Values for all that have none of their own, such as one date. */
export function EveryoneRow(props: { headings: readonly string[]; hasOwnIds: boolean; hasStatus: boolean }) {
  const { headings, hasOwnIds, hasStatus } = props;
  const { control, setValue, getValues } = useFormContext<MessageDraft>();
  const values = useWatch({ control, name: 'values' }) ?? [];
  const { templates } = useMessages();
  const set = (position: number, value: string) => {
    const filled = suggestedValues(chosenOf(getValues(), templates).text ?? '');
    const next = headings.map((_, at) => (at === position ? value : (getValues('values')?.[at] ?? '')));
    setValue(
      'values',
      next.map((it, at) => it || (filled[at] ?? '')),
      { shouldDirty: true },
    );
  };
  return (
    <MessageRow role="row">
      <MessageCell role="cell" data-label="" />
      <MessageCell role="cell" data-label="To" data-text="" style={{ fontWeight: 500 }}>
        Everyone
      </MessageCell>
      {hasOwnIds && <MessageCell role="cell" data-label="" />}
      {headings.map((heading, position) => {
        const value = values[position] ?? '';
        // Filled from the records of each client.
        const isFilled = /^\{[A-Za-z]+\}$/.test(value);
        return (
          <MessageCell key={heading} role="cell" data-label={heading}>
            <CellInput
              style={narrow}
              aria-label={`${heading} for everyone`}
              autoComplete="off"
              value={isFilled ? '' : value}
              placeholder={isFilled ? 'Their own' : ''}
              onChange={({ target }) => set(position, target.value)}
            />
          </MessageCell>
        );
      })}
      {hasStatus && <MessageCell role="cell" data-label="" />}
      <MessageCell role="cell" data-label="" />
    </MessageRow>
  );
}
