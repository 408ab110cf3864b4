import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { RowState } from '#console/api/send/results.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { CellInput } from '#console/kit/form/cell-input.ts';
import type { Column } from '#console/kit/grid/columns.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { clamped, faultText } from '#console/kit/outcome/fault-text.ts';
import { Notice } from '#console/kit/ui/notice.tsx';
import { isDate } from '#rules/calendar.ts';
import { parseAmount } from '#rules/money.ts';
import { clientOf, contractOf, dueOf, nameOf, numberOf } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { Change } from './plan.ts';
import { fieldOfChange, valueOf, valueText } from './preview.tsx';
import type { Queue, QueueRow } from './queue.ts';

const stateTexts: Record<RowState, string> = {
  unsent: 'Not sent',
  sending: 'Sending',
  accepted: 'Done',
  refused: 'Refused',
  unknown: 'Not known',
};

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
const order: readonly RowState[] = ['refused', 'unknown', 'unsent', 'sending', 'accepted'];

/** Corrects the value of a refused row. `onValue` gets `undefined` for an invalid value. */
function Correction(props: {
  change: Change;
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

/** Outcome of each item. Only refused ones are corrected and resent. */
export function Results(props: {
  queue: Queue;
  change: Change;
  resource: MoneyItemResource;
  /** Called with the keys of rows whose typed value is invalid. */
  onWrong: (wrong: ReadonlySet<string>) => void;
}) {
  const { queue, change, resource, onWrong } = props;
  const nameOfClient = useKnownNames();
  const [wrong] = useState(() => new Set<string>());
  const correct = (row: QueueRow, value: string | number | undefined) => {
    if (value === undefined) wrong.add(row.key);
    else {
      wrong.delete(row.key);
      const at = dueOf(row.it);
      const fieldName = fieldOfChange(change, resource);
      queue.correct(row, { [fieldName]: fieldName === resource.date ? `${value}${at.slice(10)}` : value });
    }
    onWrong(new Set(wrong));
  };
  const { accepted, refused, unknown, sent, unsent } = queue;
  const rows = queue.rows
    .map((row): Row => ({
      key: row.key,
      client: clientOf(row.it, nameOfClient),
      contract: contractOf(row.it),
      number: numberOf(row.it),
      value: valueOf(change, { ...row.it, ...row.item }),
      result: [stateTexts[row.state], ...row.faults.map((it) => clamped(faultText(it)))].join(': '),
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
        it.row.state === 'refused' && change.kind !== 'cancel' ? (
          <Correction
            change={change}
            label={`New value of ${nameOf(it.row.it, false)}`}
            value={it.value}
            onValue={(value) => correct(it.row, value)}
          />
        ) : (
          valueText(change, resource, it.value)
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
      <Notice
        tone={unknown > 0 ? 'warning' : refused > 0 ? 'error' : 'success'}
        role={unknown + refused > 0 ? 'alert' : 'status'}
      >
        <Typography component="h2" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {accepted} done + {refused} refused + {unknown} unknown = {sent} sent
        </Typography>
        {unknown > 0 && 'What is not known may or may not have been saved: check it before anything goes again.'}
        {unknown === 0 && refused > 0 && change.kind !== 'cancel' && 'Correct what was refused; only that goes again.'}
        {unsent > 0 && unknown + refused === 0 && 'Some were not sent.'}
      </Notice>
      <Grid<Row>
        label="Results"
        rows={rows}
        columns={columns}
        status={{ loading: false }}
        empty={null}
        rowKey={(it) => it.key}
      />
    </Stack>
  );
}
