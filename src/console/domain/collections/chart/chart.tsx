import Box from '@mui/material/Box';
import { useCallback, useState } from 'react';
import { holidayOf } from '#console/api/holidays.ts';
import { dayInFull } from '#kit/dates/calendar-days.ts';
import { ChartCursor } from '#kit/ui/chart-cursor.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { isWeekend } from '#rules/calendar.ts';
import { dayText, monthText } from '#rules/day-text.ts';
import { ChartColumns, isFree, sidePx } from './columns.tsx';
import { inWords, measure, type Shape } from './shape.ts';
import { ChartTable } from './table.tsx';

/** Not scaled: text would be tiny on a phone. */
function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(960);
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const look = () => setWidth(Math.max(240, element.clientWidth));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measured];
}

const nameOf = (key: string | null): string =>
  key === null ? 'No date' : key.length > 7 ? dayText(key) : monthText(key);

const nameInFull = (key: string | null): string => {
  if (key === null || key.length < 10) return nameOf(key);
  const free = holidayOf(key) ?? (isWeekend(key) ? 'weekend' : undefined);
  return [dayInFull(key), free].filter(Boolean).join(' · ');
};

interface ChartProps {
  title: string;
  noun: string;
  /** Undefined while loading. */
  shape: Shape | undefined;
  /** What is known of it while loading, so that nothing moves afterwards. */
  expected?: Shape;
  isTable: boolean;
  /** Pixels. */
  height?: number;
  chosen?: string | null;
  onChoose(key: string | null): void;
}

const FreeDays = () => (
  <Box
    aria-hidden
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 0.75,
      mt: 0.5,
      fontSize: '0.75rem',
      color: 'text.secondary',
    }}
  >
    <Box
      component="span"
      sx={{
        width: 10,
        height: 10,
        border: 1,
        borderColor: 'divider',
        background: 'color-mix(in srgb, var(--mui-palette-warning-main) 9%, transparent)',
      }}
    />
    Weekend or public holiday
  </Box>
);

/** A bar for each day or month; values at the pointer, a touch or the arrow keys. */
export function DayChart(props: ChartProps) {
  const { title, noun, shape, expected, isTable, height = 111, chosen, onChoose } = props;
  const [width, measured] = useWidth();
  const legend = !isTable && (shape ?? expected)?.bars.some((it) => isFree(it.key)) && <FreeDays />;
  if (!shape)
    return (
      <>
        <Box sx={{ height, overflow: 'hidden' }}>
          <Skeletons rows={Math.ceil(height / 36)} />
        </Box>
        {legend}
      </>
    );
  if (isTable) return <ChartTable {...props} shape={shape} nameOf={nameOf} />;
  const { bars, series, unit } = shape;
  const hasSums = unit === 'cents' || series.length > 1;
  const [first, last] = [bars[0]?.key ?? null, bars.at(-1)?.key ?? null];
  return (
    <>
      <Box ref={measured} sx={{ position: 'relative' }}>
        <ChartColumns
          shape={shape}
          chosen={chosen}
          label={inWords(title, shape, nameOf)}
          shortName={(key) => (key !== null && key.length > 7 ? nameOf(key).replace(/ \d{4}$/, '') : nameOf(key))}
          width={width}
          height={height}
        />
        {bars.length > 0 && (
          <Box sx={{ position: 'absolute', inset: `0 0 0 ${sidePx}px` }} data-screen>
            <ChartCursor
              label={`${title}, ${nameOf(first)} to ${nameOf(last)}`}
              count={bars.length}
              tipOf={(index) => {
                const { key = null, count = 0, parts = [] } = bars[index] ?? {};
                const lines = parts.flatMap((value, at): [string, string][] =>
                  hasSums && value !== 0 ? [[series[at]?.label ?? '', measure(unit, value)]] : [],
                );
                return {
                  title: nameInFull(key),
                  lines: [[`${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`, formatCount(count)], ...lines],
                };
              }}
              onChoose={(index) => onChoose(bars[index]?.key ?? null)}
            />
          </Box>
        )}
      </Box>
      {legend}
    </>
  );
}
