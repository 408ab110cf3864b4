import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { reasonGroups } from '#console/domain/collections/return-reasons.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { ExplainedStatus } from '#console/domain/status/explained.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { dateOf } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { useCollect } from './actions.tsx';
import { whatToDo, type DeskRow } from './desk.ts';
import { historyText, useHistory } from './history.ts';

/** The client's earlier debits, as far as the report goes. */
function ClientHistory({ row }: { row: DeskRow }) {
  const today = useToday();
  const { read, from, history } = useHistory(row.ClientNumber, today);
  if (!row.ClientNumber) return <Typography color="textSecondary">The client of this debit is not given.</Typography>;
  if (read.isLoading) return <Skeletons rows={4} />;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!history || history.debits.length === 0)
    return <Typography color="textSecondary">No debits since {dayText(from)}.</Typography>;
  return (
    <Stack spacing={1}>
      <Typography>
        {history.unknown.length > 0 ? unknownText(history.unknown) : historyText(history)}{' '}
        {history.paidOn
          ? `Last paid on ${dayText(history.paidOn)}.`
          : history.unknown.length === 0 && `None paid since ${dayText(from)}.`}
      </Typography>
      <PlainTable
        label="Last debits"
        columns={[
          { label: 'Date', isHead: true },
          { label: 'Amount', isNumber: true },
          { label: 'Status', isNumber: true },
        ]}
        rows={history.debits.map((it, index) => ({
          key: String(index),
          cells: [
            dayText(it.TransactionDate ?? ''),
            formatField('Amount', it.Amount),
            it.Status ? <ExplainedStatus key="status" fieldName="Status" value={it.Status} /> : 'No status',
          ],
        }))}
      />
    </Stack>
  );
}

export function UnpaidDetails(props: {
  row: DeskRow;
  isSinceKnown: boolean;
  onMessage: () => void;
  onClose: () => void;
}) {
  const { row, isSinceKnown, onMessage, onClose } = props;
  const { href } = useTenant();
  const collect = useCollect();
  const id = contractIdOf(row);
  const day = dateOf(row.TransactionDate ?? '');
  const facts = [
    ['Amount', formatField('Amount', row.Amount)],
    ['Returned on', weekdayText(row.TransactionDate ?? '')],
    ['Days unpaid', row.days === undefined ? 'Not known' : String(row.days)],
    ['Contract', [row.ContractNumber, row.ContractSequence].filter(Boolean).join(' · ')],
    ['Client number', row.ClientNumber],
    ['Collected again', row.since || (isSinceKnown ? 'No' : 'Not known')],
  ] as const;
  return (
    <Modal label={row.client || 'Unpaid debit'} at="end" onClose={onClose}>
      <Stack spacing={2} sx={{ p: 2.5 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {row.client || 'Unpaid debit'}
          </Typography>
          <Button size="small" color="inherit" aria-label="Close" onClick={onClose} sx={{ minWidth: 36 }}>
            <Icon name="close" size={16} />
          </Button>
        </Stack>
        <Stack spacing={0.5}>
          <Typography sx={{ fontWeight: 600 }}>
            <ReasonText code={row.InstalmentResult ?? ''} />
          </Typography>
          <Typography color="textSecondary">
            {whatToDo(row)}. {row.against || reasonGroups[row.group].advice}
          </Typography>
        </Stack>
        <Stack
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: '128px minmax(0, 1fr)', columnGap: 2, rowGap: 0.75 }}
        >
          {facts.map(([label, value]) => (
            <Stack key={label} sx={{ display: 'contents' }}>
              <Muted component="dt">{label}</Muted>
              <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value || 'Not available'}
              </Typography>
            </Stack>
          ))}
        </Stack>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
          {!row.isCollectedAgain && (
            <ActionButton
              operation="instalmentCreate"
              {...(row.against ? { color: 'inherit' } : { variant: 'contained' })}
              onClick={() => collect([row])}
            >
              {row.against ? 'Collect anyway…' : 'Collect again'}
            </ActionButton>
          )}
          {id && (
            <Button variant="outlined" component={Link} to={href(withQuery(links.contract(id), { day }))}>
              Open contract
            </Button>
          )}
          {row.ClientNumber && (
            <Button variant="outlined" component={Link} to={href(links.client(row.ClientNumber))}>
              Open client
            </Button>
          )}
          {row.ClientNumber && (
            <ActionButton operation="templateSend" variant="outlined" onClick={onMessage}>
              Message client
            </ActionButton>
          )}
        </Stack>
        <Typography variant="h3" component="h3">
          Last debits of this client
        </Typography>
        <ClientHistory row={row} />
      </Stack>
    </Modal>
  );
}
