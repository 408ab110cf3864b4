import { styled } from '@mui/material/styles';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useToday } from '#console/session/today.ts';
import { civilOf, type DateText } from '#rules/calendar.ts';
import { daysFrom, holidayOf } from './calendar-days.ts';
import { MonthGrid } from './month-grid.tsx';
import { monthEnd } from './ranges.ts';

const Box = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: 12,
    width: 'min(336px, calc(100vw - 16px))',
    maxHeight: 'calc(100dvh - 16px)',
    boxSizing: 'border-box',
    overflow: 'auto',
    border: `1px solid ${palette.divider}`,
    borderRadius: 8,
    background: palette.background.paper,
    color: palette.text.primary,
    boxShadow: '0 12px 32px rgb(8 15 25 / 0.24)',
    whiteSpace: 'normal',
    '& ul, & > p': {
      listStyle: 'none',
      margin: '8px 0 0',
      padding: 0,
      fontSize: '0.75rem',
      color: palette.text.secondary,
    },
  };
});

interface Props {
  /** The field above it. */
  anchor: RefObject<HTMLElement | null>;
  selected?: DateText;
  min?: DateText;
  max?: DateText;
  hasTime: boolean;
  onPick(day: DateText): void;
  onClose(): void;
}

const clamped = (date: DateText, min?: DateText, max?: DateText): DateText =>
  min && date < min ? min : max && date > max ? max : date;

/** A month with shaded weekends and named public holidays. */
export function DatePicker({ anchor, selected, min, max, hasTime, onPick, onClose }: Props) {
  const today = useToday();
  const box = useRef<HTMLDivElement>(null);
  const start = clamped(selected ?? today, min, max);
  const [month, setMonth] = useState(start.slice(0, 7));
  const holidays = daysFrom(`${month}-01`, monthEnd(month)).flatMap((date) => {
    const name = holidayOf(date);
    return name ? [{ date, name }] : [];
  });

  // Before the month takes the focus, which must be visible.
  useLayoutEffect(() => {
    // A native popover: above dialogs, closed by Escape and by a click outside.
    box.current?.showPopover();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    const field = anchor.current?.querySelector('input')?.getBoundingClientRect();
    if (!element || !field) return;
    const place = () => {
      const { innerWidth, innerHeight } = window;
      const height = element.offsetHeight;
      const below = field.bottom + 4;
      const top = below + height <= innerHeight - 8 || field.top < height ? below : field.top - height - 4;
      element.style.left = `${Math.max(8, Math.min(field.left, innerWidth - element.offsetWidth - 8))}px`;
      element.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [anchor]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of the calendar must not reach the form or dialog around it.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    box.current?.hidePopover();
    anchor.current?.querySelector('input')?.focus();
  };
  return (
    <Box
      ref={box}
      popover="auto"
      role="dialog"
      aria-label="Calendar"
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      <MonthGrid
        isSmall
        label="Days"
        month={month}
        onMonth={setMonth}
        cell={() => null}
        selected={selected}
        start={start}
        isOff={(date) => (min !== undefined && date < min) || (max !== undefined && date > max)}
        onSelect={onPick}
      />
      {holidays.length > 0 && (
        <ul aria-label="Public holidays">
          {holidays.map(({ date, name }) => (
            <li key={date}>
              {civilOf(date).day} {name}
            </li>
          ))}
        </ul>
      )}
      {hasTime && <p>A time may be typed behind the day: 25 nov 08:00.</p>}
    </Box>
  );
}
