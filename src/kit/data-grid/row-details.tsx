import Button from '@mui/material/Button';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import type { GridSource } from '#kit/base/grid-source.ts';
import type { ShownColumn } from '#kit/grid/columns.ts';
import { host, labelFor } from '#kit/host.ts';
import { Facts } from '#kit/ui/facts.tsx';
import { FieldValue, formatField } from '#kit/ui/format.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { Row } from '#rules/column.ts';
import { parseJson } from '#rules/json.ts';

/** Some services and reads return them as JSON text. */
function recordsOf(value: unknown): Row[] {
  let list = value;
  if (typeof value === 'string' && value.startsWith('['))
    try {
      list = parseJson(value);
    } catch {
      return [];
    }
  return Array.isArray(list) ? list.filter((it): it is Row => typeof it === 'object' && it !== null) : [];
}

function Records({ fieldName, records }: { fieldName: string; records: readonly Row[] }) {
  const fieldNames = [...new Set(records.flatMap((it) => Object.keys(it)))];
  return (
    <>
      <h3>{labelFor(fieldName)}</h3>
      <PlainTable
        label={labelFor(fieldName)}
        columns={fieldNames.map((it) => ({ label: labelFor(it) }))}
        rows={records.map((record, index) => ({
          key: index,
          cells: fieldNames.map((it) => <FieldValue key={it} fieldName={it} value={record[it]} />),
        }))}
      />
    </>
  );
}

/** Arrow Up and Down change the row; Escape returns to the grid. */
export function RowDetails(props: {
  source: GridSource;
  position: number;
  labels: readonly ShownColumn<Row>[];
  linkOf?(fieldName: string, row: Row): string | undefined;
  onMove(position: number): void;
  onClose(): void;
}) {
  const { source, position, labels, linkOf, onMove, onClose } = props;
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => source.subscribe(listener), [source]),
    () => source.getSnapshot(),
  );
  const row = source.rowAt(position);
  // It may have scrolled out.
  useEffect(() => {
    if (!row) source.show(position, position + 1);
  }, [source, position, row]);

  const known = source.columns.map((it) => it.fieldName);
  const fieldNames = [...known, ...Object.keys(row ?? {}).filter((it) => !known.includes(it))];
  const nested = fieldNames.filter((it) => host.fieldOf(it)?.input === 'records');
  const plain = fieldNames.filter((it) => !nested.includes(it));
  const leads = fieldNames.flatMap((fieldName) => {
    const to = row && formatField(fieldName, row[fieldName]) !== '' ? linkOf?.(fieldName, row) : undefined;
    return to === undefined ? [] : { fieldName, to };
  });
  // Name and number of a client have the same link.
  const leading = leads.filter(({ to }, at) => leads.findIndex((it) => it.to === to) === at);
  const title = `Row ${formatCount(position + 1)} of ${formatCount(state.count)}`;
  return (
    <Modal
      at="end"
      title={<span aria-live="polite">{title}</span>}
      steps={{
        labels: ['Previous row', 'Next row'],
        to: [
          position > 0 ? () => onMove(position - 1) : undefined,
          position + 1 < state.count ? () => onMove(position + 1) : undefined,
        ],
      }}
      onClose={onClose}
      actions={
        leading.length > 0 &&
        leading.map(({ fieldName, to }, index) => (
          <Button
            key={fieldName}
            component={Link}
            to={to}
            variant={index === leading.length - 1 ? 'contained' : 'outlined'}
          >
            {labels.find((it) => it.fieldName === fieldName)?.label ?? labelFor(fieldName)}{' '}
            {formatField(fieldName, row?.[fieldName])}
          </Button>
        ))
      }
    >
      {row ? <Facts record={row} fieldNames={plain} /> : 'Loading this row…'}
      {row &&
        nested.map((fieldName) => (
          <Records key={fieldName} fieldName={fieldName} records={recordsOf(row[fieldName])} />
        ))}
    </Modal>
  );
}
