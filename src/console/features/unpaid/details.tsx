import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, type ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { reasonGroups } from '#console/domain/collections/return-reasons.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { moneyItem } from '#console/domain/money-item/item.ts';
import { ItemStrip } from '#console/domain/money-item/strip.tsx';
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
import { useCollect } from './actions.tsx';
import { whatToDo, type DeskRow } from './desk.ts';
import { historyText, useHistory } from './history.ts';

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

export function UnpaidDetails(props: {
  row: DeskRow;
  isSinceKnown: boolean;
  steps: ComponentProps<typeof Modal>['steps'];
  onMessage: () => void;
  onClose: () => void;
}) {
  const { row, isSinceKnown, steps, onMessage, onClose } = props;
  const { href } = useTenant();
  const collect = useCollect();
  const id = contractIdOf(row);
  const day = dateOf(row.TransactionDate ?? '');
  const link = (to: string, text: string) => (
    <Link component={RouterLink} to={href(to)}>
      {text}
    </Link>
  );
  const facts = [
    ['Contract', id && link(withQuery(links.contract(id), { day }), row.ContractNumber || nameOfId(id))],
    ['Client', row.ClientNumber && link(links.client(row.ClientNumber), row.ClientNumber)],
    ['Collected again', row.since || (isSinceKnown ? 'No' : 'Not known')],
  ] as const;
  return (
    <Modal
      at="end"
      title={row.client || 'Unpaid debit'}
      steps={steps}
      onClose={onClose}
      actions={
        <>
          {row.ClientNumber && (
            <ActionButton operation="templateSend" variant="outlined" onClick={onMessage}>
              Message client
            </ActionButton>
          )}
          {!row.isCollectedAgain && (
            <ActionButton
              operation="instalmentCreate"
              {...(row.against ? { color: 'inherit' } : { variant: 'contained' })}
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
        <ClientHistory key={row.ClientNumber} row={row} />
        <div>
          <Typography sx={{ fontWeight: 600 }}>
            <ReasonText code={row.InstalmentResult ?? ''} />
          </Typography>
          <Typography color="textSecondary">
            {whatToDo(row)}. {row.against || reasonGroups[row.group].advice}
          </Typography>
        </div>
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
