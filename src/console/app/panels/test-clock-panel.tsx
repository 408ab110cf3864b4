import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useMerchantName } from '#console/api/access.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTestClock, type OfferedMove } from '#console/session/test-clock.ts';
import { dayInFull } from '#kit/dates/calendar-days.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { addDays, addMonths, isDate, type DateText } from '#rules/calendar.ts';
import { fullDayText, weekdayName } from '#rules/day-text.ts';
import { moveProgress, useMoveClock, type MoveResult, type LongMove, type Moved } from './test-clock-move.ts';

const outcomes = {
  Collected: 'Collected',
  Unpaid: 'Unpaid',
  PaidOut: 'Paid out',
  NotPaidOut: 'Payouts failed',
} as const;

function What({ happened }: { happened: MoveResult }) {
  const line = (name: string, { Count, Amount }: Moved) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td>{formatCount(Count)}</td>
      <td>
        <MoneyText amount={Amount} />
      </td>
    </tr>
  );
  const names = Object.keys(outcomes) as (keyof typeof outcomes)[];
  return (
    <Box role="status">
      <Typography sx={{ fontWeight: 600 }}>It is now {dayInFull(happened.Now.slice(0, 10))}. What happened:</Typography>
      <TableFrame label="What happened" hasFigures>
        <tbody>{names.map((name) => line(outcomes[name], happened[name] ?? { Count: 0, Amount: 0 }))}</tbody>
      </TableFrame>
    </Box>
  );
}

function Underway({ move }: { move?: LongMove }) {
  const { done, all } = move ? moveProgress(move) : { done: 0, all: 0 };
  return (
    <Box>
      <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {all > 0
          ? `${formatCount(done)} of ${formatCount(all)} debits and payouts are done. You can close this and keep working.`
          : 'Running everything due by then…'}
      </Typography>
      {all > 0 && (
        <Box component="progress" aria-label="Debits and payouts done" value={done} max={all} sx={{ width: 1 }} />
      )}
    </Box>
  );
}

/** Runs the collections of days or months at once. */
export function TestClockPanel(props: { merchant: string; offered?: OfferedMove; onClose: () => void }) {
  const { merchant, offered, onClose } = props;
  const permissions = usePermissions();
  const today = useTestClock(merchant)?.there ?? '';
  const [chosen, setChosen] = useState('');
  const { move, isMoving, underWay, happened } = useMoveClock(merchant);
  const mayMove = permissions?.includes('sandbox:write') ?? true;
  const name = useMerchantName(merchant);
  const to = chosen || addDays(today, 7);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDate(to)) move.mutate(to);
  };
  const step = (label: string, day: DateText, variant: 'outlined' | 'contained' = 'outlined') => (
    <Button
      variant={variant}
      disabled={!mayMove || isMoving}
      aria-label={`${label}, ${fullDayText(day)}`}
      onClick={() => move.mutate(day)}
      sx={{ flex: '1 1 160px', flexDirection: 'column', py: 1 }}
    >
      {label}
      <Typography component="span" variant="body2" color={variant === 'outlined' ? 'textSecondary' : 'inherit'}>
        {fullDayText(day)}
      </Typography>
    </Button>
  );
  return (
    <Modal title="Test clock" onClose={onClose} size="s">
      <Stack spacing={2}>
        <Typography color="textSecondary">
          Test date of {name ? `${name} (${merchant})` : `merchant ${merchant}`}:{' '}
          <b>{`${weekdayName(today)} ${fullDayText(today)}`}</b>. Moving it forward runs everything due by then: debits,
          payouts and bank responses. You can’t move it back.
        </Typography>
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          {offered && offered.to > today && step(offered.label, offered.to, 'contained')}
          {step('Go to tomorrow', addDays(today, 1))}
          {step('Go to next month', addMonths(today, 1))}
        </Stack>
        <Stack
          component="form"
          noValidate
          onSubmit={submit}
          direction="row"
          spacing={1}
          sx={{ alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: 1 }}>
            <DateField
              label="Another day"
              min={addDays(today, 1)}
              lean="ahead"
              value={to}
              disabled={!mayMove || isMoving}
              onChange={setChosen}
            />
          </Box>
          <Button
            type="submit"
            variant="outlined"
            disabled={!mayMove}
            loading={isMoving}
            sx={{ mt: 3, whiteSpace: 'nowrap' }}
          >
            Go
          </Button>
        </Stack>
        {!mayMove && <Typography color="textSecondary">You don’t have permission to move the test clock.</Typography>}
        {isMoving && <Underway move={underWay} />}
        {happened && <What happened={happened} />}
        {move.error && (
          <Notice tone="error" title={move.error.isUnknown ? 'We can’t reach the server' : 'The clock wasn’t moved'}>
            {move.error.isUnknown
              ? `The test date is now ${fullDayText(today)}. Reports show what happened.`
              : move.error.message}
          </Notice>
        )}
      </Stack>
    </Modal>
  );
}
