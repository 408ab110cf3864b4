import { shareOf } from '#console/domain/collections/rates.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { comparedText } from './compare.ts';
import { RateChart } from './rate-chart.tsx';
import { RateTable } from './rate-table.tsx';
import type { RateLine } from './rates.ts';

interface Props {
  title: string;
  /** Of the lines, in a table. */
  head: string;
  lines: readonly RateLine[];
  isTable: boolean;
  note?: string;
}

/** One comparison: what it says, then the chart or table. */
export function RatePart({ title, head, lines, isTable, note }: Props) {
  // Without a rate there is no dot: the counts are the answer.
  const isCounted = lines.every(({ paid, all }) => !shareOf(paid, all));
  return (
    <Section title={title}>
      <Muted sx={{ mt: -1, mb: 1 }}>{comparedText(lines)}</Muted>
      {isTable || isCounted ? (
        <RateTable label={title} head={head} lines={lines} />
      ) : (
        <RateChart label={title} lines={lines} />
      )}
      {note && <Muted sx={{ mt: 1 }}>{note}</Muted>}
    </Section>
  );
}
