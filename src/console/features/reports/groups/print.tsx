import { useState } from 'react';
import type { Money } from '#console/domain/collections/money.ts';
import { centsText, whole } from '#console/kit/ui/sums.ts';
import { useOnPrint } from '../print.tsx';
import { centsIn, type Node } from './grouping.ts';

const printed = 500;

const centsCell = (cents: number | null | undefined, currency?: string): string =>
  cents === undefined ? '' : centsText(cents, currency);

export function PrintGroups(props: {
  lines: readonly Node[];
  title: string;
  money: readonly Money[];
  textOf(level: number, key: string | null): string;
}) {
  const { lines, title, money, textOf } = props;
  const [isPrinting, setPrinting] = useState(false);
  useOnPrint(setPrinting);
  if (!isPrinting) return null;
  return (
    <div data-print>
      {lines.length > printed && <p>The first {printed} groups are printed; an export has all.</p>}
      <table>
        <thead>
          <tr>
            <th>{title}</th>
            <th data-align="right">Count</th>
            {money.map(({ kind, label }) => (
              <th key={kind} data-align="right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, printed).map((node) => (
            <tr key={JSON.stringify(node.keys)}>
              <td style={{ paddingLeft: 4 + 12 * (node.keys.length - 1) }}>
                {textOf(node.keys.length - 1, node.keys.at(-1) ?? null)}
              </td>
              <td data-align="right">{whole(node.count)}</td>
              {money.map(({ kind, currency }) => (
                <td key={kind} data-align="right">
                  {centsCell(centsIn(node, kind), currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
