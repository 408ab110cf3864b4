import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useSyncExternalStore, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { GridSource } from '#kit/base/grid-source.ts';
import type { ShownColumn } from '#kit/grid/columns.ts';
import { host, labelFor } from '#kit/host.ts';
import { Facts } from '#kit/ui/facts.tsx';
import { FieldValue, formatField } from '#kit/ui/format.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { Row } from '#rules/column.ts';
import { parseJson } from '#rules/json.ts';

const Content = styled('div')({
  padding: 20,
  fontSize: '0.875rem',
  '& header': { display: 'flex', alignItems: 'center', gap: 4, marginBottom: 16 },
  '& h2': { margin: 0, flex: 1, fontSize: '1rem' },
  '& nav': { display: 'flex', flexWrap: 'wrap', gap: 8, marginBottom: 20 },
});

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
    const to = row && linkOf?.(fieldName, row);
    return to === undefined ? [] : { fieldName, to };
  });
  // Name and number of a client have the same link.
  const leading = leads.filter(({ to }, at) => leads.findIndex((it) => it.to === to) === at);
  const move = (by: number) => {
    const next = position + by;
    if (next >= 0 && next < state.count) onMove(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(by);
  };
  const title = `Row ${formatCount(position + 1)} of ${formatCount(state.count)}`;
  return (
    <Modal label={title} at="end" onKeyDown={onKeyDown} onClose={onClose}>
      <Content>
        <header>
          <h2 aria-live="polite">{title}</h2>
          <Button size="small" aria-label="Previous row" onClick={() => move(-1)} sx={{ minWidth: 36 }}>
            ↑
          </Button>
          <Button size="small" aria-label="Next row" onClick={() => move(1)} sx={{ minWidth: 36 }}>
            ↓
          </Button>
          <Button size="small" aria-label="Close" onClick={onClose} sx={{ minWidth: 36 }}>
            <Icon name="close" size={16} />
          </Button>
        </header>
        {leading.length > 0 && (
          <nav aria-label="Open">
            {leading.map(({ fieldName, to }) => (
              <Button key={fieldName} component={Link} to={to} size="small" variant="outlined">
                {labels.find((it) => it.fieldName === fieldName)?.label ?? labelFor(fieldName)}{' '}
                {formatField(fieldName, row?.[fieldName])}
              </Button>
            ))}
          </nav>
        )}
        {row ? <Facts record={row} fieldNames={plain} /> : 'Loading this row…'}
        {row &&
          nested.map((fieldName) => (
            <Records key={fieldName} fieldName={fieldName} records={recordsOf(row[fieldName])} />
          ))}
      </Content>
    </Modal>
  );
}
