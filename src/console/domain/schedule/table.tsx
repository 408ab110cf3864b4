import Typography from '@mui/material/Typography';
import { holidayOf } from '#console/api/holidays.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { dateOf, isDate, weekday, type DateTimeText } from '#rules/calendar.ts';
import { weekdayName } from '#rules/day-text.ts';

/** Marks of a collection date: weekend, public holiday, in the past. */
export function marksOf(at: DateTimeText, today: string): string[] {
  const date = dateOf(at);
  if (!isDate(date)) return [];
  const holiday = holidayOf(date);
  return [
    ...(weekday(date) > 5 ? ['weekend'] : []),
    ...(holiday ? [holiday] : []),
    ...(date < today ? ['in the past'] : []),
  ];
}

/** Marks without `weekend`, which the day of the week already says. */
export const otherMarks = (marks: readonly string[]): readonly string[] =>
  marks.length > 1 ? marks.filter((mark) => mark !== 'weekend') : marks;

/** Why a date can't be changed any more; undefined for future days. */
export function fixedText(at: DateTimeText, today: string): string | undefined {
  const date = dateOf(at);
  if (!isDate(date) || date > today) return undefined;
  return date === today
    ? 'That is today: once saved, it can be neither changed nor cancelled.'
    : 'That day has passed: once saved, it can be neither changed nor cancelled.';
}

/** A date with its weekday and marks. Marks never move a date: providers' rules differ. */
export function ScheduledDate({ at, today, shown }: { at: DateTimeText; today: string; shown: string }) {
  const marks = marksOf(at, today);
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{shown}</span> <Muted component="span">{weekdayName(at)}</Muted>
      {marks.length > 0 && (
        <Typography component="div" variant="caption" sx={{ color: 'warning.main' }}>
          {marks.join(' · ')}
        </Typography>
      )}
    </>
  );
}
