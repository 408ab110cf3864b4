import { holidayOf } from '#console/api/holidays.ts';
import { axisOf } from '#kit/ui/chart-axis.ts';
import { isDate, isWeekend } from '#rules/calendar.ts';
import { colourOf, ChartDrawing } from './drawing.ts';
import type { ChartSeries, Shape } from './shape.ts';

const [headPx, footPx] = [6, 20];
/** The width of the labels at the left. */
export const sidePx = 46;

export const isFree = (key: string | null): boolean =>
  key !== null && isDate(key) && (isWeekend(key) || holidayOf(key) !== undefined);

/** One bar per kind of money side by side: stacked they would look like a sum. */
export function ChartColumns(props: {
  shape: Shape;
  chosen?: string | null;
  label: string;
  shortName(key: string | null): string;
  width: number;
  height: number;
}) {
  const { shape, chosen, label, shortName, width, height } = props;
  const { bars, series, unit, part } = shape;
  const ticks = axisOf(Math.max(0, ...bars.flatMap((it) => it.parts)), unit);
  const top = ticks.at(-1)?.value ?? 1;
  const slot = (width - sidePx) / Math.max(1, bars.length);
  const bar = Math.min(36, Math.max(1, slot * 0.72));
  const scale = (height - headPx - footPx) / top;
  const letters = part === 'day' ? 40 : 58;
  const every = Math.max(1, Math.ceil((letters + 8) / slot));
  const wide = bar / series.length;
  return (
    <ChartDrawing viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {bars.map(
        (it, index) =>
          isFree(it.key) && (
            <rect
              key={it.key}
              data-free=""
              x={sidePx + index * slot}
              y={headPx}
              width={slot}
              height={height - headPx - footPx}
            />
          ),
      )}
      {ticks.map(({ value, label: text }) => {
        const y = height - footPx - value * scale;
        return (
          <g key={value}>
            <line x1={sidePx} x2={width} y1={y} y2={y} />
            <text x={sidePx - 6} y={y + 4} textAnchor="end">
              {text}
            </text>
          </g>
        );
      })}
      {bars.map((it, index) => {
        const x = sidePx + index * slot;
        const centre = x + slot / 2;
        return (
          <g key={it.key} data-dim={chosen !== undefined && chosen !== it.key ? '' : undefined}>
            {it.parts.map((value, at) => {
              const high = Math.max(0, value) * scale;
              return (
                high > 0 && (
                  <rect
                    key={series[at]?.key}
                    x={x + (slot - bar) / 2 + at * wide}
                    y={height - footPx - Math.max(1, high)}
                    width={Math.max(0.75, wide - 0.25)}
                    height={Math.max(1, high)}
                    style={{ fill: colourOf(series[at] as ChartSeries, at) }}
                  />
                )
              );
            })}
            {index % every === 0 && centre - letters / 2 >= sidePx - 16 && centre + letters / 2 <= width + 4 && (
              <text x={centre} y={height - 5} textAnchor="middle">
                {shortName(it.key)}
              </text>
            )}
          </g>
        );
      })}
    </ChartDrawing>
  );
}
