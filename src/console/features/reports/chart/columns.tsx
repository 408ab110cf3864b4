import { colourOf, Drawing, titleOf, type DrawingProps } from './drawing.ts';
import { measure, type Series } from './shape.ts';

/** Pixels. */
const [height, foot, side] = [190, 18, 4];

function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return Math.ceil(value / unit) * unit || 1;
}

/** One bar per kind of money side by side. */
export function Columns(props: DrawingProps) {
  const { shape, chosen, onChoose, label, nameOf, width } = props;
  const top = roundUp(Math.max(1, ...shape.bars.flatMap((it) => it.parts)));
  const slot = (width - side) / Math.max(1, shape.bars.length);
  const bar = Math.min(36, Math.max(1, slot * 0.72));
  const scale = (height - foot - 16) / top;
  const letters = shape.part === 'day' ? 32 : 46;
  const every = Math.max(1, Math.ceil((letters + 8) / slot));
  return (
    <Drawing viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <line data-line="" x1={0} x2={width} y1={16} y2={16} strokeDasharray="2 4" />
      <text x={0} y={12}>
        {measure(shape.unit, top)}
      </text>
      <line data-line="" x1={0} x2={width} y1={height - foot} y2={height - foot} />
      {shape.bars.map((it, index) => {
        const x = side + index * slot;
        const wide = bar / shape.series.length;
        return (
          <g
            key={it.key}
            data-key={it.key}
            data-dim={chosen !== undefined && chosen !== it.key ? '' : undefined}
            onClick={() => onChoose(it.key ?? null)}
          >
            <title>{titleOf(props, it)}</title>
            {it.parts.map((value, part) => {
              const high = Math.max(0, value) * scale;
              return (
                high > 0 && (
                  <rect
                    key={shape.series[part]?.key}
                    data-part=""
                    x={x + (slot - bar) / 2 + part * wide}
                    y={height - foot - high}
                    width={wide}
                    height={Math.max(0.75, high - 0.5)}
                    style={{ fill: colourOf(shape.series[part] as Series, part) }}
                  />
                )
              );
            })}
            <rect data-hit="" x={x} y={16} width={slot} height={height - foot - 16} />
            {index % every === 0 && x + letters <= width && (
              <text x={x + Math.max(0, (slot - letters) / 2)} y={height - 4}>
                {shape.part === 'day' && it.key ? nameOf(it.key).slice(0, -5) : nameOf(it.key)}
              </text>
            )}
          </g>
        );
      })}
    </Drawing>
  );
}
