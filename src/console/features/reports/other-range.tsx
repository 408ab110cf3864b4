import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { put, useAddress } from '#console/kit/address/address.ts';
import { DateField } from '#console/kit/dates/date-field.tsx';
import { daysBefore, rangeOf, yearBefore, type Days, type Range } from '#console/kit/dates/ranges.ts';
import { PlainSelect } from '#console/kit/form/plain-field.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { useToday } from '#console/session/today.ts';
import { addDays, daysBetween } from '#rules/calendar.ts';

const against = {
  same: 'Same days of the previous period',
  before: 'Previous period',
  year: 'Same days last year',
  own: 'Custom range',
} as const;
export type Against = keyof typeof against;

/** Whether a range has days that are still to come, though it has begun. */
const isUnderWay = ({ from, to }: Days, today: string): boolean => from <= today && to > today;

/** What a range is compared with unless somebody chooses: comparable with comparable. */
export const againstOf = (range: Days, today: string): Against => (isUnderWay(range, today) ? 'same' : 'before');

/** The days of the period before that are as far into it as today is into this one. */
function sameDays(range: Days, today: string): Days {
  const { from, to } = daysBefore(range);
  const end = addDays(from, daysBetween(range.from, today < range.to ? today : range.to));
  return { from, to: end < to ? end : to };
}

/** The range that is compared: up to today where the same days of another are asked for. */
export const comparedRange = (range: Range, kind: Against, today: string): Range =>
  kind === 'same' && isUnderWay(range, today) ? { ...range, to: today } : range;

/** What the other range is called at the head of a column. */
export const otherName = (kind: Against): string =>
  ({ same: 'Previous period', before: 'Previous period', year: 'Last year', own: 'Other range' })[kind];

/** The range to compare with, as the address says it; the days right before when it says nothing else. */
function otherRange(query: URLSearchParams, range: Range, today: string): Range {
  const choice = query.get('compare');
  if (choice === 'own') {
    const given = { from: query.get('with-from') ?? '', to: query.get('with-to') ?? '' };
    return rangeOf(new URLSearchParams(given), today);
  }
  if (range.problem) return range;
  const { fromTime, toTime } = range;
  const days = choice === 'year' ? yearBefore(range) : choice === 'same' ? sameDays(range, today) : daysBefore(range);
  return { ...days, fromTime, toTime };
}

/** The range that a report is compared with, and how it is chosen; both stand in the address. */
export function useOtherRange(range: Range): { other: Range; kind: Against } {
  const [query] = useAddress();
  const choice = query.get('compare') ?? '';
  return {
    other: otherRange(query, range, useToday()),
    kind: Object.hasOwn(against, choice) ? (choice as Against) : 'before',
  };
}

/** Chooses the range to compare with. */
export function OtherRange({ other, kind }: ReturnType<typeof useOtherRange>) {
  const [, change] = useAddress();
  const choose = (next: string) => {
    const days = next === 'own' && { 'with-from': other.from, 'with-to': other.to };
    change((now) => put(now, { compare: next, ...days }));
  };
  const day = (end: 'from' | 'to', label: string) => (
    <Box sx={{ width: 164 }}>
      <DateField
        label={label}
        value={other[end]}
        isTakenOnLeaving
        hasMarks={false}
        onChange={(value) => change((now) => put(now, { [`with-${end}`]: value }))}
      />
    </Box>
  );
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }} data-screen>
        <Box sx={{ minWidth: 220 }}>
          <PlainSelect label="Compare with" value={kind} onChange={(event) => choose(event.target.value)}>
            {Object.entries(against).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </Box>
        {kind === 'own' && day('from', 'Compare from')}
        {kind === 'own' && day('to', 'Compare to')}
      </Stack>
      {other.problem && kind === 'own' && <Notice tone="error">{other.problem}</Notice>}
    </>
  );
}
