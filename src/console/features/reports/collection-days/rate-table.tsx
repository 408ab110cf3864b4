import Box from '@mui/material/Box';
import { shareOf } from '#console/domain/collections/rates.ts';
import { leastTrials } from '#console/model/interval.ts';
import { foldMark } from '#kit/record/folded.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { percentText } from './compare.ts';
import type { RateLine } from './rates.ts';

const counts = ({ label, all, paid }: RateLine) => [label, formatCount(all), formatCount(paid)];

/** The chart to be read: lines with a rate, and those with too few debits folded away, unless all are. */
export function RateTable({ label, head, lines }: { label: string; head: string; lines: readonly RateLine[] }) {
  const few = lines.filter((it) => shareOf(it.paid, it.all) === undefined);
  const columns = [
    { label: head, isHead: true },
    { label: 'Debits', isNumber: true },
    { label: 'Paid', isNumber: true },
  ];
  const under = `Under ${leastTrials} debits`;
  const counted = (
    <PlainTable
      label={few.length === lines.length ? label : `${label}, ${under.toLowerCase()}`}
      maxHeight="none"
      columns={columns}
      rows={few.map((line) => ({ key: line.label, cells: counts(line) }))}
    />
  );
  if (few.length === lines.length) return counted;
  return (
    <>
      <PlainTable
        label={label}
        maxHeight="none"
        columns={[
          ...columns,
          { label: 'Paid, %', isNumber: true },
          { label: 'Surely between', isNumber: true, isWide: true },
        ]}
        rows={lines.flatMap((line) => {
          const share = shareOf(line.paid, line.all);
          if (!share) return [];
          const between = `${percentText(share.low).slice(0, -2)}–${percentText(share.high)}`;
          return [{ key: line.label, cells: [...counts(line), percentText(share.rate), between] }];
        })}
      />
      {few.length > 0 && (
        <details>
          <Box component="summary" sx={foldMark}>
            <Icon name="down" size={16} />
            {under}: {countText(few.length, ['row', 'rows'])}
          </Box>
          {counted}
        </details>
      )}
    </>
  );
}
