import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, type ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useCollectingBudgets } from '#console/api/collecting-budgets.ts';
import { useOptOut } from '#console/api/opt-outs.ts';
import { useTenant } from '#console/api/tenant.ts';
import { MessageReach } from '#console/domain/client/no-messages.tsx';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { links, withQuery } from '#console/domain/links.ts';
import { AttemptsLeft, usedUpText } from '#console/domain/money-item/budget.tsx';
import { moneyItem } from '#console/domain/money-item/item.ts';
import { ItemStrip } from '#console/domain/money-item/strip.tsx';
import { Notes } from '#console/domain/notes/notes.tsx';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { Transaction } from '#console/domain/timeline/events.ts';
import { contractIdOf, nameOfId } from '#console/model/contract-id.ts';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Figure } from '#kit/ui/figures.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { countText } from '#kit/ui/sums.ts';
import { dateOf } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { reasonGroups } from '#rules/return-reasons.ts';
import { useCollect } from './actions.tsx';
import { whatToDo, type DeskRow } from './desk.ts';
import { AssignedTo, openPromiseOf, PromiseHistory, PromiseToPay, RemindButton } from './follow-up.tsx';
import { historyText, useHistory } from './history.ts';
import type { FollowUps } from './use-follow-ups.ts';

const asInstalments = (debits: readonly Transaction[]) =>
  debits.map(({ TransactionDate, Amount, Status, ...it }, index) =>
    moneyItem('instalment', {
      ...it,
      // A transaction has no number of its own.
      InstalmentSequence: index + 1,
      InstalmentActionDate: TransactionDate,
      InstalmentAmount: Amount,
      InstalmentStatus: Status,
    }),
  );

/** The client's earlier debits, as far as the report goes. */
function ClientHistory({ row }: { row: DeskRow }) {
  const today = useToday();
  const { read, from, history } = useHistory(row.ClientNumber, today);
  const debits = history?.debits;
  const items = useMemo(() => debits && asInstalments(debits), [debits]);
  if (!row.ClientNumber) return <Typography color="textSecondary">The client of this debit is not given.</Typography>;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (history?.debits.length === 0)
    return <Typography color="textSecondary">No debits since {dayText(from)}.</Typography>;
  return (
    <div>
      <ItemStrip items={items} />
      <Typography sx={{ mt: 1.5, minHeight: 24 }}>
        {history && (
          <>
            {history.unknown.length > 0 ? unknownText(history.unknown) : historyText(history)}{' '}
            {history.paidOn
              ? `Last paid on ${dayText(history.paidOn)}.`
              : history.unknown.length === 0 && `None paid since ${dayText(from)}.`}
          </>
        )}
      </Typography>
    </div>
  );
}

/** A note is about the debit, where its contract has a number of its own. */
const noteContractOf = ({ ContractSequence, ContractNumber, InstalmentSequence }: DeskRow) =>
  typeof ContractSequence === 'number'
    ? {
        sequence: ContractSequence,
        number: ContractNumber ?? undefined,
        instalment: InstalmentSequence ?? undefined,
      }
    : undefined;

export function UnpaidDetails(props: {
  row: DeskRow;
  isSinceKnown: boolean;
  steps: ComponentProps<typeof Modal>['steps'];
  follow: FollowUps;
  onMessage: () => void;
  onClose: () => void;
}) {
  const { row, isSinceKnown, steps, follow: follows, onMessage, onClose } = props;
  const follow = follows.of(row);
  const promise = openPromiseOf(follow);
  const client = row.ClientNumber;
  const optOut = useOptOut(client);
  const hasFollowUp = follows.isThere && Boolean(client);
  const { href } = useTenant();
  const collect = useCollect();
  const contract = contractIdOf(row);
  const { data, isPending } = useCollectingBudgets(contract ? [contract] : [], row.isCollectedAgain ? 0 : 1);
  const [budget] = data?.Budgets ?? [];
  const usedUp = data && budget ? usedUpText(data.Limits, budget) : '';
  const day = dateOf(row.TransactionDate ?? '');
  const link = (to: string, text: string) => (
    <Link component={RouterLink} to={href(to)}>
      {text}
    </Link>
  );
  const facts = [
    [
      'Contract',
      contract && link(withQuery(links.contract(contract), { day }), row.ContractNumber || nameOfId(contract)),
    ],
    ['Client', row.ClientNumber && link(links.client(row.ClientNumber), row.ClientNumber)],
    ['Collected again', row.since || (isSinceKnown ? 'No' : 'Not known')],
    ...(!data || budget?.Left == null
      ? isPending && !row.isCollectedAgain && contract
        ? ([['Attempts', 'Loading…']] as const)
        : []
      : ([['Attempts', usedUp || <AttemptsLeft key="left" limits={data.Limits} budget={budget} />]] as const)),
  ] as const;
  return (
    <Modal
      at="end"
      title={row.client || 'Unpaid debit'}
      steps={steps}
      onClose={onClose}
      actions={
        <>
          {row.ClientNumber && !promise && !optOut && (
            <ActionButton operation="templateSend" variant="outlined" onClick={onMessage}>
              Message client
            </ActionButton>
          )}
          {client && promise && <RemindButton client={client} promise={promise} follow={follow} />}
          {!row.isCollectedAgain && !promise && (
            <ActionButton
              operation="instalmentCreate"
              {...(row.against ? { color: 'inherit' } : { variant: 'contained' })}
              disabled={usedUp !== ''}
              onClick={() => collect([row])}
            >
              {row.against ? 'Collect anyway…' : 'Collect again'}
            </ActionButton>
          )}
        </>
      }
    >
      <Stack spacing={2}>
        <Figure
          isLarge
          label={`Returned on ${weekdayText(row.TransactionDate ?? '')}`}
          value={<MoneyText amount={row.Amount ?? ''} isLarge />}
          note={row.days === undefined ? '' : `${countText(row.days, ['day', 'days'])} unpaid`}
        />
        <div>
          <Typography sx={{ fontWeight: 600 }}>
            <ReasonText code={row.InstalmentResult ?? ''} />
          </Typography>
          <Typography color="textSecondary">
            {whatToDo(row)}. {row.against || reasonGroups[row.group].advice}
          </Typography>
        </div>
        {client && <MessageReach client={client} />}
        {hasFollowUp && client && <PromiseToPay row={row} client={client} follow={follow} />}
        {client && <Notes client={client} contract={noteContractOf(row)} />}
        {hasFollowUp && client && <AssignedTo key={client} client={client} follow={follow} people={follows.people} />}
        <section aria-label="History">
          <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
            History
          </Typography>
          <PromiseHistory follow={follow} />
          <ClientHistory key={row.ClientNumber} row={row} />
        </section>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: '128px minmax(0, 1fr)', columnGap: 2, rowGap: 0.75 }}
        >
          {facts.map(([label, value]) => (
            <Box key={label} sx={{ display: 'contents' }}>
              <Muted component="dt">{label}</Muted>
              <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value || 'Not available'}
              </Typography>
            </Box>
          ))}
        </Box>
      </Stack>
    </Modal>
  );
}
