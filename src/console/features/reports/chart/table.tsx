import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { whole } from '#console/kit/ui/sums.ts';
import { fieldOf } from '#contract/fields.ts';
import type { ChartProps } from './drawing.ts';
import { measure } from './shape.ts';

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

/** The chart as a table; each row has a button that filters the report. */
export function ChartTable({ report, shape, nameOf, chosen, onChoose }: ChartProps) {
  const split = report.splits[0];
  const hasParts = shape.unit === 'cents' || shape.series.length > 1;
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
            <th scope="col">Count</th>
            {hasParts &&
              shape.series.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
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
                {hasParts &&
                  it.parts.map((value, index) => <td key={shape.series[index]?.key}>{measure(shape.unit, value)}</td>)}
              </tr>
            ))}
        </tbody>
      </Table>
    </Box>
  );
}
