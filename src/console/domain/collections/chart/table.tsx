import Button from '@mui/material/Button';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { measure, type ChartBar, type Shape } from './shape.ts';

export function ChartTable(props: {
  title: string;
  shape: Shape;
  nameOf(key: ChartBar['key']): string;
  chosen?: string | null;
  onChoose(key: string | null): void;
}) {
  const { title, shape, nameOf, chosen, onChoose } = props;
  const hasParts = shape.unit === 'cents' || shape.series.length > 1;
  return (
    <TableFrame label={`${title}, table`} maxHeight={320} hasFigures>
      <thead>
        <tr>
          <th scope="col">{shape.part === 'day' ? 'Day' : 'Month'}</th>
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
                <Button
                  size="small"
                  variant="text"
                  aria-pressed={chosen === it.key}
                  onClick={() => onChoose(it.key)}
                  sx={{ p: 0, minWidth: 0, minHeight: 24, textAlign: 'left' }}
                >
                  {nameOf(it.key)}
                </Button>
              </th>
              <td>{formatCount(it.count)}</td>
              {hasParts &&
                it.parts.map((value, index) => <td key={shape.series[index]?.key}>{measure(shape.unit, value)}</td>)}
            </tr>
          ))}
      </tbody>
    </TableFrame>
  );
}
