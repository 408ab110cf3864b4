import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Fragment, useState, type ReactNode } from 'react';
import { DateField } from '#console/kit/dates/date-field.tsx';
import { CellInput } from '#console/kit/form/cell-input.ts';
import { readField, writeField } from '#console/kit/form/field-text.ts';
import { clamped, faultText } from '#console/kit/outcome/fault-text.ts';
import { show } from '#console/kit/ui/format.tsx';
import { Icon } from '#console/kit/ui/icons.tsx';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { isOpen, type Row } from './prepared.ts';

export const columns = [
  { label: 'Client', isHead: true },
  { label: 'Returned' },
  { label: 'New date' },
  { label: 'Amount' },
  { label: 'Next scheduled' },
  { label: 'Exclude' },
];

function Amount(props: { name: string; value: number | null; onChange: (value: number | null) => void }) {
  const { name, value, onChange } = props;
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

const small = (text: ReactNode, color = 'textSecondary') => (
  <Typography component="div" variant="body2" color={color}>
    {text}
  </Typography>
);

/** What prevented a row. The full text is below the table. */
function resultOf({ state, reasons }: Row): string {
  if (state === 'unknown') return 'Not known: check first';
  if (state !== 'refused') return '';
  return clamped(reasons.map(faultText).join(' ')) || 'Not accepted. No reason was given.';
}

/** The cells of a row, in the order of `columns`. */
export function cellsOf(shown: {
  row: Row;
  name: string;
  client: string;
  /** What the contract has scheduled next, as text. */
  coming: string;
  /** The contract is debited on that day already. */
  isTwice: boolean;
  /** Collected since the debit failed, as text; '' for nothing. */
  since: string;
  /** Why it should not be collected again; '' if nothing is against it. */
  against: string;
  /** Debits of the contract without an outcome, as text. */
  atBank: string;
  /** How often the contract was debited in vain, as text; '' for once. */
  tried: string;
  isWrong: boolean;
  /** It differs from the date for all. */
  isOwnDate: boolean;
  onChange: (fields: Partial<Row>) => void;
  onRemove: () => void;
}): ReactNode[] {
  const { row, name, client, coming, isTwice, since, against, atBank, tried, isWrong, isOwnDate, onChange, onRemove } =
    shown;
  const { unpaid, date, amount } = row;
  const isEditable = isOpen(row);
  const result = resultOf(row);
  return [
    <Fragment key="client">
      {client || unpaid.ContractNumber}
      {small([unpaid.ContractNumber, unpaid.ContractSequence].filter(Boolean).join(' · '))}
    </Fragment>,
    <Fragment key="returned">
      {weekdayText(unpaid.TransactionDate ?? '')}
      {small(show('Amount', unpaid.Amount))}
      {tried && small(tried)}
    </Fragment>,
    isEditable ? (
      <DateField
        key="date"
        isBare
        hasMarks={isOwnDate}
        isWrong={date !== '' && isWrong}
        label={`Date, ${name}`}
        lean="ahead"
        value={date}
        onChange={(next) => onChange({ date: next })}
      />
    ) : (
      dayText(date)
    ),
    isEditable ? (
      <Amount key="amount" name={name} value={amount} onChange={(next) => onChange({ amount: next })} />
    ) : (
      show('Amount', amount)
    ),
    <Fragment key="coming">
      {small(coming)}
      {isTwice && small('Already has a debit that day', 'warning')}
      {atBank && small(atBank, 'warning')}
      {since && small(since, 'warning')}
      {against && small(against, 'warning')}
      {(since || against) && isEditable && (
        <label>
          <input
            type="checkbox"
            aria-label={`Collect anyway, ${name}`}
            checked={row.isAnyway === true}
            onChange={({ target }) => onChange({ isAnyway: target.checked })}
          />{' '}
          Collect anyway
        </label>
      )}
      {result && small(result, 'error')}
    </Fragment>,
    isEditable && (
      <Button
        key="exclude"
        size="small"
        color="inherit"
        onClick={onRemove}
        aria-label={`Exclude ${name}`}
        sx={{ minWidth: 36 }}
      >
        <Icon name="close" size={16} />
      </Button>
    ),
  ];
}
