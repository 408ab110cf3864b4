import { SelectBox, selectBoxSize } from '#kit/ui/select-box.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** How rows of a grid are selected, with the names and reasons that the boxes show. */
export interface SelectableRows<Row> extends Pick<RowSelection<Row>, 'has' | 'toggle'> {
  nameOf(row: Row): string;
  /** Why a row can't be selected; undefined if it can. */
  whyNot?(row: Row): string | undefined;
}

/** The box that selects a row, or as much room: what follows it is aligned in all rows. */
export function RowBox<Row>({ row, selection }: { row: Row; selection: SelectableRows<Row> }) {
  const why = selection.whyNot?.(row);
  if (why !== undefined) return <span title={why} style={{ display: 'inline-block', width: 28, ...selectBoxSize }} />;
  return (
    <>
      <SelectBox
        name={selection.nameOf(row)}
        isOn={selection.has(row)}
        onToggle={(isRange) => void selection.toggle(row, isRange)}
      />{' '}
    </>
  );
}
