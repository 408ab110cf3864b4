import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import type { Column } from '#console/kit/grid/columns.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { clamped, faultText } from '#console/kit/outcome/fault-text.ts';
import { isDate } from '#rules/calendar.ts';
import { parseAmount } from '#rules/money.ts';
import { clientOf, contractOf, dueOf, nameOf } from '../item.ts';
import type { InstalmentResource } from '../resource.ts';
import type { Change } from './plan.ts';
import { valueOf, valueText } from './preview.tsx';
import type { Queue, Step } from './queue.ts';

const words: Record<Step['state'], string> = {
  waiting: 'Not sent',
  sending: 'Sending',
  done: 'Done',
  refused: 'Refused',
  unknown: 'Not known',
};

interface Row {
  key: string;
  client: string;
  contract: string;
  InstalmentSequence?: number | null;
  value: unknown;
  result: string;
  step: Step;
}

/** What stands in the order of attention: what was refused, what is not known, what was not sent, the rest. */
const order: readonly Step['state'][] = ['refused', 'unknown', 'waiting', 'sending', 'done'];

/** The value of a refused row, to be corrected in place. `onValue` is given nothing for what cannot be sent. */
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
    <Box
      component="input"
      aria-label={label}
      aria-invalid={read(text) === undefined}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value);
        onValue(read(event.target.value.trim()));
      }}
      sx={{ width: '100%', height: 28, font: 'inherit', px: 1, color: 'inherit', bgcolor: 'background.default' }}
    />
  );
}

/** What became of each instalment; what was refused is corrected here, and only that goes again. */
export function Results(props: {
  queue: Queue;
  change: Change;
  resource: InstalmentResource;
  /** Told which rows cannot be sent as they are typed. */
  onWrong: (wrong: ReadonlySet<string>) => void;
}) {
  const { queue, change, resource, onWrong } = props;
  const nameOfClient = useKnownNames();
  const [wrong] = useState(() => new Set<string>());
  const correct = (step: Step, value: string | number | undefined) => {
    if (value === undefined) wrong.add(step.key);
    else {
      wrong.delete(step.key);
      const at = dueOf(step.it);
      const isDay = change.kind !== 'amount' && change.kind !== 'tracking';
      const fieldName = isDay ? resource.date : change.kind === 'amount' ? 'InstalmentAmount' : 'TrackingCode';
      queue.correct(step, { [fieldName]: isDay ? `${value}${at.slice(10)}` : value });
    }
    onWrong(new Set(wrong));
  };
  const { done, refused, unknown, sent, waiting } = queue;
  const rows = queue.steps
    .map((step): Row => ({
      key: step.key,
      client: clientOf(step.it, nameOfClient),
      contract: contractOf(step.it),
      InstalmentSequence: step.it.InstalmentSequence,
      value: valueOf(change, { ...step.it, ...step.item }),
      result: [words[step.state], ...step.faults.map((it) => clamped(faultText(it)))].join(': '),
      step,
    }))
    .toSorted((one, other) => order.indexOf(one.step.state) - order.indexOf(other.step.state));
  const columns: Column<Row>[] = [
    ...(rows.some((it) => it.client) ? [{ fieldName: 'client', label: 'Client', width: 160 }] : []),
    { fieldName: 'contract', label: 'Contract', width: 110 },
    { fieldName: 'InstalmentSequence', label: 'No.', width: 64, align: 'left' },
    {
      fieldName: 'value',
      label: change.kind === 'cancel' ? 'Date' : 'After',
      width: 150,
      cell: (it) =>
        it.step.state === 'refused' && change.kind !== 'cancel' ? (
          <Correction
            change={change}
            label={`New value of ${nameOf(it.step.it, false)}`}
            value={it.value}
            onValue={(value) => correct(it.step, value)}
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
          color={it.step.state === 'refused' ? 'error' : it.step.state === 'unknown' ? 'warning' : undefined}
        >
          {it.result}
        </Typography>
      ),
    },
  ];
  return (
    <Stack spacing={1}>
      <Alert
        severity={unknown > 0 ? 'warning' : refused > 0 ? 'error' : 'success'}
        role={unknown + refused > 0 ? 'alert' : 'status'}
      >
        <Typography component="h2" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {done} done + {refused} refused + {unknown} unknown = {sent} sent
        </Typography>
        {unknown > 0 && 'What is not known may or may not have been saved: check it before anything goes again.'}
        {unknown === 0 && refused > 0 && change.kind !== 'cancel' && 'Correct what was refused; only that goes again.'}
        {waiting > 0 && unknown + refused === 0 && 'Some were not sent.'}
      </Alert>
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
