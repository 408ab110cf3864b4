import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { host } from '#kit/host.ts';
import { Hidden } from '#kit/ui/hidden.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { addDays, addMonths, civilOf, isWeekend, weekday, type DateText } from '#rules/calendar.ts';
import { dayInFull, monthName, monthPlus, weekdays, weeksOf } from './calendar-days.ts';

const Days = styled('table')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    fontSize: '0.8125rem',
    '& th': { padding: 4, color: palette.text.secondary, fontWeight: 400, textAlign: 'left' },
    '& td': {
      position: 'relative',
      height: 84,
      padding: 6,
      verticalAlign: 'top',
      border: `1px solid ${palette.divider}`,
      background: palette.background.paper,
      overflow: 'hidden',
      overflowWrap: 'anywhere',
    },
    '& td[data-free]': { background: palette.background.default },
    '& td[data-none]': { background: 'transparent', border: 0 },
    '& td[data-open]': { cursor: 'pointer' },
    '& td[data-open]:hover': { boxShadow: `inset 0 0 0 1px ${palette.primary.main}` },
    '& td[aria-selected="true"]': { boxShadow: `inset 0 0 0 2px ${palette.primary.main}` },
    '& td:focus-visible': { outlineOffset: -3 },
    '& [data-number]': {
      display: 'inline-block',
      minWidth: 22,
      padding: '0 4px',
      borderRadius: 11,
      lineHeight: '22px',
      textAlign: 'center',
    },
    '& td[aria-current] [data-number]': {
      background: palette.primary.main,
      color: palette.primary.contrastText,
      fontWeight: 600,
    },
    // Above the day's content.
    '&:not([data-small]) td:not([aria-current]) [data-number]': { padding: 0, textAlign: 'left' },
    '& [data-mark]': { display: 'block', color: palette.warning.main, fontSize: '0.75rem', lineHeight: 1.25 },
    '&[data-small] th': { textAlign: 'center' },
    '&[data-small] td': {
      height: 36,
      padding: 0,
      verticalAlign: 'middle',
      textAlign: 'center',
      border: 0,
      borderRadius: 6,
    },
    '&[data-small] [data-mark]': { position: 'absolute', inset: 'auto 0 1px', fontSize: '0.5625rem', lineHeight: 1 },
    '& td[aria-disabled="true"]': { opacity: 0.4, cursor: 'default' },
    [theme.breakpoints.down('sm')]: {
      fontSize: '0.75rem',
      '&[data-small] td': { height: 44, fontSize: '0.875rem' },
      '& td': { height: 56, padding: 2 },
      '& th': { padding: 2 },
    },
  };
});

interface MonthGridProps {
  /** `YYYY-MM`. */
  month: string;
  onMonth(month: string): void;
  /** What the days show: `Collections`. */
  label: string;
  cell(date: DateText): ReactNode;
  /** Default: its public holiday. */
  mark?(date: DateText): string | undefined;
  selected?: DateText;
  /** Makes the days a grid for the arrow keys. Not for cells with links. */
  onSelect?(date: DateText): void;
  isOff?(date: DateText): boolean;
  /** Gets the focus on the first render. */
  start?: DateText;
  /** Without day contents, for a date picker. */
  isSmall?: boolean;
}

function ledTo(key: string, from: DateText, isShift: boolean): DateText | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1);
    case 'ArrowRight':
      return addDays(from, 1);
    case 'ArrowUp':
      return addDays(from, -7);
    case 'ArrowDown':
      return addDays(from, 7);
    case 'Home':
      return addDays(from, 1 - weekday(from));
    case 'End':
      return addDays(from, 7 - weekday(from));
    case 'PageUp':
      return addMonths(from, isShift ? -12 : -1);
    case 'PageDown':
      return addMonths(from, isShift ? 12 : 1);
    default:
      return undefined;
  }
}

const Mark = ({ name, isSmall }: { name: string; isSmall?: boolean }) => (
  <span data-mark="" title={name}>
    <span aria-hidden>★ </span>
    {!isSmall && (
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }} aria-hidden>
        {name}
      </Box>
    )}
    <Hidden>{name}</Hidden>
  </span>
);

export function StepBar(props: { title: string; noun: string; onStep(by: -1 | 1): void; onToday(): void }) {
  const { title, noun, onStep, onToday } = props;
  const step = (by: -1 | 1, name: string) => (
    <Button variant="outlined" aria-label={name} onClick={() => onStep(by)} sx={{ minWidth: 40, px: 1 }}>
      <Icon name="back" size={18} style={by === 1 ? { transform: 'scaleX(-1)' } : undefined} />
    </Button>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      {step(-1, `Previous ${noun}`)}
      {step(1, `Next ${noun}`)}
      <Typography
        variant="h2"
        aria-live="polite"
        sx={{ flex: 1, minWidth: 130, px: 0.5, whiteSpace: { sm: 'nowrap' } }}
      >
        {title}
      </Typography>
      <Button onClick={onToday}>Today</Button>
    </Box>
  );
}

/** Weekends are shaded, holidays starred and named. */
export function MonthGrid(props: MonthGridProps) {
  const { month, onMonth, label, cell, mark = host.holidayOf, selected, onSelect, isOff, start, isSmall } = props;
  const today = host.useToday();
  const table = useRef<HTMLTableElement>(null);
  const wanted = useRef<DateText>(start);
  const [visited, setVisited] = useState<DateText>();
  // One day is a tab stop; arrows lead to the others.
  const inReach = [visited, start, selected, today].find((it) => it?.startsWith(month)) ?? `${month}-01`;

  useEffect(() => {
    const found = wanted.current && table.current?.querySelector<HTMLElement>(`[data-date="${wanted.current}"]`);
    // Another month may need several renders; the focus waits for its day.
    if (!found) return;
    wanted.current = undefined;
    found.focus();
  });

  const onKeyDown = (event: KeyboardEvent, date: DateText) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpening = event.key === 'Enter' || event.key === ' ';
    const next = ledTo(event.key, date, event.shiftKey);
    if (!isOpening && !next) return;
    event.preventDefault();
    if (isOpening && !isOff?.(date)) onSelect?.(date);
    if (!next) return;
    wanted.current = next;
    setVisited(next);
    if (!next.startsWith(month)) onMonth(next.slice(0, 7));
  };

  const day = (date: DateText) => {
    const name = mark(date);
    const opens = onSelect && {
      'data-open': '',
      tabIndex: date === inReach ? 0 : -1,
      'aria-selected': date === selected,
      'aria-disabled': isOff?.(date) ? true : undefined,
      onClick: () => {
        setVisited(date);
        if (!isOff?.(date)) onSelect(date);
      },
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, date),
    };
    return (
      <td
        key={date}
        data-date={date}
        data-free={isWeekend(date) || name ? '' : undefined}
        aria-current={date === today ? 'date' : undefined}
        {...opens}
      >
        <span data-number="" aria-hidden>
          {civilOf(date).day}
        </span>
        <Hidden>{dayInFull(date)}</Hidden>
        {name && <Mark name={name} isSmall={isSmall} />}
        {cell(date)}
      </td>
    );
  };

  return (
    <section aria-label={label}>
      <StepBar
        title={monthName(month)}
        noun="month"
        onStep={(by) => onMonth(monthPlus(month, by))}
        onToday={() => {
          setVisited(today);
          onMonth(today.slice(0, 7));
        }}
      />
      <Days
        ref={table}
        data-small={isSmall ? '' : undefined}
        role={onSelect && 'grid'}
        aria-label={`${label}, ${monthName(month)}`}
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, at) => (date ? day(date) : <td key={weekdays[at]} data-none="" />))}
            </tr>
          ))}
        </tbody>
      </Days>
    </section>
  );
}
