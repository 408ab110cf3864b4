import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useToday } from '#console/session/today.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { daysBefore, rangeOf, yearBefore, type Days, type Range } from '#kit/dates/ranges.ts';
import { PlainSelect } from '#kit/form/plain-field.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { addDays, daysBetween } from '#rules/calendar.ts';

const against = {
  same: 'Same days of the previous period',
  before: 'Previous period',
  year: 'Same days last year',
  own: 'Custom range',
} as const;
type Against = keyof typeof against;

/** Whether a range includes today and future days. */
const isUnderWay = ({ from, to }: Days, today: string): boolean => from <= today && to > today;

/** Equal lengths. */
export const againstOf = (range: Days, today: string): Against => (isUnderWay(range, today) ? 'same' : 'before');

/** Up to the day that corresponds to today. */
function sameDays(range: Days, today: string): Days {
  const { from, to } = daysBefore(range);
  const end = addDays(from, daysBetween(range.from, today < range.to ? today : range.to));
  return { from, to: end < to ? end : to };
}

/** Ends today if the same days of another period are compared. */
export const comparedRange = (range: Range, kind: Against, today: string): Range =>
  kind === 'same' && isUnderWay(range, today) ? { ...range, to: today } : range;

export const otherName = (kind: Against): string =>
  ({ same: 'Previous period', before: 'Previous period', year: 'Last year', own: 'Other range' })[kind];

/** By default the period before. */
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

export function useOtherRange(range: Range): { other: Range; kind: Against } {
  const [query] = useAddress();
  const choice = query.get('compare') ?? '';
  return {
    other: otherRange(query, range, useToday()),
    kind: Object.hasOwn(against, choice) ? (choice as Against) : 'before',
  };
}

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
