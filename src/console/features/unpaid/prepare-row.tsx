import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { DateField } from '#console/kit/dates/date-field.tsx';
import { CellInput } from '#console/kit/form/cell-input.ts';
import { readField, writeField } from '#console/kit/form/field-text.ts';
import { clamped, faultText } from '#console/kit/outcome/fault-text.ts';
import { show } from '#console/kit/ui/format.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { dayText } from '#rules/day-text.ts';
import { isOpen, type Row } from './prepared.ts';

function Amount({
  name,
  value,
  onChange,
}: {
  name: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState({ text: writeField('InstalmentAmount', value), value });
  const text = Object.is(typed.value, value) ? typed.text : writeField('InstalmentAmount', value);
  return (
    <CellInput
      style={{ height: 36, textAlign: 'right' }}
      aria-label={`Amount, ${name}`}
      aria-invalid={readField('InstalmentAmount', text).problem !== undefined || text.trim() === ''}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        const read = readField('InstalmentAmount', target.value);
        const next = typeof read.value === 'number' && !read.problem ? read.value : null;
        setTyped({ text: target.value, value: next });
        onChange(next);
      }}
    />
  );
}

function ResultOfRow({ row }: { row: Row }) {
  const { state, reasons } = row;
  if (state === 'accepted') return <StatusMark value="COMPLETED" label="Created" />;
  if (state === 'unknown') return <>Not known: check first</>;
  if (state !== 'refused') return null;
  return (
    <Typography
      component="span"
      variant="body2"
      color="error"
      // The full text is below the table.
      sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 4, overflow: 'hidden' }}
    >
      {clamped(reasons.map(faultText).join(' ')) || 'Not accepted. No reason was given.'}
    </Typography>
  );
}

export function PrepareRow({
  row,
  name,
  client,
  coming,
  since,
  problem,
  onChange,
  onRemove,
}: {
  row: Row;
  name: string;
  client: string;
  /** What the contract has scheduled next, as text. */
  coming: string;
  /** Collected since the debit failed, as text; '' for nothing. */
  since: string;
  problem: string | undefined;
  onChange: (fields: Partial<Row>) => void;
  onRemove: () => void;
}) {
  const { unpaid, date, amount } = row;
  const isEditable = isOpen(row);
  return (
    <tr>
      <th scope="row">
        {client || unpaid.ContractNumber}
        <Typography component="div" variant="body2" color="textSecondary">
          {[unpaid.ContractNumber, unpaid.ContractSequence].filter(Boolean).join(' · ')}
        </Typography>
      </th>
      <td>
        {show('Amount', unpaid.Amount)}
        <Typography component="div" variant="body2" color="textSecondary">
          {dayText(unpaid.TransactionDate ?? '')}
        </Typography>
      </td>
      <td>
        {isEditable ? (
          <DateField
            isBare
            isWrong={date !== '' && problem !== undefined}
            label={`Date, ${name}`}
            lean="ahead"
            value={date}
            onChange={(next) => onChange({ date: next })}
          />
        ) : (
          dayText(date)
        )}
      </td>
      <td>
        {isEditable ? (
          <Amount name={name} value={amount} onChange={(next) => onChange({ amount: next })} />
        ) : (
          show('Amount', amount)
        )}
      </td>
      <td>
        <Typography component="span" variant="body2" color={coming.includes('same day') ? 'warning' : 'textSecondary'}>
          {coming}
        </Typography>
        {since && (
          <Typography component="div" variant="body2" color="warning">
            {since}
          </Typography>
        )}
        {since && isEditable && (
          <label>
            <input
              type="checkbox"
              aria-label={`Collect again anyway, ${name}`}
              checked={row.isAnyway === true}
              onChange={({ target }) => onChange({ isAnyway: target.checked })}
            />{' '}
            Collect again anyway
          </label>
        )}
      </td>
      <td>
        <ResultOfRow row={row} />
        {isEditable && (
          <Button size="small" onClick={onRemove} aria-label={`Exclude ${name}`}>
            Exclude
          </Button>
        )}
      </td>
    </tr>
  );
}
