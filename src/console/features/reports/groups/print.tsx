import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { centsText, whole } from '../../../kit/ui/sums.ts';
import type { Node } from './grouping.ts';

/** Lines that are printed at most. */
const printed = 500;

/** The groups as a table that only paper shows. Drawn when a print begins. */
export function PrintGroups({
  lines,
  title,
  hasSum,
  textOf,
}: {
  lines: readonly Node[];
  title: string;
  hasSum: boolean;
  textOf(level: number, key: string | null): string;
}) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  if (!isPrinting) return null;
  return (
    <div data-print>
      {lines.length > printed && <p>The first {printed} groups are printed; an export has all.</p>}
      <table>
        <thead>
          <tr>
            <th>{title}</th>
            <th data-align="right">Count</th>
            {hasSum && <th data-align="right">Sum</th>}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, printed).map(({ keys, count, cents }) => (
            <tr key={JSON.stringify(keys)}>
              <td style={{ paddingLeft: 4 + 12 * (keys.length - 1) }}>
                {textOf(keys.length - 1, keys.at(-1) ?? null)}
              </td>
              <td data-align="right">{whole(count)}</td>
              {hasSum && <td data-align="right">{centsText(cents)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
