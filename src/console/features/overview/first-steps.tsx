import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { stageOf } from '#answers/statuses.ts';
import { useRead } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { transactionsPath } from '#console/domain/collections/link.ts';
import { links } from '#console/domain/links.ts';
import { guideOf, keepGuide, type Guide } from '#console/session/guide.ts';
import { openTestClock, useTestClock } from '#console/session/test-clock.ts';
import { useToday } from '#console/session/today.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Hidden } from '#kit/ui/hidden.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { addDays, dateOf, type DateText } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { clearingDay } from '#rules/holidays.ts';
import { useDue, useTwoMonths } from './reads.ts';

/** Merchants with more mandates need no guide. */
const beginners = 5;

/** The day by which the sandbox's banks usually answer a debit. */
const answeredBy = (due: DateText): DateText => clearingDay(addDays(clearingDay(due), 1));

/** Both an empty and an unknown merchant may be answered so. */
const isNotFound = (read: { error: { kind: string } | null }) => read.error?.kind === 'notFound';

/** A new merchant's progress; undefined if no guide is needed. */
function useProgress(isDismissed: boolean, wasShown: boolean) {
  const { merchant } = useTenant();
  const { read: transactions } = useTwoMonths();
  const { read: due } = useDue();
  const clock = useTestClock(merchant);
  const today = useToday();
  // Money whose day or type can't be read is money, too.
  const { groups = [], leftOut } = transactions.data ?? {};
  const unread = (leftOut?.undated ?? 0) + (leftOut?.types ?? []).reduce((sum, it) => sum + it.count, 0);
  const money = transactions.data && groups.reduce((sum, it) => sum + it.count, unread);
  const hasMoney = (money ?? 0) > 0;
  const isNew = !isDismissed && (money === 0 || isNotFound(transactions) || (hasMoney && wasShown));
  // Only requested for a merchant without transactions, so the lists are short.
  const mandates = useRead('mandateList', isNew ? {} : null);
  const clients = useRead('clientList', isNew ? {} : null);
  // After any success the merchant exists, so a 404 means an empty list.
  const isKnown = [transactions, mandates, clients].some((it) => it.data !== undefined);
  const instalments = useRead('instalmentList', isNew && (mandates.data?.records.length ?? 0) > 0 ? {} : null);
  const [mandateCount, clientCount] = [mandates, clients].map(
    (it) => it.data?.records.length ?? (isKnown && isNotFound(it) ? 0 : null),
  );
  if (!isDismissed && [transactions, mandates, clients].some((it) => it.isLoading))
    return isNew ? 'deciding' : 'pending';
  // Without a list the step can't be ticked off.
  if (!isNew || mandateCount == null || clientCount == null) return undefined;
  if (mandateCount > beginners) return 'outgrown';
  // The overview's range may end before the first debit.
  const listed = instalments.data?.records
    .filter((it) => stageOf(it.InstalmentStatus) !== 'cancelled')
    .flatMap(({ InstalmentActionDate: at }) => dateOf(at ?? '') || []);
  const dates = listed ?? due.data?.groups.map((it) => it.date) ?? [];
  const firstDue = dates.filter((it) => it >= today).toSorted()[0];
  const debited = transactions.data?.groups.map((it) => it.date).toSorted();
  return {
    client: clients.data?.records[0]?.ClientNumber ?? undefined,
    hasClient: clientCount > 0,
    hasMandate: mandateCount > 0,
    hasMoney,
    firstDue,
    firstDebit: debited?.[0],
    hasClock: clock !== undefined,
  };
}

interface Step {
  title: string;
  isDone: boolean;
  text: ReactNode;
  action?: ReactNode;
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const current = steps.findIndex((it) => !it.isDone);
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
      {steps.map(({ title, isDone, text, action }, at) => (
        <Stack
          key={title}
          component="li"
          direction="row"
          spacing={1.5}
          aria-current={at === current ? 'step' : undefined}
        >
          <Box
            component="span"
            sx={{
              flex: 'none',
              display: 'grid',
              placeItems: 'center',
              width: 24,
              height: 24,
              border: 1,
              borderRadius: '50%',
              borderColor: isDone || at === current ? 'primary.main' : 'divider',
              color: isDone ? 'primary.contrastText' : 'text.primary',
              bgcolor: isDone ? 'primary.main' : undefined,
              fontSize: '0.8125rem',
              fontWeight: 600,
            }}
          >
            {isDone ? (
              <>
                <Icon name="done" size={16} />
                <Hidden>Done</Hidden>
              </>
            ) : (
              at + 1
            )}
          </Box>
          <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
            <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
            {!isDone && <Muted>{text}</Muted>}
            {(at === current || (current === -1 && at === steps.length - 1)) && action}
          </Stack>
        </Stack>
      ))}
    </Box>
  );
}

/**
 * The progress of a new merchant: a client, a mandate, the first money, ticked off by the merchant's own records.
 * The guide disappears when dismissed, and is not shown to established merchants.
 */
export function useFirstSteps() {
  const tenant = useTenant();
  const { merchant, product } = tenant;
  const [guide, setGuide] = useState(() => guideOf(tenant));
  const progress = useProgress(guide === 'dismissed', guide === 'shown');
  const keep = (value: Guide) => {
    keepGuide(tenant, value);
    setGuide(value);
  };
  // Once shown it stays until the last step is done; established merchants are not checked again.
  const next: Guide | null =
    progress === 'outgrown' ? 'dismissed' : typeof progress === 'object' ? (guide ?? 'shown') : guide;
  useEffect(() => {
    if (next === guide || next === null) return;
    keepGuide({ merchant, product }, next);
    setGuide(next);
  }, [next, guide, merchant, product]);
  const known = typeof progress === 'object' ? progress : undefined;
  // Decided once: what replaces the guide reads again what failed, which must not bring the guide back.
  const [isDecided, setDecided] = useState(false);
  const isUndecided = progress === 'pending' || progress === 'deciding';
  if (!isUndecided && !isDecided) setDecided(true);
  const isPending = isUndecided && !isDecided;
  const isLoading = isPending && guide === 'shown';
  return {
    /** A merchant without transactions: whether the guide or the figures are shown is being read. */
    isDeciding: isPending && progress === 'deciding' && !isLoading,
    isPending,
    isShown: isLoading || known !== undefined,
    hasMoney: known?.hasMoney ?? false,
    progress: known,
    dismiss: () => keep('dismissed'),
  };
}

export function FirstSteps({ isShown, progress, dismiss }: ReturnType<typeof useFirstSteps>) {
  const { href } = useTenant();
  const today = useToday();
  if (!isShown) return null;
  if (!progress)
    return (
      <Panel title="First steps">
        <Skeletons rows={4} height={56} />
      </Panel>
    );
  const { client, hasClient, hasMandate, hasMoney, hasClock, firstDue, firstDebit } = progress;
  const dueText = firstDue && `The first collection is due on ${weekdayText(firstDue)}.`;
  const move = firstDue ? { label: 'Go past the first debit', to: answeredBy(firstDue) } : undefined;
  const steps: Step[] = [
    {
      title: 'Add your first client',
      isDone: hasClient,
      text: 'The person who pays: a name, a number of your own and their bank account.',
      action: (
        <ActionButton operation="clientCreate" variant="contained" to={href(links.clientCreate())}>
          Add a client
        </ActionButton>
      ),
    },
    {
      title: 'Set up their mandate',
      isDone: hasMandate,
      text: 'How much is collected, how often and from when. The schedule is shown before you save it.',
      action: (
        <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate({ client }))}>
          Set up a mandate
        </ActionButton>
      ),
    },
    ...(hasClock
      ? [
          {
            title: 'Move the test clock',
            isDone: hasMoney,
            text: `This is a sandbox: let days pass at once and see what the banks answer. ${dueText ?? ''}`,
            action: (
              <Button variant="contained" onClick={() => openTestClock(move)}>
                {move ? `${move.label}, ${dayText(move.to)}` : 'Move the test clock'}
              </Button>
            ),
          },
        ]
      : []),
    {
      title: 'See the money',
      isDone: hasMoney,
      text: hasClock || !dueText ? 'Collected and unpaid debits, each with the bank’s answer.' : dueText,
      action: (
        <Button
          component={Link}
          to={href(firstDebit ? transactionsPath({ from: firstDebit, to: today }, []) : links.reports('transactions'))}
          variant="contained"
        >
          Open the transactions
        </Button>
      ),
    },
  ];
  const done = steps.filter((it) => it.isDone).length;
  return (
    <Panel title={done === steps.length ? 'You are set up' : 'First steps'}>
      <Steps steps={steps} />
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <Muted>
          {done} of {steps.length} done
        </Muted>
        <Button size="small" onClick={dismiss}>
          Dismiss
        </Button>
      </Stack>
    </Panel>
  );
}
