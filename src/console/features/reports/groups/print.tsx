import { useState } from 'react';
import type { Money } from '#console/domain/collections/money.ts';
import { PaperTable, useOnPrint } from '#kit/ui/paper.tsx';
import { centsText, formatCount } from '#kit/ui/sums.ts';
import { centsIn, type GroupNode } from './grouping.ts';

const centsCell = (cents: number | null | undefined, currency?: string): string =>
  cents === undefined ? '' : centsText(cents, currency);

export function PrintGroups(props: {
  lines: readonly GroupNode[];
  title: string;
  money: readonly Money[];
  textOf(level: number, key: string | null): string;
}) {
  const { lines, title, money, textOf } = props;
  const [isPrinting, setPrinting] = useState(false);
  useOnPrint(setPrinting);
  if (!isPrinting) return null;
  return (
    <PaperTable
      noun="groups"
      heads={[
        { label: title },
        { label: 'Count', isRight: true },
        ...money.map(({ label }) => ({ label, isRight: true })),
      ]}
      count={lines.length}
      cellsAt={(position) => {
        const node = lines[position];
        if (!node) return undefined;
        const level = node.keys.length - 1;
        return [
          <span key="name" style={{ paddingLeft: 12 * level }}>
            {textOf(level, node.keys.at(-1) ?? null)}
          </span>,
          formatCount(node.count),
          ...money.map(({ kind, currency }) => centsCell(centsIn(node, kind), currency)),
        ];
      }}
    />
  );
}
