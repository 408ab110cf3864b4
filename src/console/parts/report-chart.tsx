import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useCallback, useState } from 'react';
import { fieldOf } from '../../contract/fields.ts';
import { Section } from './section.tsx';
import { inWords, measure, type Bar, type Shape } from './report-chart-shape.ts';
import type { Report } from './report-list.ts';
import { valueText, whole } from './report-text.ts';

const tones: Record<string, string> = {
  PAID: 'success',
  COMPLETED: 'success',
  UNPAID: 'error',
  FAILED: 'error',
  REJECTED: 'error',
  TRACKING: 'warning',
  SUBMITTED: 'info',
  SCHEDULED: 'info',
  CANCELLED: 'secondary',
};
const others = ['primary', 'info', 'warning', 'secondary', 'success', 'error'];

/** A status has the colour that its mark has everywhere; other values take theirs in turn. */
const colourOf = (key: string | null, index: number): string =>
  `var(--mui-palette-${tones[key?.toUpperCase() ?? ''] ?? others[index % others.length]}-main)`;

const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 'auto',
  overflow: 'visible',
  '& g[data-key]': { cursor: 'pointer' },
  // Over the bars: what is narrow or low is hit all the same.
  '& [data-hit]': { fill: 'transparent' },
  '& text': { pointerEvents: 'none', fill: theme.vars.palette.text.secondary, fontSize: 11 },
  '& g[data-key]:hover [data-hit]': { fill: theme.vars.palette.action.hover },
  '& g[data-dim] [data-part]': { opacity: 0.35 },
  '& [data-line]': { stroke: theme.vars.palette.divider },
}));

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    padding: '4px 12px 4px 0',
    textAlign: 'right',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th:first-of-type': { textAlign: 'left', fontWeight: 400 },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.86em' },
}));

/** Pixels. */
const [height, foot, side] = [190, 18, 4];

/** The pixels that there are for the drawing: scaled, its words would be too small to read on a phone. */
function useWidth(most: number): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(Math.min(most, 960));
  const measured = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const observer = new ResizeObserver(() => setWidth(Math.max(240, Math.min(most, element.clientWidth))));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [most],
  );
  return [width, measured];
}

/** A round number at least as large, for the line at the top. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return Math.ceil(value / unit) * unit || 1;
}

interface Drawn {
  report: Report;
  shape: Shape;
  nameOf(key: Bar['key']): string;
  /** The bar that the report is narrowed to. */
  chosen?: string | null;
  onChoose(key: string | null): void;
}

const titleOf = ({ shape, report, nameOf }: Drawn, bar: Bar): string => {
  const parts = shape.series.length > 1 ? shape.series.map((it, index) => ({ it, value: bar.parts[index] ?? 0 })) : [];
  const lines = parts
    .filter(({ value }) => value > 0)
    .map(({ it, value }) => `${valueText(report.splits[0], it)} ${measure(shape.unit, value)}`);
  return [`${nameOf(bar.key)}: ${measure(shape.unit, bar.total)}`, ...lines].join('\n');
};

function Columns(props: Drawn & { label: string; width: number }) {
  const { shape, chosen, onChoose, label, nameOf, width } = props;
  const top = roundUp(Math.max(1, ...shape.bars.map((it) => it.total)));
  const slot = (width - side) / Math.max(1, shape.bars.length);
  const bar = Math.min(36, Math.max(1, slot * 0.72));
  const scale = (height - foot - 16) / top;
  // As many names as have room beneath.
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
        let y = height - foot;
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
              y -= high;
              return (
                high > 0 && (
                  <rect
                    key={shape.series[part]}
                    data-part=""
                    x={x + (slot - bar) / 2}
                    y={y}
                    width={bar}
                    height={Math.max(0.75, high - 0.5)}
                    style={{ fill: colourOf(shape.series[part] ?? null, part) }}
                  />
                )
              );
            })}
            <rect data-hit="" x={x} y={16} width={slot} height={height - foot - 16} />
            {index % every === 0 && x + letters <= width && (
              <text x={x + Math.max(0, (slot - letters) / 2)} y={height - 4}>
                {shape.part === 'day' && it.key ? it.key.slice(5) : nameOf(it.key)}
              </text>
            )}
          </g>
        );
      })}
    </Drawing>
  );
}

const line = 26;

function Rows(props: Drawn & { label: string; width: number }) {
  const { shape, chosen, onChoose, label, nameOf, width } = props;
  const most = Math.max(1, ...shape.bars.map((it) => it.total));
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
            width={Math.max(1, ((width - names - figures) * it.total) / most)}
            height={line - 10}
            rx={2}
            style={{ fill: colourOf(it.key ?? null, 0) }}
          />
          <text x={width} y={index * line + 17} textAnchor="end">
            {measure(shape.unit, it.total)}
          </text>
          <rect data-hit="" x={0} y={index * line} width={width} height={line} />
        </g>
      ))}
    </Drawing>
  );
}

function Figures({ report, shape, nameOf, chosen, onChoose }: Drawn) {
  const split = report.splits[0];
  const isStacked = shape.series.length > 1;
  return (
    <Box
      sx={{ overflowX: 'auto', maxHeight: 320 }}
      tabIndex={0}
      role="group"
      aria-label={`${report.chart.title}, table`}
    >
      <Table>
        <thead>
          <tr>
            <th scope="col">
              {shape.part ? (shape.part === 'day' ? 'Day' : 'Month') : (fieldOf(split)?.label ?? split)}
            </th>
            <th scope="col">Records</th>
            {isStacked &&
              shape.series.map((it) => (
                <th key={it} scope="col">
                  {valueText(split, it)}
                </th>
              ))}
            {shape.unit === 'cents' && <th scope="col">Sum</th>}
          </tr>
        </thead>
        <tbody>
          {shape.bars
            .filter((it) => it.count > 0)
            .map((it) => (
              <tr key={String(it.key)}>
                <th scope="row">
                  {it.key === undefined ? (
                    nameOf(it.key)
                  ) : (
                    <Button
                      size="small"
                      variant="text"
                      aria-pressed={chosen === it.key}
                      onClick={() => onChoose(it.key ?? null)}
                      sx={{ p: 0, minWidth: 0, minHeight: 24, textAlign: 'left' }}
                    >
                      {nameOf(it.key)}
                    </Button>
                  )}
                </th>
                <td>{whole(it.count)}</td>
                {isStacked &&
                  it.parts.map((value, index) => <td key={shape.series[index]}>{measure(shape.unit, value)}</td>)}
                {shape.unit === 'cents' && <td>{measure(shape.unit, it.total)}</td>}
              </tr>
            ))}
        </tbody>
      </Table>
    </Box>
  );
}

/**
 * The chart that answers a report's question, by hand: bars of days or of values, as a picture with its words or as a
 * table. Choosing a bar narrows the report to it; by keyboard that is done in the table.
 */
export function ReportChart(props: Omit<Drawn, 'nameOf'>) {
  const { report, shape } = props;
  const [isTable, setTable] = useState(false);
  const split = report.splits[0];
  const nameOf = (key: Bar['key']) => (shape.part ? (key ?? 'No date') : valueText(split, key));
  const drawn: Drawn = { ...props, nameOf };
  const label = inWords(report.chart.title, shape, (key) =>
    shape.part && key && /^\d{4}-/.test(key) ? key : valueText(split, key),
  );
  const Picture = shape.part ? Columns : Rows;
  const [width, measured] = useWidth(shape.part ? 4000 : 720);
  return (
    <Section
      title={report.chart.title}
      actions={
        <Button size="small" aria-pressed={isTable} onClick={() => setTable((before) => !before)} data-screen>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {isTable ? (
        <Figures {...drawn} />
      ) : (
        <div ref={measured}>
          <Picture {...drawn} label={label} width={width} />
        </div>
      )}
      {!isTable && shape.series.length > 1 && (
        <Box
          component="ul"
          aria-hidden
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            listStyle: 'none',
            p: 0,
            m: 0,
            mt: 1,
            fontSize: '0.8125rem',
          }}
        >
          {shape.series.map((it, index) => (
            <Box component="li" key={it} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <span style={{ width: 10, height: 10, borderRadius: 2, background: colourOf(it, index) }} />
              {valueText(split, it)}
            </Box>
          ))}
        </Box>
      )}
    </Section>
  );
}
