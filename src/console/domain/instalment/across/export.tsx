import { useState } from 'react';
import { dayText } from '../../../../rules/day-text.ts';
import { useLabels } from '../../../api/lookups.ts';
import { useTenant } from '../../../api/tenant.ts';
import { rowsOf } from '../../../kit/data-grid/selection.ts';
import type { Days } from '../../../kit/dates/ranges.ts';
import { shownOf, type Column } from '../../../kit/grid/columns.ts';
import { fileColumns, fileRows, listFileName } from '../../../kit/list/export/file.ts';
import { Hidden } from '../../../kit/ui/hidden.tsx';
import { Menu } from '../../../kit/list/menu.tsx';
import type { ReportSource } from '../../../report-engine/protocol.ts';
import { fileTypes, saveFile } from '../../../report-engine/save-file.ts';
import { clientOf, counted, type Instalment } from '../totals.ts';
import { instalmentOf } from './line.tsx';

type Exported = Instalment & { client: string };

const columns: Column<Exported>[] = [
  { fieldName: 'client', label: 'Client' },
  { fieldName: 'ClientNumber' },
  { fieldName: 'ContractNumber' },
  { fieldName: 'ContractSequence' },
  { fieldName: 'InstalmentSequence' },
  { fieldName: 'InstalmentActionDate' },
  { fieldName: 'InstalmentAmount' },
  { fieldName: 'InstalmentStatus' },
];

/** Saves what the list is narrowed to as a file, in the order shown. */
export function ExportAcross(props: {
  source: ReportSource;
  count: number;
  range: Days;
  filteredBy: readonly (readonly [label: string, value: string])[];
  nameOfClient: (number: string) => string | undefined;
  /** All rows were read. */
  onRead: () => void;
}) {
  const { source, count, range, filteredBy, nameOfClient, onRead } = props;
  const { merchant, product } = useTenant();
  const wanted = fileColumns(columns.map(shownOf<Exported>));
  const labelOf = useLabels(wanted.map((it) => it.fieldName));
  const [said, setSaid] = useState('');
  const write = async (format: 'csv' | 'xlsx') => {
    const noun = ['instalment', 'instalments'] as const;
    const name = listFileName({ title: `Instalments ${merchant} ${product}`, count, noun, format });
    setSaid('');
    try {
      // At once: browsers ask where to save only straight from a press.
      const to = await saveFile(name, fileTypes[format]);
      if (!to) return;
      const { writeList } = await import('../../../report-engine/list-file.ts');
      const found = await rowsOf(source, 0, count, new AbortController().signal);
      onRead();
      const rows = found.map((row): Exported => {
        const it = instalmentOf(row);
        return { ...it, client: clientOf(it, nameOfClient) };
      });
      const days = [
        ['From', dayText(range.from)],
        ['To', dayText(range.to)],
      ];
      const about = [['List', 'Instalments'], ['Merchant', merchant], ['Product', product], ...days, ...filteredBy];
      await writeList(
        {
          format,
          columns: wanted.map(({ fieldName, kind, title }) => ({ fieldName, kind, title })),
          about: format === 'csv' ? undefined : [...about, ['Rows', count]],
          rows: fileRows(rows, wanted, labelOf),
        },
        to,
      );
      setSaid(`Exported: ${name}`);
    } catch (error) {
      setSaid(`No file was kept: ${String((error as Error).message)}`);
    }
  };
  return (
    <>
      <Menu
        label="Export"
        name={`Export ${counted(count)}`}
        items={[
          { label: 'CSV', act: () => void write('csv') },
          { label: 'Excel (XLSX)', act: () => void write('xlsx') },
        ]}
      />
      <Hidden>
        <span role="status">{said}</span>
      </Hidden>
    </>
  );
}
