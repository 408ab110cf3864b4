import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { addMonths, dateOf } from '../../rules/calendar.ts';
import { parseAmount } from '../../rules/money.ts';
import { fieldOf } from '../../contract/fields.ts';
import { useRead } from '../api.ts';
import { explain, type CallError } from '../errors.ts';
import { useToday } from './today.ts';
import { fieldLabel } from './difference.ts';
import { show } from './format.tsx';
import { useLabels } from './lookup.ts';
import { ErrorState, Skeletons } from './states.tsx';
import { StatusMark } from './status.tsx';
import { mergeEvents, type Event, type Line } from './timeline-events.ts';

const fewLines = 4;
const pageOfEvents = 40;

// A collection day has no label here: it belongs to a frequency, which the log of another change holds.
const looked = ['FrequencyCode', 'CancelReason'];

/** The value of a change as the log's text says it, in the form that the same word has elsewhere on screen. */
function told(field: string, text: string, labelOf: ReturnType<typeof useLabels>): string {
  if (text === '') return '—';
  const word = field.replace(/\[\d+\]$/, '');
  const label = looked.includes(word) ? labelOf(word, text) : undefined;
  if (label) return `${label} (${text})`;
  const kind = fieldOf(word)?.input;
  const amount = kind === 'amount' ? parseAmount(text) : undefined;
  return show(word, amount ?? text);
}

function ChangedLine({ line }: { line: Line }) {
  const labelOf = useLabels(looked);
  return (
    <Typography component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {fieldLabel(line.field)}: {line.old !== '' && <>{told(line.field, line.old, labelOf)} → </>}
      <strong>{told(line.field, line.next, labelOf)}</strong>
    </Typography>
  );
}

const titles: Record<string, string> = {
  CREATE: 'Created',
  EDIT: 'Edited',
  CANCEL: 'Cancelled',
  STATE: 'Status changed',
};

function Change({ event }: { event: Extract<Event, { kind: 'change' }> }) {
  const [isOpen, setOpen] = useState(false);
  const lines = isOpen ? event.lines : event.lines.slice(0, fewLines);
  const more = event.lines.length - lines.length;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{titles[event.type] ?? (event.type || 'Changed')}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {lines.map((line, index) => (
          <ChangedLine key={index} line={line} />
        ))}
      </Box>
      {more > 0 && (
        <Button size="small" onClick={() => setOpen(true)} sx={{ alignSelf: 'start' }}>
          and {more} more
        </Button>
      )}
    </>
  );
}

function Transaction({ event }: { event: Extract<Event, { kind: 'transaction' }> }) {
  const { Amount, Status, TransactionType, DebitSequenceType } = event.transaction;
  return (
    <>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>Transaction {show('Amount', Amount)}</Typography>
        {Status && <StatusMark value={Status} />}
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {[TransactionType, DebitSequenceType].filter(Boolean).join(' · ')}
      </Typography>
    </>
  );
}

/** The last twelve months of a contract: what changed, and what was collected. */
export function useTimeline(sequence: number) {
  const today = useToday();
  const range = { StartDate: `${addMonths(today, -12)} 00:00`, EndDate: `${today} 23:59` };
  const input = { ...range, ContractSequence: sequence };
  const mandate = useRead('mandateChangeReport', input);
  const contract = useRead('contractChangeReport', input);
  const transactions = useRead('transactionReport', input);
  const reads = { 'Mandate changes': mandate, 'Contract changes': contract, Transactions: transactions };
  const [ofMandate, ofContract, ofTransactions] = [
    mandate.data?.records,
    contract.data?.records,
    transactions.data?.records,
  ];
  const events = useMemo(
    () => mergeEvents({ mandate: ofMandate, contract: ofContract, transactions: ofTransactions }),
    [ofMandate, ofContract, ofTransactions],
  );
  return {
    events,
    range,
    isLoading: Object.values(reads).some((read) => !read.isFetched),
    gaps: Object.entries(reads).flatMap(([name, read]): { name: string; error: CallError; retry: () => void }[] =>
      read.error ? [{ name, error: read.error, retry: () => void read.refetch() }] : [],
    ),
  };
}

/** One list of what several reports tell of a contract, newest first; a report that could not be read is named as a gap. */
export function Timeline({ timeline }: { timeline: ReturnType<typeof useTimeline> }) {
  const { events, range, isLoading, gaps } = timeline;
  const [limit, setLimit] = useState(pageOfEvents);
  if (isLoading) return <Skeletons rows={5} />;
  return (
    <Stack spacing={2}>
      <Typography variant="body2" color="textSecondary">
        From {dateOf(range.StartDate)} to {dateOf(range.EndDate)}. The reports do not say who made a change.
      </Typography>
      {gaps.map(({ name, error, retry }) => (
        <Box key={name}>
          <Typography>
            {name} are missing here: {explain(error).title.toLowerCase()}.
          </Typography>
          <ErrorState error={error} retry={retry} />
        </Box>
      ))}
      {events.length === 0 && gaps.length === 0 && (
        <Typography>Nothing changed or was collected in this time.</Typography>
      )}
      <Box component="ol" aria-label="What happened, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {events.slice(0, limit).map((event, index) => (
          <Stack
            component="li"
            key={`${event.at}${index}`}
            sx={{ borderLeft: 2, borderColor: 'divider', pl: 2, pb: 2, position: 'relative' }}
          >
            <Typography component="time" dateTime={event.at.replace(' ', 'T')} variant="body2" color="textSecondary">
              {event.at}
            </Typography>
            {event.kind === 'change' ? <Change event={event} /> : <Transaction event={event} />}
          </Stack>
        ))}
      </Box>
      {events.length > limit && (
        <Button onClick={() => setLimit(limit + pageOfEvents)} sx={{ alignSelf: 'start' }}>
          Show older ({events.length - limit} more)
        </Button>
      )}
    </Stack>
  );
}
