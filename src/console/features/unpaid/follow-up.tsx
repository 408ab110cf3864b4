import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useAssignmentChange, useMayFollow } from '#console/api/assignments.ts';
import { useSession } from '#console/api/auth.ts';
import { explain } from '#console/api/errors.ts';
import { usePromiseChange } from '#console/api/promises.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { announce } from '#console/domain/write/done.ts';
import { furthestPromise, longestReason, type PaymentPromise } from '#contract/promises.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { ReasonDialog } from '#kit/form/reason-dialog.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { addDays, dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { minuteText, weekdayText } from '#rules/day-text.ts';
import { centsOf, fromCents, parseAmount, toCents } from '#rules/money.ts';
import type { DeskRow } from './desk.ts';
import type { FollowUps } from './use-follow-ups.ts';
import { WhereText } from './where-text.tsx';
import { hasEnded, isDone, promiseText, type FollowUp } from './where.ts';

interface Props {
  row: DeskRow;
  client: string;
  follow: FollowUp;
}

const sideBySide = { display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;

/** The promise that holds back debits and messages today. */
export const openPromiseOf = ({ promises, today }: FollowUp): PaymentPromise | undefined =>
  promises.filter((it) => it.Day >= today).toSorted((one, other) => (one.Day < other.Day ? 1 : -1))[0];

const Title = ({ children }: { children: string }) => (
  <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
    {children}
  </Typography>
);

/** Saves a promise of the contract's client, or shows the one that holds. */
export function PromiseToPay({ row, client, follow }: Props) {
  const open = openPromiseOf(follow);
  const mayFollow = useMayFollow();
  if (!open && !mayFollow) return null;
  return (
    <Box component="section" aria-label="Promise to pay">
      <Title>Promise to pay</Title>
      {open ? (
        <OpenPromise promise={open} follow={follow} mayWithdraw={mayFollow} />
      ) : (
        <PromiseForm key={row.key} row={row} client={client} today={follow.today} />
      )}
    </Box>
  );
}

function OpenPromise(props: { promise: PaymentPromise; follow: FollowUp; mayWithdraw: boolean }) {
  const { promise, follow, mayWithdraw } = props;
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = usePromiseChange();
  return (
    <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1, flexWrap: 'wrap' }}>
      <div>
        <Typography>
          {centsText(centsOf(promise.Amount) ?? null)} by {weekdayText(promise.Day)}.{' '}
          {hasEnded(follow.outcomes?.get(promise.PromiseId)) && (
            <WhereText where={promiseText(promise, follow.outcomes?.get(promise.PromiseId), follow.today)} />
          )}
        </Typography>
        <Muted>
          Until then we don’t collect or message. {promise.By}, {minuteText(promise.At)}
        </Muted>
      </div>
      {mayWithdraw && (
        <Button size="small" color="inherit" onClick={() => setAsking(true)} sx={{ ml: 'auto' }}>
          Withdraw
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title="Withdraw the promise"
          text="Then the client can be collected from and written to again."
          action="Withdraw"
          saving="Withdrawing…"
          maxLength={longestReason}
          send={(reason) =>
            mutateAsync({ withdraw: promise, reason }).catch((error: unknown) => {
              throw new Error(explain(error).title);
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

function PromiseForm({ row, client, today }: { row: DeskRow; client: string; today: DateText }) {
  const [day, setDay] = useState('');
  const [amount, setAmount] = useState(() => amountText(row.Amount));
  const [isTried, setTried] = useState(false);
  // The same until it is saved: a promise whose answer was lost is sent again and stays one.
  const [promiseId] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = usePromiseChange();
  const read = parseAmount(amount);
  const cents = read === undefined ? undefined : toCents(read);
  const furthest = addDays(today, furthestPromise);
  const isDay = isDate(day) && day >= today && day <= furthest;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isDay || !cents || cents <= 0) return;
    const contract = row.ContractSequence;
    mutate(
      {
        PromiseId: promiseId,
        ClientNumber: client,
        ...(typeof contract === 'number' && { ContractSequence: contract }),
        Day: day,
        Amount: fromCents(cents),
      },
      { onSuccess: () => announce({ text: `Promise of ${centsText(cents)} by ${weekdayText(day)} saved` }) },
    );
  };
  return (
    <Box component="form" noValidate onSubmit={save}>
      <Box sx={{ ...sideBySide, gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr auto' }, alignItems: 'start' }}>
        <DateField
          label="By"
          value={day}
          onChange={setDay}
          lean="ahead"
          min={today}
          max={furthest}
          hasMarks={false}
          error={isTried && !isDay ? 'A day from today on' : undefined}
        />
        <PlainInput
          label="Amount"
          inputMode="decimal"
          value={amount}
          error={isTried && !(cents && cents > 0) ? 'An amount such as 640,50' : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
        <SaveButton
          type="submit"
          variant="outlined"
          color="inherit"
          isSaving={isPending}
          sx={{ mt: { sm: 3 }, gridColumn: { xs: '1 / -1', sm: 'auto' } }}
        >
          Save promise
        </SaveButton>
      </Box>
      <Muted sx={{ mt: 0.5 }}>Until then we don’t collect or message.</Muted>
      {error && <ErrorState error={error} />}
    </Box>
  );
}

const amountText = (amount: unknown): string => {
  const cents = centsOf(amount);
  return cents === undefined ? '' : fromCents(cents).toFixed(2).replace('.', ',');
};

/** Who has the client, and when the next step is. */
export function AssignedTo({ client, follow, people }: Omit<Props, 'row'> & Pick<FollowUps, 'people'>) {
  const { subject } = useSession();
  const { assignment, today } = follow;
  const { mutate, isPending, error } = useAssignmentChange();
  const mayFollow = useMayFollow();
  const to = assignment?.To;
  const isOthers = to != null && !to.IsMe;
  const choices = people.some((it) => it.Username === subject)
    ? people
    : [{ Username: subject ?? '', Name: 'Me' }, ...people];
  if (!mayFollow) return to ? <Typography>Assigned to {to.Name}</Typography> : null;
  const make = (To: string | null) => mutate({ make: { ClientNumber: client, ...(To === subject ? {} : { To }) } });
  const plan = (more: { FollowUp?: string | null; IsDone?: boolean }) =>
    mutate({ plan: { ClientNumber: client, ...more } });
  return (
    <section aria-label="Follow-up">
      {isOthers ? (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography>
            {to.Name} has this client since {minuteText(assignment?.Since ?? '')}.
          </Typography>
          <Button
            size="small"
            color="inherit"
            disabled={isPending}
            onClick={() => mutate({ make: { ClientNumber: client, TakeOver: true } })}
            sx={{ ml: 'auto' }}
          >
            Take over
          </Button>
        </Stack>
      ) : (
        <Box sx={sideBySide}>
          <PlainSelect
            label="Assigned to"
            value={to?.Username ?? ''}
            disabled={isPending}
            hint={assignment?.Former ? `${assignment.Former} does not sign in any more.` : undefined}
            onChange={(event) => make(event.target.value || null)}
          >
            <option value="">Nobody</option>
            {choices.map(({ Username, Name }) => (
              <option key={Username} value={Username}>
                {Name}
              </option>
            ))}
          </PlainSelect>
          <DateField
            key={assignment?.FollowUp ?? ''}
            label="Remind me"
            lean="ahead"
            isTakenOnLeaving
            hasMarks={false}
            min={today}
            value={assignment?.FollowUp ?? ''}
            onChange={(day) => (day === '' || isDate(day)) && plan({ FollowUp: day || null })}
          />
        </Box>
      )}
      {to?.IsMe && (
        <Box sx={{ mt: 1 }}>
          <Button size="small" color="inherit" disabled={isPending} onClick={() => plan({ IsDone: !isDone(follow) })}>
            {isDone(follow) ? 'Not done yet' : 'Done today'}
          </Button>
        </Box>
      )}
      {error && <ErrorState error={error} />}
    </section>
  );
}

/** The main act once a promise is saved: to come back to it on its day. */
export function RemindButton({
  client,
  promise,
  follow,
}: {
  client: string;
  promise: PaymentPromise;
  follow: FollowUp;
}) {
  const { mutate, isPending } = useAssignmentChange();
  const mayFollow = useMayFollow();
  const to = follow.assignment?.To;
  const day = promise.Day;
  if (!mayFollow || (to && !to.IsMe) || follow.assignment?.FollowUp === day) return null;
  return (
    <SaveButton
      isSaving={isPending}
      onClick={() =>
        mutate(
          { plan: { ClientNumber: client, FollowUp: day, IsDone: true } },
          { onSuccess: () => announce({ text: `You are reminded on ${weekdayText(day)}` }) },
        )
      }
    >
      Remind {weekdayText(day)}
    </SaveButton>
  );
}

/** Promises so far, the last one first. */
export function PromiseHistory({ follow }: { follow: FollowUp }) {
  const { promises, outcomes, today } = follow;
  if (promises.length === 0) return null;
  return (
    <Box component="ul" aria-label="Promises" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {promises.map((it) => (
        <Box component="li" key={it.PromiseId} sx={{ display: 'flex', gap: 1.5, py: 0.25 }}>
          <Muted>{weekdayText(dateOf(it.At))}</Muted>
          <span>
            Promise of {centsText(centsOf(it.Amount) ?? null)} by {weekdayText(it.Day)}
            {hasEnded(outcomes?.get(it.PromiseId)) && (
              <>
                : <WhereText where={promiseText(it, outcomes?.get(it.PromiseId), today)} />
              </>
            )}
          </span>
        </Box>
      ))}
    </Box>
  );
}
