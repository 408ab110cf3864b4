import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useCallback, useState } from 'react';
import { valueText } from '#console/domain/collections/report-text.ts';
import { Section } from '#console/kit/ui/section.tsx';
import { dayText, monthText } from '#rules/day-text.ts';
import { Columns } from './columns.tsx';
import { colourOf, type ChartProps } from './drawing.ts';
import { Rows } from './rows.tsx';
import { inWords, type Bar, type Shape } from './shape.ts';
import { ChartTable } from './table.tsx';

const usualHeight = 218;

/** Not scaled: text would be tiny on a phone. */
function useWidth(most: number): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(Math.min(most, 960));
  const measured = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const measure = () => setWidth(Math.max(240, Math.min(most, element.clientWidth)));
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [most],
  );
  return [width, measured];
}

function Legend({ series }: Pick<Shape, 'series'>) {
  return (
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
      {series.map((it, index) => (
        <Box component="li" key={it.key} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <span style={{ width: 10, height: 10, borderRadius: 2, background: colourOf(it, index) }} />
          {it.label}
        </Box>
      ))}
    </Box>
  );
}

const shownAs = ['chart', 'table', 'nothing'] as const;
type ShownAs = (typeof shownAs)[number];
const key = 'report-chart';

/** Stored in the browser. */
export function useShownAs(): [ShownAs, (as: ShownAs) => void] {
  const [as, setAs] = useState(() => shownAs.find((it) => it === localStorage.getItem(key)) ?? 'chart');
  const set = (next: ShownAs) => {
    setAs(next);
    localStorage.setItem(key, next);
  };
  return [as, set];
}

const daysName = (at: string) => (at.length > 7 ? dayText(at) : monthText(at));

/** Clicking a bar filters the report; keyboards use the table. */
export function ReportChart({
  onShow,
  isTable,
  shape,
  ...props
}: Omit<ChartProps, 'nameOf' | 'shape'> & {
  /** Undefined while loading. */
  shape: Shape | undefined;
  isTable: boolean;
  onShow(as: ShownAs): void;
}) {
  return (
    <Section
      title={props.report.chart.title}
      actions={
        <Stack direction="row" sx={{ gap: 1 }} data-screen>
          <Button size="small" onClick={() => onShow(isTable ? 'chart' : 'table')}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
          <Button size="small" onClick={() => onShow('nothing')}>
            Hide chart
          </Button>
        </Stack>
      }
    >
      {shape ? (
        <Chart {...props} shape={shape} isTable={isTable} />
      ) : (
        <Skeleton variant="rounded" height={usualHeight} />
      )}
    </Section>
  );
}

function Chart({ isTable, ...props }: Omit<ChartProps, 'nameOf'> & { isTable: boolean }) {
  const { report, shape } = props;
  const split = report.splits[0];
  const nameOf = (at: Bar['key']) => (shape.part ? (at ? daysName(at) : 'No date') : valueText(split, at));
  const chartProps: ChartProps = { ...props, nameOf };
  const label = inWords(report.chart.title, shape, nameOf);
  const Bars = shape.part ? Columns : Rows;
  const [width, measured] = useWidth(shape.part ? 4000 : 720);
  if (isTable) return <ChartTable {...chartProps} />;
  return (
    <>
      <div ref={measured}>
        <Bars {...chartProps} label={label} width={width} />
      </div>
      {shape.series.length > 1 && <Legend series={shape.series} />}
    </>
  );
}
