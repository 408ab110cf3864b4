import { useState } from 'react';
import type { FieldName } from '../../../../contract/fields.ts';
import { useLabels } from '../../../api/lookups.ts';
import { useTenant } from '../../../api/tenant.ts';
import { fileName, fileTypes, saveFile } from '../../../report-engine/save-file.ts';
import { shownOf, type Column } from '../../grid/columns.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { countText } from '../../ui/sums.ts';
import { Menu } from '../menu.tsx';
import { fileColumns, fileRows } from './file.ts';

interface Props<Row> {
  /** The list's name, for the file's. */
  title: string;
  noun: readonly [string, string];
  count: number;
  /** All rows, in the order that the list is shown in; they may have to be read first. */
  rows(): readonly Row[] | Promise<readonly Row[]>;
  columns: readonly (FieldName | Column<Row>)[];
  /** What the rows were narrowed to, in words. */
  filteredBy: readonly (readonly [label: string, value: string])[];
}

/** Saves the rows that are shown as a file; it is written in a worker. */
export function ExportButton<Row extends object>({ title, noun, count, rows, columns, filteredBy }: Props<Row>) {
  const { merchant, product } = useTenant();
  const wanted = fileColumns(columns.map(shownOf));
  const labelOf = useLabels(wanted.map((it) => it.fieldName));
  const [message, setMessage] = useState('');

  const write = async (format: 'csv' | 'xlsx') => {
    const name = fileName({ title: `${title} ${merchant} ${product}`, count, noun, format });
    setMessage('');
    try {
      // At once: browsers ask where to save only straight from a press.
      const to = await saveFile(name, fileTypes[format]);
      if (!to) return;
      const { writeList } = await import('../../../report-engine/list-file.ts');
      const all = await rows();
      const about = [
        ['List', title],
        ['Merchant', merchant],
        ['Product', product],
        ...filteredBy,
        ['Rows', all.length],
      ];
      await writeList(
        {
          format,
          columns: wanted.map(({ fieldName, kind, title: heading }) => ({ fieldName, kind, title: heading })),
          about: format === 'csv' ? undefined : about,
          rows: fileRows(all, wanted, labelOf),
        },
        to,
      );
      setMessage(`Exported: ${name}`);
    } catch (error) {
      setMessage(`No file was kept: ${String((error as Error).message)}`);
    }
  };

  return (
    <>
      <Menu
        label="Export"
        name={`Export ${countText(count, noun)}`}
        items={[
          { label: 'CSV', act: () => void write('csv') },
          { label: 'Excel (XLSX)', act: () => void write('xlsx') },
        ]}
      />
      <Hidden>
        <span role="status">{message}</span>
      </Hidden>
    </>
  );
}
