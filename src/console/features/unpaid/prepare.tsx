import { dayText, minuteText } from '../../../rules/day-text.ts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { addDays, dateOf, isDate } from '../../../rules/calendar.ts';
import { useMerchantName } from '../../api/access.ts';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { show } from '../../kit/ui/format.tsx';
import { Outcome } from '../../kit/outcome/outcome.tsx';
import { DateField } from '../../kit/dates/date-field.tsx';
import { countAndSumOf } from '../../kit/ui/sums.ts';
import { useToday } from '../../session/today.ts';
import { PrepareRow } from './prepare-row.tsx';
import { isOpen, problemOf, usePrepared, type Row } from './prepared.ts';
import type { Unpaid } from './rows.ts';
import { VerifyWrites } from '../../domain/write/verify-write.tsx';

/** How far ahead: as far as the calendar is read, which tells whether a contract is collected twice. */
const daysAhead = 92;

const plural = (count: number) => (count === 1 ? '1 instalment' : `${count} instalments`);
const countAndSum = (rows: readonly Row[]) =>
  countAndSumOf(
    'instalment',
    rows.map((it) => it.amount),
  );

/** What goes, in a line: how many, how much, on which days, and to whose book. */
function SendSummary({ rows }: { rows: readonly Row[] }) {
  const { merchant, product } = useTenant();
  const days = rows
    .map((it) => it.date)
    .filter(isDate)
    .toSorted();
  const name = useMerchantName(merchant);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Typography sx={{ fontVariantNumeric: 'tabular-nums' }} role="status">
      {countAndSum(rows)}
      {first && (first === last ? `, on ${dayText(first)}` : `, from ${dayText(first)} to ${dayText(last ?? first)}`)}.
      Merchant {merchant}
      {name && ` (${name})`}, product {product}.
    </Typography>
  );
}

/** A new instalment for each of some failed debits: dated, looked through and sent as one batch. */
export function UnpaidPrepare({
  list,
  from,
  onMade,
  onBack,
}: {
  list: readonly Unpaid[];
  /** The first day of the range that they are of. */
  from: string;
  /** Told the keys of debits whose new instalment is there. */
  onMade: (keys: string[]) => void;
  onBack: () => void;
}) {
  const { href } = useTenant();
  const today = useToday();
  const lastDay = addDays(today, daysAhead);
  const [all, setAll] = useState('');
  const prepared = usePrepared(list, { from, today, lastDay }, onMade);
  const { rows, write, before } = prepared;
  const editable = rows.filter(isOpen);
  const open = editable.filter((it) => !prepared.isHeld(it));
  const held = editable.length - open.length;
  const problems = new Map(open.map((it) => [it.unpaid.key, problemOf(it, today, lastDay)]));
  const wrong = [...problems.values()].filter(Boolean).length;
  const unknown = rows.some((it) => it.result?.state === 'unknown');
  const clients = [...new Set(rows.flatMap((it) => it.unpaid.ClientNumber ?? []))];

  const comingOf = ({ unpaid, date }: Row): string => {
    const theirs = (before ?? []).filter((it) => it.ContractSequence === unpaid.ContractSequence);
    const own = rows.filter((it) => it.unpaid.ContractSequence === unpaid.ContractSequence && it.date === date);
    const isTwice = theirs.some((it) => dateOf(it.InstalmentActionDate ?? '') === date) || (date && own.length > 1);
    const next = theirs.toSorted((one, other) =>
      (one.InstalmentActionDate ?? '').localeCompare(other.InstalmentActionDate ?? ''),
    )[0];
    const text = next
      ? `${dayText(next.InstalmentActionDate ?? '')}, ${show('InstalmentAmount', next.InstalmentAmount)}`
      : before && 'nothing';
    return [text, isTwice && 'same day: collected twice'].filter(Boolean).join(' · ');
  };

  return (
    <Stack spacing={2} component="section" aria-label="New instalments">
      <Typography color="textSecondary" sx={{ maxWidth: '72ch' }}>
        One new instalment for each failed debit, with its amount. The contract and what it has coming stay as they are.
      </Typography>
      <VerifyWrites write={write} which="others" />
      {editable.length > 0 && (
        <Box sx={{ maxWidth: 260 }}>
          <DateField
            label="Date for all"
            autoFocus
            min={addDays(today, 1)}
            max={lastDay}
            lean="ahead"
            value={all}
            onChange={(date) => {
              setAll(date);
              prepared.changeAll({ date });
            }}
          />
        </Box>
      )}
      <Box
        component="section"
        tabIndex={0}
        aria-label="New instalments, table"
        sx={{ overflow: 'auto', maxHeight: 560, border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Box
          component="table"
          aria-label="New instalments"
          sx={{
            width: 1,
            minWidth: 900,
            borderCollapse: 'collapse',
            tableLayout: 'fixed',
            fontVariantNumeric: 'tabular-nums',
            '& th, & td': { p: 1, textAlign: 'left', verticalAlign: 'top', fontWeight: 400 },
            '& tr + tr > *, & tbody > tr > *': { borderTop: 1, borderColor: 'divider' },
            '& thead th': { color: 'text.secondary', fontSize: '0.8125rem' },
          }}
        >
          <thead>
            <tr>
              <th scope="col">Contract</th>
              <th scope="col">Came back</th>
              <th scope="col">New date</th>
              <th scope="col">Amount</th>
              <th scope="col">Next scheduled</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PrepareRow
                key={row.unpaid.key}
                row={row}
                name={`contract ${row.unpaid.ContractSequence ?? row.unpaid.ContractNumber}, ${minuteText(row.unpaid.TransactionDate ?? '')}`}
                coming={prepared.isReading ? 'looking…' : comingOf(row)}
                problem={problems.get(row.unpaid.key)}
                onChange={(fields) => prepared.change(row.unpaid.key, fields)}
                onRemove={() => prepared.remove(row.unpaid.key)}
                since={prepared.since?.get(row.unpaid.key) ?? ''}
              />
            ))}
          </tbody>
        </Box>
      </Box>
      {(write.data ?? write.error) && (
        <Outcome operation="instalmentCreate" sent={write.variables} result={write.data} error={write.error} isOfMany />
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          prepared.sendAgain();
        }}
      >
        <VerifyWrites write={write} which="own" label="Check which are there" onCheck={prepared.check} />
      </form>
      {prepared.late > 0 && (
        <Alert severity="warning">
          Nothing was sent: {prepared.late === 1 ? 'a debit was' : `${prepared.late} debits were`} collected again since
          you opened this page. Look through the list, then send what is left.
        </Alert>
      )}
      {prepared.isSinceUnknown && editable.length > 0 && (
        <Alert severity="warning">
          Whether these debits were collected again is not known: the reports of changes, which tell it, could not be
          read. Look at the contracts first.
        </Alert>
      )}
      {held > 0 && (
        <Typography color="textSecondary">
          {held === 1 ? '1 debit was' : `${held} debits were`} collected again and {held === 1 ? 'is' : 'are'} not sent,
          unless you choose “Collect again anyway” in the row.
        </Typography>
      )}
      {open.length > 0 && <SendSummary rows={open} />}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        {open.length > 0 && (
          <ActionButton
            operation="instalmentCreate"
            variant="contained"
            loading={write.isPending || prepared.isLooking}
            disabled={wrong > 0 || unknown || prepared.isReading}
            onClick={prepared.send}
          >
            Create {plural(open.length)}
          </ActionButton>
        )}
        <Button onClick={onBack}>Back to the unpaid debits</Button>
        {editable.length === 0 && clients.length > 0 && (
          <ActionButton operation="templateSend" to={href(links.messages({ client: clients.join(',') }))}>
            Write to these clients
          </ActionButton>
        )}
        {wrong > 0 && (
          <Typography variant="body2" color="textSecondary">
            {wrong === 1 ? '1 row needs' : `${wrong} rows need`} a date after today and an amount.
          </Typography>
        )}
      </Stack>
    </Stack>
  );
}
