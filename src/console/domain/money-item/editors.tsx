import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { fixedText, marksOf } from '#console/domain/schedule/table.tsx';
import { useToday } from '#console/session/today.ts';
import { DateInput } from '#kit/form/date-input.tsx';
import { SuggestedInput } from '#kit/form/suggested-input.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { dateOf } from '#rules/calendar.ts';
import { weekdayName } from '#rules/day-text.ts';
import { draftChanges, useEdit, useIsEdited, type Editable } from './edit.ts';
import { fieldOfItem, nameOf, sameDayText, type MoneyItem, type SameDay } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

/** Enter saves the row, Escape cancels; its keys don't move the grid's focus. */
function Editing({ children }: { children: ReactNode }) {
  const edit = useEdit();
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isButton = event.target instanceof HTMLButtonElement;
    if (event.key === 'Escape') edit.leave();
    else if (event.key === 'Enter' && !isButton) edit.save();
    else return;
    event.preventDefault();
  };
  return (
    // `data-aside`: the Tab key goes through its fields one by one.
    <Box
      data-aside
      onKeyDown={onKeyDown}
      sx={{ whiteSpace: 'normal', minHeight: 76, pt: 1.5, boxSizing: 'border-box' }}
    >
      {children}
    </Box>
  );
}

/** Focuses the field after the layout effects, in which the grid focuses the cell whose button was removed. */
function useFocus(fieldName: Editable) {
  const edit = useEdit();
  const input = useRef<HTMLInputElement>(null);
  const isWrong = edit.wrong[fieldName] !== undefined;
  const isFirst = edit.draft?.first === fieldName;
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, [isFirst]);
  useEffect(() => {
    if (isWrong) input.current?.focus();
  }, [isWrong]);
  return input;
}

/** A cell with its editor instead while its row is edited. The other rows' cells need not render for that. */
export const EditableCell = ({ item, editor, children }: { item: MoneyItem; editor: ReactNode; children: ReactNode }) =>
  useIsEdited(item) ? editor : children;

const nothing = () => {};

export function DateEditor({ sameDay }: { sameDay: SameDay }) {
  const edit = useEdit();
  const today = useToday();
  const fieldName = edit.resource.date;
  const ref = useFocus(fieldName);
  const value = edit.draft?.typed[fieldName];
  const before = edit.draft?.before.due ?? '';
  const at = typeof value === 'string' ? value : '';
  const fixed = at === before ? undefined : fixedText(at, today);
  const twin = edit.draft && sameDayText(sameDay(edit.draft.before, dateOf(at)));
  const days = [weekdayName(at), ...marksOf(at, today), twin && `${twin}: ${edit.resource.twice}`]
    .filter(Boolean)
    .join(' · ');
  return (
    <Editing>
      <DateInput
        hasMarks={false}
        fieldName={fieldName}
        name={fieldName}
        value={value}
        onChange={(next) => edit.set(fieldName, next)}
        onBlur={nothing}
        inputRef={ref}
        error={edit.wrong[fieldName]}
        hint={at === before ? days : `Now ${formatField(fieldName, before)}, then ${days || '…'}`}
      />
      {fixed && (
        <Typography variant="body2" color="warning" role="status">
          {fixed}
        </Typography>
      )}
    </Editing>
  );
}

export function FieldEditor({ field }: { field: Exclude<Editable, MoneyItemResource['date']> }) {
  const edit = useEdit();
  const ref = useFocus(field);
  const value = edit.draft?.typed[field];
  const before = edit.draft && fieldOfItem(edit.draft.before, field);
  return (
    <Editing>
      <SuggestedInput
        fieldName={field}
        name={field}
        value={value}
        onChange={(next) => edit.set(field, next)}
        onBlur={nothing}
        inputRef={ref}
        error={edit.wrong[field]}
        hint={(value ?? '') === (before ?? '') ? undefined : `Now ${formatField(field, before) || 'none'}`}
      />
    </Editing>
  );
}

export function EditorActions({ isOfMany }: { isOfMany: boolean }) {
  const edit = useEdit();
  if (!edit.draft) return null;
  const name = nameOf(edit.draft.before, isOfMany);
  const count = draftChanges(edit.draft).length;
  return (
    <Editing>
      <SaveButton
        size="small"
        aria-label={`Save ${name}`}
        disabled={count === 0}
        isSaving={edit.isPending}
        saving={edit.isReading ? 'Checking…' : undefined}
        onClick={edit.save}
      >
        Save
      </SaveButton>{' '}
      <Button size="small" aria-label={`Undo changes of ${name}`} onClick={edit.leave}>
        Undo
      </Button>
    </Editing>
  );
}
