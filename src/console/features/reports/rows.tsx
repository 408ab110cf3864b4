import { useCallback, useMemo, type ReactNode } from 'react';
import { isPayout } from '#answers/transaction-kind.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { reportValueText } from '#console/domain/collections/report-text.ts';
import { links } from '#console/domain/links.ts';
import { useChangedText } from '#console/domain/timeline/changed-text.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { SourceGrid } from '#kit/data-grid/source.tsx';
import type { Column } from '#kit/grid/columns.ts';
import { formatCount } from '#kit/ui/sums.ts';
import { moreChanges, type ReportSource, type View } from '#report-engine/protocol.ts';
import type { Row } from '#rules/column.ts';
import type { ColumnChoice } from './use-columns.ts';

const who = ['ClientName', 'Name', 'ClientNumber', 'ContractNumber'];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The usual width of a column fits this many letters. */
const fitting = 22;

/** A longer text takes two lines of its row. */
const Long = ({ children }: { children: string }) =>
  children.length > fitting ? <span data-long="">{children}</span> : children;

function Named({ row, to }: { row: Row; to: string | undefined }) {
  const [name, number] = [text(row.ClientName), text(row.ClientNumber)];
  const leading = <Leading to={to}>{name || number}</Leading>;
  return (
    <span data-lines="" title={name || undefined}>
      {name ? leading : <small>{leading}</small>}
      {name && number && <small> {number}</small>}
    </span>
  );
}

const Contract = ({ row, to }: { row: Row; to: string | undefined }) => (
  <>
    <Leading to={to}>{text(row.ContractNumber)}</Leading>
    <small>{isPayout(row) ? ' payout' : ''}</small>
  </>
);

const Leading = ({ to, children }: { to: string | undefined; children: string }) =>
  to === undefined ? (
    children
  ) : (
    <a href={to} data-to={to}>
      {children}
    </a>
  );

export function ReportRows(props: {
  report: Report;
  source: ReportSource;
  view: View;
  onView(view: View): void;
  columns: ColumnChoice;
  empty: ReactNode;
}) {
  const { report, source, view, onView, columns, empty } = props;
  const { href } = useTenant();
  // Payout contracts count their own sequences and have their own pages.
  const isOfPayouts = report.product === 'none';
  const linkOf = useCallback(
    (fieldName: string, row: Row): string | undefined => {
      const value = row[fieldName];
      const id = contractIdOf(row);
      if (id && (fieldName === 'ContractNumber' || fieldName === 'ContractSequence'))
        return href(isOfPayouts || isPayout(row) ? links.payoutContract(id) : links.contract(id));
      const client = fieldName === 'ClientName' || fieldName === 'ClientNumber' ? row.ClientNumber : undefined;
      const isNamed = fieldName === 'ClientName' || Boolean(value);
      return isNamed && typeof client === 'string' && client !== '' ? href(links.client(client)) : undefined;
    },
    [href, isOfPayouts],
  );
  const isOfChanges = report.columns.some(({ fieldName }) => fieldName === 'FieldChanged');
  const changedText = useChangedText({ isShort: true, isWanted: isOfChanges });
  const fields = useMemo(() => {
    const hasOld = columns.shown.includes('OldValue');
    const hasSurname = columns.shown.includes('Surname');
    const before = (row: Row) => changedText(text(row.FieldChanged), text(row.OldValue));
    const after = (row: Row) => changedText(text(row.FieldChanged), text(row.NewValue));
    // Minimum widths: the columns that are shown at first fit 1280 pixels.
    const cells: Partial<Record<string, Partial<Column<Row>>>> = {
      // With the client's number, on a second line where both don't fit.
      ClientName: { width: 164, growsTo: 244, cell: (row) => <Named row={row} to={linkOf('ClientName', row)} /> },
      ContractNumber: {
        width: 140,
        isPlain: true,
        cell: (row) => <Contract row={row} to={linkOf('ContractNumber', row)} />,
      },
      Name: hasSurname
        ? { width: 130 }
        : {
            label: 'Client',
            width: 190,
            cell: (row) => [text(row.Name), text(row.Surname)].filter(Boolean).join(' '),
          },
      Surname: { width: 130 },
      FrequencyCode: { width: 100 },
      TransactionDate: { width: 168 },
      ChangeDate: { width: 168 },
      InstalmentActionDate: { width: 116 },
      LastUpdateDate: { width: 168 },
      Status: { width: 124 },
      InstalmentStatus: { width: 124 },
      ChangeType: { width: 132 },
      FieldChanged: {
        width: 178,
        isPlain: true,
        cell: ({ FieldChanged: field, [moreChanges]: more }) =>
          text(field) && (
            <Long>
              {reportValueText('FieldChanged', text(field)) + (more ? ` and ${formatCount(more as number)} more` : '')}
            </Long>
          ),
      },
      OldValue: { cell: (row) => <Long>{before(row)}</Long> },
      NewValue: hasOld
        ? { cell: (row) => <Long>{after(row)}</Long> }
        : {
            label: 'Change',
            width: 190,
            isPlain: true,
            cell: (row) => <Long>{[before(row), after(row)].filter(Boolean).join(' → ')}</Long>,
          },
      InstalmentResult: { width: 192, isPlain: true },
      ResultCode: { width: 160 },
    };
    return report.columns.map(({ fieldName, label }): Column<Row> => ({ fieldName, label, ...cells[fieldName] }));
  }, [report, linkOf, changedText, columns.shown]);
  return (
    <SourceGrid
      label={report.title}
      who={who}
      source={source}
      view={view}
      onView={onView}
      columns={fields}
      layout={columns.layout}
      onLayout={columns.setLayout}
      linkOf={linkOf}
      empty={empty}
    />
  );
}
