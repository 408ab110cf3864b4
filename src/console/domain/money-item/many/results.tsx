import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { RowState } from '#answers/send/results.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { CellInput } from '#kit/form/cell-input.ts';
import { clampedText, faultText } from '#kit/form/fault-text.ts';
import type { Column } from '#kit/grid/columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { isDate } from '#rules/calendar.ts';
import { parseAmount } from '#rules/money.ts';
import { changedItem, clientOf, itemContract, nameOf } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { BulkChange } from './plan.ts';
import { fieldOfChange, valueOf, itemValueText } from './preview.tsx';
import type { Queue, QueueRow } from './queue.ts';
import { pastOf } from './texts.ts';

const stateTexts: Partial<Record<RowState, string>> = { refused: 'Not saved', unknown: 'Not known' };

interface Row {
  key: string;
  client: string;
  contract: string;
  number?: number | null;
  value: unknown;
  result: string;
  row: QueueRow;
}

/** Rows that need attention first. */
const order: readonly RowState[] = ['refused', 'unknown'];

/** Corrects the value of a refused row. `onValue` gets `undefined` for an invalid value. */
function Correction(props: {
  change: BulkChange;
  label: string;
  value: unknown;
  onValue: (value: string | number | undefined) => void;
}) {
  const { change, label, value, onValue } = props;
  const [text, setText] = useState(() =>
    typeof value === 'number' ? value.toFixed(2).replace('.', ',') : String(value ?? '').slice(0, 10),
  );
  const read = (given: string) =>
    change.kind === 'amount' ? parseAmount(given) : change.kind === 'tracking' || isDate(given) ? given : undefined;
  return (
    <CellInput
      aria-label={label}
      aria-invalid={read(text) === undefined}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value);
        onValue(read(event.target.value.trim()));
      }}
      style={{ height: 28 }}
    />
  );
}

/** What went wrong. Only refused items are corrected and resent. */
export function BulkResults(props: {
  queue: Queue;
  change: BulkChange;
  resource: MoneyItemResource;
  isUndo: boolean;
  /** Called with the keys of rows whose typed value is invalid. */
  onWrong: (wrong: ReadonlySet<string>) => void;
}) {
  const { queue, change, resource, isUndo, onWrong } = props;
  const nameOfClient = useKnownNames();
  const [wrong] = useState(() => new Set<string>());
  const correct = (row: QueueRow, value: string | number | undefined) => {
    if (value === undefined) wrong.add(row.key);
    else {
      wrong.delete(row.key);
      const fieldName = fieldOfChange(change, resource);
      queue.correct(row, { [fieldName]: fieldName === resource.date ? `${value}${row.before.due.slice(10)}` : value });
    }
    onWrong(new Set(wrong));
  };
  const { accepted, refused, unknown } = queue;
  const sums = [
    accepted > 0 && `${formatCount(accepted)} ${isUndo ? 'undone' : pastOf(change)}`,
    refused > 0 && `${formatCount(refused)} not ${isUndo ? 'undone' : 'saved'}`,
    unknown > 0 && `${formatCount(unknown)} not known`,
  ];
  const rows = queue.rows
    .filter((it) => it.state === 'refused' || it.state === 'unknown')
    .map((row): Row => ({
      key: row.key,
      client: clientOf(row.before, nameOfClient),
      contract: itemContract(row.before),
      number: row.before.number,
      value: valueOf(change, resource, changedItem(row.before, row.item)),
      result: [stateTexts[row.state], ...row.faults.map((it) => clampedText(faultText(it)))].join(': '),
      row,
    }))
    .toSorted((one, other) => order.indexOf(one.row.state) - order.indexOf(other.row.state));
  const columns: Column<Row>[] = [
    ...(rows.some((it) => it.client) ? [{ fieldName: 'client', label: 'Client', width: 160 }] : []),
    { fieldName: 'contract', label: 'Contract', width: 110 },
    { fieldName: 'number', label: 'No.', width: 64, align: 'left' },
    {
      fieldName: 'value',
      label: change.kind === 'cancel' ? 'Date' : 'After',
      width: 150,
      cell: (it) =>
        it.row.state === 'refused' && change.kind !== 'cancel' && !isUndo ? (
          <Correction
            change={change}
            label={`New value of ${nameOf(it.row.before, false)}`}
            value={it.value}
            onValue={(value) => correct(it.row, value)}
          />
        ) : (
          itemValueText(change, resource, it.value)
        ),
    },
    {
      fieldName: 'result',
      label: 'Result',
      width: 260,
      cell: (it) => (
        <Typography
          component="span"
          variant="body2"
          title={it.result}
          color={it.row.state === 'refused' ? 'error' : it.row.state === 'unknown' ? 'warning' : undefined}
        >
          {it.result}
        </Typography>
      ),
    },
  ];
  return (
    <Stack spacing={1}>
      <Notice tone={unknown > 0 ? 'warning' : refused > 0 ? 'error' : 'info'}>
        <Typography component="h2" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {sums.filter(Boolean).join(' · ')}
        </Typography>
        {unknown > 0 && 'There was no answer, so they may or may not be saved. Ask again: nothing is saved twice.'}
        {unknown === 0 &&
          refused > 0 &&
          change.kind !== 'cancel' &&
          !isUndo &&
          'Correct these; only they are sent again.'}
      </Notice>
      {rows.length > 0 && (
        <Grid<Row>
          label="Results"
          rows={rows}
          columns={columns}
          status={{ loading: false }}
          empty={null}
          rowKey={(it) => it.key}
        />
      )}
    </Stack>
  );
}
