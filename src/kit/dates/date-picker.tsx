import { styled } from '@mui/material/styles';
import { useRef, useState, type RefObject } from 'react';
import { host } from '#kit/host.ts';
import { Popover } from '#kit/ui/popover.tsx';
import { civilOf, type DateText } from '#rules/calendar.ts';
import { daysFrom } from './calendar-days.ts';
import { MonthGrid } from './month-grid.tsx';
import { monthEnd } from './ranges.ts';

const Panel = styled(Popover)(({ theme }) => ({
  padding: 12,
  width: 336,
  '& ul, & > p': {
    listStyle: 'none',
    margin: '8px 0 0',
    padding: 0,
    fontSize: '0.75rem',
    color: theme.vars.palette.text.secondary,
  },
}));

interface Props {
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

export function DatePicker({ anchor, selected, min, max, hasTime, onPick, onClose }: Props) {
  const today = host.useToday();
  const panel = useRef<HTMLDivElement>(null);
  const start = clamped(selected ?? today, min, max);
  const [month, setMonth] = useState(start.slice(0, 7));
  const holidays = daysFrom(`${month}-01`, monthEnd(month)).flatMap((date) => {
    const name = host.holidayOf(date);
    return name ? [{ date, name }] : [];
  });

  return (
    <Panel
      ref={panel}
      role="dialog"
      aria-label="Calendar"
      anchor={() => anchor.current?.querySelector('input')?.getBoundingClientRect()}
      onClosed={onClose}
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
      {hasTime && <p>Optional time: 25 nov 08:00.</p>}
    </Panel>
  );
}
