import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { printedRows } from '#kit/base/printed-rows.ts';
import { firstLoaded } from './first-loaded.ts';
import { formatCount } from './sums.ts';

const paper = {
  '[data-print]': { display: 'none' },
  '@media print': {
    '@page': { margin: '12mm' },
    'body, main': { background: '#fff !important', color: '#000 !important', padding: '0 !important' },
    'header, nav, [data-screen], [data-progress]': { display: 'none !important' },
    // The frame's own bar, not a page with a breadcrumb.
    ':not(main *):has(> nav)': { display: 'none !important' },
    main: { gridColumn: '1 / -1' },
    'tr, section': { breakInside: 'avoid' },
    '[data-print]': { display: 'block' },
    '[data-print], [data-print] *': { color: '#000 !important' },
    '[data-print] table': { borderCollapse: 'collapse', width: '100%', fontSize: '7.5pt' },
    '[data-print] th, [data-print] td': { border: '0.5pt solid #bbb', padding: '1pt 3pt', textAlign: 'left' },
    '[data-print] [data-align=right]': { textAlign: 'right', whiteSpace: 'nowrap' },
    '[data-print] thead': { display: 'table-header-group' },
    // A name may be a button on screen; what shows a masked number is for the screen alone.
    '[data-print] button': { all: 'unset' },
    '[data-print] :is(button[aria-pressed], svg)': { display: 'none' },
  },
} as const;

const letter = {
  '@media print': {
    '@page': { margin: '20mm' },
    // What the page says of itself: the letter says it to its reader.
    'main :is(h1, [role=note])': { display: 'none !important' },
    'main *': { minHeight: '0 !important' },
  },
} as const;

/** Prints a page black on white, without bars and other parts that are only for the screen. */
export const OnPaper = () => <GlobalStyles styles={paper} />;
/** A page whose `Letter` alone is printed. */
export const LetterOnPaper = () => <GlobalStyles styles={letter} />;

/** Changes the page in time for the printout, and back. */
export function useOnPrint(change: (isPrinting: boolean) => void): void {
  const onPrint = useEffectEvent(({ type }: Event) => flushSync(() => change(type === 'beforeprint')));
  useEffect(() => {
    const listener = (event: Event) => onPrint(event);
    for (const type of ['beforeprint', 'afterprint']) addEventListener(type, listener);
    return () => {
      for (const type of ['beforeprint', 'afterprint']) removeEventListener(type, listener);
    };
  }, []);
}

/** What paper has no room for; empty if it has all. */
const leftOutOnPaper = (count: number, printed: number, noun = 'rows'): string =>
  count > printed
    ? `The first ${formatCount(printed)} ${noun} are printed, ${formatCount(count - printed)} are left out; an export has all.`
    : '';

/** The filters in words, in place of their controls. */
export const FilteredBy = ({ list = [] }: { list?: readonly (readonly [label: string, value: string])[] }) =>
  list.length > 0 && <p data-print>{list.map(([label, value]) => `${label}: ${value}.`).join(' ')}</p>;

interface Head {
  label: string;
  isRight?: boolean;
}

/** Rows uncut, on paper alone: at most `printedRows` of them. */
export function PaperTable(props: {
  heads: readonly Head[];
  count: number;
  noun?: string;
  lead?: string;
  /** The cells of a row; undefined if it has not loaded. */
  cellsAt(position: number): readonly ReactNode[] | undefined;
  /** The cells of a last row. */
  totals?: readonly ReactNode[];
}) {
  const { heads, count, noun, lead, cellsAt, totals } = props;
  const rows = firstLoaded(Math.min(printedRows, count), cellsAt);
  const align = (column: number) => (heads[column]?.isRight ? 'right' : 'left');
  const words = [lead, leftOutOnPaper(count, rows.length, noun)].filter(Boolean).join(' ');
  const line = (cells: readonly ReactNode[], key: number) => (
    <tr key={key}>
      {cells.map((cell, column) => (
        <td key={column} data-align={align(column)}>
          {cell}
        </td>
      ))}
    </tr>
  );
  return (
    <div data-print>
      {words && <p>{words}</p>}
      <table>
        <thead>
          <tr>
            {heads.map(({ label }, column) => (
              <th key={column} data-align={align(column)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(line)}
          {totals && line(totals, rows.length)}
        </tbody>
      </table>
    </div>
  );
}
