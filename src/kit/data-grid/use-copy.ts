import { useEffect, useState } from 'react';
import type { GridSource } from '#kit/base/grid-source.ts';
import type { ShownColumn } from '#kit/grid/columns.ts';
import { formatCount } from '#kit/ui/sums.ts';
import type { Row } from '#rules/column.ts';
import { cellsIn, maxCopied, rowsOf, spanOf, tsvOf, type Selection } from './selection.ts';

/** Milliseconds; browsers allow the clipboard only for some seconds after a key press. */
const timeoutMs = 4000;

/** As the spreadsheet of this person's language reads it, where it is one that amounts have: digits are always those of 1 412,99. */
export const decimalFor = (locales?: string | readonly string[]): string => {
  const parts = new Intl.NumberFormat(locales as string[] | undefined, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
};

/** `status` shows the result for a moment. */
export function useCopy(source: GridSource, columns: readonly ShownColumn<Row>[], isDone: () => void) {
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!status) return;
    const timer = setTimeout(() => setStatus(''), 4000);
    return () => clearTimeout(timer);
  }, [status]);

  const copy = async (chosen: Selection) => {
    const area = spanOf(chosen);
    const count = cellsIn(area);
    if (count > maxCopied) {
      setStatus(`${formatCount(count)} cells are too many to copy: use Export.`);
      return;
    }
    const taken = columns.slice(area.left, area.right);
    try {
      const rows = await rowsOf(source, Math.max(0, area.top - 1), area.bottom - 1, AbortSignal.timeout(timeoutMs));
      const titles = area.top === 0 ? taken.map((it) => it.label) : undefined;
      const text = tsvOf(
        rows,
        taken.map((it) => it.fieldName),
        decimalFor(),
        titles,
      );
      await navigator.clipboard.writeText(text);
      setStatus(count === 1 ? 'Copied' : `${formatCount(count)} cells copied`);
    } catch {
      setStatus('Not copied: the rows are still loading, or the browser does not allow it. Try again.');
    } finally {
      isDone();
    }
  };

  return { status, copy };
}
