import { colourOf, Drawing, titleOf, type DrawingProps } from './drawing.ts';
import { measure } from './shape.ts';

/** Pixels. */
const line = 26;

/** Largest first. */
export function Rows(props: DrawingProps) {
  const { shape, chosen, onChoose, label, nameOf, width } = props;
  const most = Math.max(1, ...shape.bars.map((it) => it.count));
  const [names, figures] = [Math.min(170, width * 0.4), 64];
  const letters = Math.floor(names / 6.4);
  return (
    <Drawing viewBox={`0 0 ${width} ${shape.bars.length * line}`} role="img" aria-label={label} style={{ width }}>
      {shape.bars.map((it, index) => (
        <g
          key={String(it.key)}
          data-key={it.key ?? ''}
          data-dim={chosen !== undefined && chosen !== it.key ? '' : undefined}
          onClick={() => it.key !== undefined && onChoose(it.key)}
        >
          <title>{titleOf(props, it)}</title>
          <text x={0} y={index * line + 17}>
            {nameOf(it.key).slice(0, letters)}
          </text>
          <rect
            data-part=""
            x={names}
            y={index * line + 5}
            width={Math.max(1, ((width - names - figures) * it.count) / most)}
            height={line - 10}
            rx={2}
            style={{ fill: colourOf({ key: it.key ?? '', label: '', status: it.key }, 0) }}
          />
          <text x={width} y={index * line + 17} textAnchor="end">
            {measure(shape.unit, it.count)}
          </text>
          <rect data-hit="" x={0} y={index * line} width={width} height={line} />
        </g>
      ))}
    </Drawing>
  );
}
