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

/**
 * Money over time as a drawing: a slot for each day or month, and in it one bar per kind of money, side by side, because stacked they
 * would look like a sum. Days without banking are shaded.
 */
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
  const slotPx = (width - sidePx) / Math.max(1, bars.length);
  const barsPx = Math.min(36, Math.max(1, slotPx * 0.72));
  const unitPx = (height - headPx - footPx) / top;
  const namePx = part === 'day' ? 40 : 58;
  const namedEvery = Math.max(1, Math.ceil((namePx + 8) / slotPx));
  const barPx = barsPx / series.length;
  return (
    <ChartDrawing viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {bars.map(
        (it, index) =>
          isFree(it.key) && (
            <rect
              key={it.key}
              data-free=""
              x={sidePx + index * slotPx}
              y={headPx}
              width={slotPx}
              height={height - headPx - footPx}
            />
          ),
      )}
      {ticks.map(({ value, label: text }) => {
        const y = height - footPx - value * unitPx;
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
        const x = sidePx + index * slotPx;
        const centre = x + slotPx / 2;
        return (
          <g key={it.key} data-dim={chosen !== undefined && chosen !== it.key ? '' : undefined}>
            {it.parts.map((value, place) => {
              const highPx = Math.max(0, value) * unitPx;
              return (
                highPx > 0 && (
                  <rect
                    key={series[place]?.key}
                    x={x + (slotPx - barsPx) / 2 + place * barPx}
                    y={height - footPx - Math.max(1, highPx)}
                    width={Math.max(0.75, barPx - 0.25)}
                    height={Math.max(1, highPx)}
                    style={{ fill: colourOf(series[place] as ChartSeries, place) }}
                  />
                )
              );
            })}
            {index % namedEvery === 0 && centre - namePx / 2 >= sidePx - 16 && centre + namePx / 2 <= width + 4 && (
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
