import { styled } from '@mui/material/styles';
import { useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Caution, PlainInput } from '#kit/form/plain-field.tsx';
import { host } from '#kit/host.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { later } from '#kit/ui/later.tsx';
import { dateOf, isDate, isDateTime, isWeekend, type DateText } from '#rules/calendar.ts';
import { fullMinuteText, weekdayText } from '#rules/day-text.ts';
import { readDay, readMinute, type DayLean } from '#rules/read-day.ts';

// Loaded when opened: most days are typed.
const DatePicker = later(async () => (await import('./date-picker.tsx')).DatePicker);

const Open = styled('button')({
  display: 'grid',
  placeItems: 'center',
  width: 36,
  padding: 0,
  border: 0,
  borderRadius: 6,
  background: 'transparent',
  color: 'inherit',
  cursor: 'pointer',
  '&:disabled': { opacity: 0.4, cursor: 'default' },
});

interface DateFieldProps {
  label: string;
  /** '' for none, and invalid text unchanged. */
  value: string;
  onChange(value: string): void;
  /** Reports the value on blur or Enter only. */
  isTakenOnLeaving?: boolean;
  /** A time may follow the day; without one it is 00:00. */
  hasTime?: boolean;
  /** How to complete a day without a year, such as `25 nov`. */
  lean?: DayLean;
  min?: DateText;
  max?: DateText;
  hint?: string;
  error?: string;
  /** The error message is elsewhere. */
  isWrong?: boolean;
  /** Weekday and holidays; on by default. */
  hasMarks?: boolean;
  /** For screen readers only. */
  isBare?: boolean;
  id?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?(): void;
}

const example = 'Enter a date such as 25 Nov, 2026-11-25 or +1m.';

/** `Sat 26 Dec 2026 · weekend · Day of Goodwill`. */
const markedDay = (date: DateText): string =>
  [weekdayText(date), isWeekend(date) && 'weekend', host.holidayOf(date)].filter(Boolean).join(' · ');

/**
 * Typed (`25 nov`, `2026-11-25`, `+1m`) or picked. Values are wall-clock text, so that no time zone can shift a day
 * (docs/interface.md, Conventions 4).
 */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, hasTime = false, lean = 'near', min, max, hint, hasMarks = true, isBare } = props;
  const { inputRef } = props;
  const today = host.useToday();
  const [typed, setTyped] = useState({ text: fullMinuteText(value), value });
  const [isEdited, setEdited] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);

  const isKept = isEdited || Object.is(typed.value, value);
  const text = isKept ? typed.text : fullMinuteText(value);
  const read = (given: string): string | undefined =>
    given.trim() === '' ? '' : hasTime ? readMinute(given, today, lean) : readDay(given, today, lean);
  const understood = read(text);
  const problem = understood === undefined && !isEdited ? example : undefined;
  const isValid = (hasTime ? isDateTime : isDate)(understood ?? '');
  const date = isValid ? dateOf(understood ?? '') : undefined;
  const isSpecial = date !== undefined && (isWeekend(date) || host.holidayOf(date) !== undefined);
  const isPlain = text.trim() === understood;
  const marks = date && (hasMarks || (isEdited && !isPlain)) ? markedDay(date) : undefined;
  const note = marks ?? (isEdited && understood === undefined ? example : undefined);
  const error = problem ?? props.error;
  const about = [note, hint].filter(Boolean).join(' · ');

  const take = (next: string) => {
    if (next !== value) onChange(next);
  };
  const type = (next: string) => {
    const nextValue = read(next) ?? next;
    setTyped({ text: next, value: nextValue });
    setEdited(true);
    if (!props.isTakenOnLeaving) take(nextValue);
  };
  const settle = () => {
    if (!isEdited) return;
    setEdited(false);
    const nextValue = understood ?? text;
    setTyped({ text: fullMinuteText(nextValue), value: nextValue });
    take(nextValue);
  };
  const pick = (day: DateText) => {
    const time = dateOf(understood ?? '') && (understood ?? '').slice(10);
    const nextValue = hasTime ? day + (isDateTime(day + time) ? time : ' 00:00') : day;
    setOpen(false);
    setEdited(false);
    setTyped({ text: fullMinuteText(nextValue), value: nextValue });
    take(nextValue);
    box.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Enter') settle();
  };

  return (
    <PlainInput
      id={props.id}
      ref={inputRef}
      frameRef={box}
      label={label}
      isBare={isBare}
      hint={about && isSpecial ? <Caution>{about}</Caution> : about}
      error={error}
      isWrong={error !== undefined || props.isWrong}
      name={props.name}
      required={props.required}
      disabled={props.disabled}
      autoFocus={props.autoFocus}
      value={text}
      onChange={({ target }) => type(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        settle();
        props.onBlur?.();
      }}
      style={{ paddingRight: 40, fontVariantNumeric: 'tabular-nums' }}
      end={
        <>
          <Open
            type="button"
            aria-label="Open calendar"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={props.disabled}
            title="Calendar (arrow down in the field)"
            // The pointer press outside closes the calendar before the click arrives, also on this button.
            onPointerDown={() => (wasOpen.current = isOpen)}
            onClick={({ detail }) => setOpen(detail === 0 ? !isOpen : !wasOpen.current)}
          >
            <Icon name="calendar" size={18} />
          </Open>
          {isOpen && (
            <DatePicker
              anchor={box}
              selected={date}
              min={min}
              max={max}
              hasTime={hasTime}
              onPick={pick}
              onClose={() => setOpen(false)}
            />
          )}
        </>
      }
    />
  );
}
