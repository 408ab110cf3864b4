import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Fragment, useState, type ReactNode } from 'react';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { atBankText } from '#console/domain/money-item/at-bank.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { CellInput } from '#kit/form/cell-input.ts';
import { clampedText, faultText } from '#kit/form/fault-text.ts';
import { readField, writeField } from '#kit/form/field-text.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { PageSteps } from '#kit/ui/step.tsx';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { debitName } from './desk.ts';
import type { PreparedDebits } from './prepared.ts';
import { isOpen, type NewDebitRow } from './rows.ts';

/** Rows of inputs rendered at once. */
const pageSize = 100;

const columns = [
  { label: 'Client', isHead: true },
  { label: 'Returned' },
  { label: 'New date' },
  { label: 'Amount' },
  { label: 'Next scheduled' },
  { label: 'Exclude' },
];

const frame = {
  px: { sm: 2 },
  border: { sm: 1 },
  borderColor: { sm: 'divider' },
  borderRadius: 1,
  bgcolor: { sm: 'background.paper' },
};

/** On a phone a card: the client, what was returned, then the date and the amount side by side. */
const card = {
  position: 'relative',
  bgcolor: 'background.paper',
  '& > th': { pr: '44px !important' },
  '& > td:nth-of-type(1)': { flex: '1 0 100%', '&::before': { content: '"Returned "', color: 'text.secondary' } },
  '& > td:nth-of-type(1) > div': { display: 'inline', ml: 1 },
  '& > td:nth-of-type(2)': { flex: '1 1 156px' },
  '& > td:nth-of-type(3)': { flex: '1 1 100px', '& > input': { height: '44px !important' } },
  '& > td:nth-of-type(4)': { flex: '1 0 100%' },
  '& > td:last-of-type': { position: 'absolute', top: 4, right: 4 },
};

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

const small = (text: ReactNode, color = 'textSecondary') =>
  text && (
    <Typography component="div" variant="body2" color={color}>
      {text}
    </Typography>
  );

/** What prevented a row. The full text is above the table. */
function resultOf({ state, faults }: NewDebitRow): string {
  if (state === 'unknown') return 'Not known: check first';
  if (state !== 'refused') return '';
  return clampedText(faults.map(faultText).join(' ')) || 'Not accepted. No reason was given.';
}

function nextText({ isReading, nextOf }: PreparedDebits, row: NewDebitRow): string {
  if (isReading) return 'Looking…';
  const next = nextOf(row);
  if (!next) return '';
  return next
    .map((it) => `${dayText(it.due)}, ${formatField('InstalmentAmount', it.amount)}`)
    .concat(next.length === 0 ? 'Nothing' : [])
    .join('');
}

interface Props {
  prepared: PreparedDebits;
  /** The first day of the listed period. */
  from: string;
}

/** In the order of `columns`. */
function cellsOf(row: NewDebitRow, client: string, { prepared, from }: Props): ReactNode[] {
  const { unpaid, date, amount } = row;
  const { ContractNumber, ContractSequence, against, tries } = unpaid;
  const name = debitName({ ...unpaid, client });
  const isEditable = isOpen(row);
  // A later read has what was created here.
  const since = row.state === 'accepted' ? '' : prepared.followedOf(row)?.text;
  const notes = [prepared.isTwice(row) && 'Already has a debit that day', atBankText(prepared.atBankOf(row))];
  return [
    <Fragment key="client">
      {client || ContractNumber}
      {small([ContractNumber, ContractSequence].filter(Boolean).join(' · '))}
    </Fragment>,
    <Fragment key="returned">
      {weekdayText(unpaid.TransactionDate ?? '')}
      {small(formatField('Amount', unpaid.Amount))}
      {small(tries > 1 && `Tried ${tries} times since ${dayText(from)}`)}
    </Fragment>,
    isEditable ? (
      <DateField
        key="date"
        isBare
        // Where it differs from the date for all.
        hasMarks={date !== prepared.all}
        isWrong={date !== '' && !prepared.excludedBy(row) && prepared.problemOf(row) !== undefined}
        label={`Date, ${name}`}
        lean="ahead"
        value={date}
        onChange={(next) => prepared.change([row], () => ({ date: next }))}
      />
    ) : (
      dayText(date)
    ),
    isEditable ? (
      <Amount
        key="amount"
        name={name}
        value={amount}
        onChange={(next) => prepared.change([row], () => ({ amount: next }))}
      />
    ) : (
      formatField('Amount', amount)
    ),
    <Fragment key="coming">
      {small(nextText(prepared, row))}
      {[...notes, since, against].map((text) => text && <Fragment key={text}>{small(text, 'warning')}</Fragment>)}
      {(since || against) && isEditable && (
        <label>
          <input
            type="checkbox"
            aria-label={`Collect anyway, ${name}`}
            checked={row.isAnyway === true}
            onChange={({ target }) => prepared.change([row], () => ({ isAnyway: target.checked }))}
          />{' '}
          Collect anyway
        </label>
      )}
      {small(resultOf(row), 'error')}
    </Fragment>,
    isEditable && (
      <Button
        key="exclude"
        size="small"
        color="inherit"
        onClick={() => prepared.remove([row])}
        aria-label={`Exclude ${name}`}
        sx={{ minWidth: 36 }}
      >
        <Icon name="close" size={16} />
      </Button>
    ),
  ];
}

export function PrepareTable(props: Props & { rows: readonly NewDebitRow[] }) {
  const { rows } = props;
  const nameOf = useClientNames();
  const [page, setPage] = useState(0);
  const current = Math.min(page, Math.max(0, Math.ceil(rows.length / pageSize) - 1));
  const shown = rows.slice(current * pageSize, (current + 1) * pageSize);
  return (
    <>
      <Box sx={frame}>
        <PlainTable
          label="New instalments"
          hasCards
          maxHeight="none"
          columns={columns}
          rows={shown.map((row) => {
            const { key, ClientNumber } = row.unpaid;
            return { key, cells: cellsOf(row, nameOf(ClientNumber) ?? ClientNumber ?? '', props) };
          })}
          sx={(theme) => ({
            minWidth: { sm: 860 },
            tableLayout: 'fixed',
            '& thead th:last-child': { width: 64 },
            '& tbody > tr > *': { py: 1, verticalAlign: 'top' },
            '& tbody > tr': { [theme.breakpoints.down('sm')]: card },
          })}
        />
      </Box>
      <PageSteps page={current} pageSize={pageSize} count={rows.length} onPage={setPage} />
    </>
  );
}
