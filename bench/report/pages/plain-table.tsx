import { words } from './page.ts';

/** The first rows, and nothing that costs. */
export function PlainTable({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }) {
  return (
    <div className="table" role="grid">
      {rows.map((row, position) => (
        <div key={position} role="row" aria-rowindex={position + 2}>
          {words.map((word) => (
            <span key={word} role="gridcell" className="cell">
              {String(row[word])}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
