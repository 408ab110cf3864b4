import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { memo, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { fixedText, marksOf, otherMarks } from '#console/domain/schedule/table.tsx';
import { DateInput } from '#console/kit/form/date-input.tsx';
import { SuggestedInput } from '#console/kit/form/suggested-input.tsx';
import { show } from '#console/kit/ui/format.tsx';
import { useToday } from '#console/session/today.ts';
import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import { weekdayName } from '#rules/day-text.ts';
import { changesOf, useEdit, type Editable } from './edit.ts';
import { dueOf, keyOf, nameOf, sameDayText, type Instalment, type SameDay } from './item.ts';
import type { InstalmentResource } from './resource.ts';

const besideOf = (at: DateTimeText, today: string, marks: readonly string[]) =>
  [dateOf(at) === today ? 'today' : weekdayName(at), ...marks].join(' · ');

function marksBeside(instalment: Instalment, sameDay: SameDay): string[] {
  const at = dueOf(instalment);
  const twin = sameDayText(sameDay(instalment, dateOf(at)));
  return [...otherMarks(marksOf(at, '')), ...(twin ? [twin] : [])];
}

const widthOf = (letters: number) => Math.ceil(110 + letters * 6.6);

/** Pixels of the date of the holiday with the longest name: where there is room, the table stays as it is when its rows come. */
export const widestDue = widthOf('Wed · Day of Reconciliation'.length);

/** Pixels of the longest date with what is beside it; at least those of a weekend, so that most tables are alike. */
export function dueWidth(instalments: readonly Instalment[], sameDay: SameDay): number {
  const longest = instalments.reduce(
    (most, it) => Math.max(most, besideOf(dueOf(it), '', marksBeside(it, sameDay)).length),
    0,
  );
  return Math.max(216, widthOf(longest));
}

/** The date of an instalment with its day and what is special about it. */
export const DueDate = memo(function DueDate({
  instalment,
  fieldName,
  sameDay,
}: {
  instalment: Instalment;
  fieldName: InstalmentResource['date'];
  sameDay: SameDay;
}) {
  const today = useToday();
  const at = dueOf(instalment);
  const marks = marksBeside(instalment, sameDay);
  return (
    <span data-instalment={keyOf(instalment)}>
      {show(fieldName, at)}{' '}
      <Typography component="span" variant="body2" color={marks.length > 0 ? 'warning' : 'textSecondary'}>
        {besideOf(at, today, marks)}
      </Typography>
    </span>
  );
});

/** Enter saves and Escape leaves, wherever in the row they are pressed; no key of the row moves the grid around it. */
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
    // Aside: what is in it keeps its own place in the order of the Tab key, field after field.
    <Box
      data-aside
      onKeyDown={onKeyDown}
      sx={{ whiteSpace: 'normal', minHeight: 76, pt: 1.5, boxSizing: 'border-box' }}
    >
      {children}
    </Box>
  );
}

/** After the layout, in which the grid gives the focus to the cell whose button has just gone. */
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

const nothing = () => {};

export function DateEditor({ sameDay }: { sameDay: SameDay }) {
  const edit = useEdit();
  const today = useToday();
  const fieldName = edit.resource.date;
  const ref = useFocus(fieldName);
  const value = edit.draft?.typed[fieldName];
  const before = edit.draft?.before[fieldName] ?? '';
  const at = typeof value === 'string' ? value : '';
  const fixed = at === before ? undefined : fixedText(at, today);
  const twin = edit.draft && sameDayText(sameDay(edit.draft.before, dateOf(at)));
  const days = [weekdayName(at), ...marksOf(at, today), twin && `${twin}: collected twice`].filter(Boolean).join(' · ');
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
        hint={at === before ? days : `Now ${show(fieldName, before)}, then ${days || '…'}`}
      />
      {fixed && (
        <Typography variant="body2" color="warning" role="status">
          {fixed}
        </Typography>
      )}
    </Editing>
  );
}

/** Edits the amount or a code. */
export function FieldEditor({ field }: { field: Exclude<Editable, InstalmentResource['date']> }) {
  const edit = useEdit();
  const ref = useFocus(field);
  const value = edit.draft?.typed[field];
  const before = edit.draft?.before[field];
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
        hint={(value ?? '') === (before ?? '') ? undefined : `Now ${show(field, before) || 'none'}`}
      />
    </Editing>
  );
}

/** What ends the edit of a row. */
export function EditorActions({ isOfMany }: { isOfMany: boolean }) {
  const edit = useEdit();
  if (!edit.draft) return null;
  const name = nameOf(edit.draft.before, isOfMany);
  const count = changesOf(edit.draft).length;
  return (
    <Editing>
      <Button
        size="small"
        variant="contained"
        aria-label={`Save ${name}`}
        disabled={count === 0 || edit.lost !== undefined}
        loading={edit.isPending}
        onClick={edit.save}
      >
        Save
      </Button>{' '}
      <Button size="small" aria-label={`Undo changes of ${name}`} onClick={edit.leave}>
        Undo
      </Button>
    </Editing>
  );
}
