import Stack from '@mui/material/Stack';
import { DateInput } from '#kit/form/date-input.tsx';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { SuggestedInput } from '#kit/form/suggested-input.tsx';
import { TypedInput } from '#kit/form/typed-input.tsx';
import type { MoneyItemResource } from '../resource.ts';
import type { BulkChange } from './plan.ts';

const nothing = () => {};

const moves = {
  bankingDayNext: 'The next banking day',
  bankingDayPrevious: 'The previous banking day',
  shift: 'By days',
  date: 'A specific date',
} as const;
type Move = keyof typeof moves;

const moveOf = (change: BulkChange): Move =>
  change.kind === 'bankingDay'
    ? change.to === 'next'
      ? 'bankingDayNext'
      : 'bankingDayPrevious'
    : change.kind === 'date'
      ? 'date'
      : 'shift';

const startOf: Record<Move, BulkChange> = {
  bankingDayNext: { kind: 'bankingDay', to: 'next' },
  bankingDayPrevious: { kind: 'bankingDay', to: 'previous' },
  shift: { kind: 'shift', days: undefined },
  date: { kind: 'date', date: undefined },
};

/** The typed number of days; `undefined` if it isn't a whole number. */
const daysOf = (text: string): number | undefined => {
  const plain = text.trim().replace('−', '-');
  return /^[+-]?\d{1,4}$/.test(plain) ? Number(plain) : undefined;
};

export function ChooseChange(props: {
  change: BulkChange;
  resource: MoneyItemResource;
  onChange: (change: BulkChange) => void;
}) {
  const { change, resource, onChange } = props;
  if (change.kind === 'cancel') return null;
  if (change.kind === 'amount')
    return (
      <TypedInput
        fieldName={resource.amount}
        name={resource.amount}
        value={change.amount}
        onChange={(value) => onChange({ kind: 'amount', amount: typeof value === 'number' ? value : undefined })}
        onBlur={nothing}
        autoFocus
        hint={resource.amountHint}
      />
    );
  if (change.kind === 'tracking')
    return (
      <SuggestedInput
        fieldName="TrackingCode"
        name="TrackingCode"
        value={change.code}
        onChange={(value) => onChange({ kind: 'tracking', code: typeof value === 'string' ? value : undefined })}
        onBlur={nothing}
        autoFocus
      />
    );
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ '& > *': { flex: 1 } }}>
      <PlainSelect
        label="Move to"
        value={moveOf(change)}
        autoFocus={change.kind === 'bankingDay'}
        onChange={({ target }) => onChange(startOf[target.value as Move])}
      >
        {Object.entries(moves).map(([move, label]) => (
          <option key={move} value={move}>
            {label}
          </option>
        ))}
      </PlainSelect>
      {change.kind === 'shift' && (
        <PlainInput
          key="days"
          label="Days"
          autoFocus
          defaultValue={change.days ?? ''}
          hint="e.g. 7 = one week later, −1 = one day earlier"
          onChange={({ target }) => onChange({ kind: 'shift', days: daysOf(target.value) })}
        />
      )}
      {change.kind === 'date' && (
        <DateInput
          fieldName="CollectionDate"
          name="CollectionDate"
          value={change.date ?? null}
          onChange={(value) => onChange({ kind: 'date', date: typeof value === 'string' ? value : undefined })}
          onBlur={nothing}
          autoFocus
        />
      )}
      {change.kind === 'bankingDay' && <span />}
    </Stack>
  );
}
