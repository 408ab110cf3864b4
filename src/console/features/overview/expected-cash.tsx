import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { stageOf } from '#answers/statuses.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { collectionsOnly } from '#console/domain/collections/report-list.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { centsText } from '#kit/ui/sums.ts';
import type { RowGroup, ReportSource } from '#report-engine/protocol.ts';
import { addDays } from '#rules/calendar.ts';
import { monthText } from '#rules/day-text.ts';
import {
  expectedOf,
  historyMonths,
  leastOfClient,
  leastOfMerchant,
  monthsBefore,
  trialsOf,
  triedMonths,
  type ClientSum,
  type PastSum,
} from './expected.ts';
import { useDue } from './reads.ts';

/** Null if a sum or a status is not known: then nothing is claimed. */
type Known<T> = T[] | null;

interface Past {
  sums: Known<PastSum>;
  /** The client of each contract, by sequence. */
  clients: ReadonlyMap<string, string>;
}

const isKnown = ({ sums }: RowGroup) => sums.every(({ keys: [status], cents }) => stageOf(status) && cents !== null);

async function askPast(source: ReportSource): Promise<Past> {
  const by = [
    { fieldName: 'ClientNumber' },
    { fieldName: 'ContractSequence' },
    { fieldName: 'TransactionDate', part: 'month' as const },
  ];
  const groups = await source.groups(by, { hasSums: true, filters: [collectionsOnly] });
  const clients = new Map(groups.map(({ keys: [client, contract] }) => [contract ?? '', client ?? '']));
  const sums = groups.flatMap(({ keys: [client, , month], sums: byStatus }) =>
    byStatus.flatMap(({ keys: [status], count, cents }) => {
      const stage = stageOf(status);
      if (stage !== 'paid' && stage !== 'unpaid') return [];
      return {
        client: client ?? '',
        month: (month ?? '').slice(0, 7),
        isPaid: stage === 'paid',
        count,
        cents: cents ?? 0,
      };
    }),
  );
  return { sums: groups.every(isKnown) ? sums : null, clients };
}

async function askDueByContract(source: ReportSource): Promise<Known<ClientSum>> {
  const groups = await source.groups([{ fieldName: 'ContractSequence' }], { hasSums: true, filters: [] });
  if (!groups.every(isKnown)) return null;
  return groups.flatMap(({ keys: [contract], sums }) =>
    sums.map(({ count, cents }) => ({ client: contract ?? '', count, cents: cents ?? 0 })),
  );
}

/** What will probably come of the due debits, with the rule and how it did. Two reports are read when this opens. */
export function ExpectedCash() {
  const { days } = useDue();
  const first = monthsBefore(days.from, historyMonths + triedMonths).at(-1) ?? days.from;
  const range = { from: first, to: addDays(`${days.from.slice(0, 7)}-01`, -1) };
  const pastRead = useFigures('transactions', range, ['paid by client'], askPast);
  const dueRead = useFigures('future-transactions', days, ['due by contract'], askDueByContract);
  const failed = [pastRead, dueRead].find((it) => it.error && it.error.kind !== 'notFound');
  if (pastRead.isLoading || dueRead.isLoading) return <Skeletons rows={4} />;
  if (failed) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />;

  const { sums: past, clients } = pastRead.data ?? { sums: [], clients: new Map<string, string>() };
  const due = dueRead.data?.map((it) => ({ ...it, client: clients.get(it.client) ?? `contract ${it.client}` }));
  if (!past || !due) return <Muted>Not known: an amount or a status is missing in the reports.</Muted>;
  const found = expectedOf(due, past, days.from);
  if (!found)
    return (
      <Muted>{`Too little to say: fewer than ${leastOfMerchant} paid or unpaid debits in ${historyMonths} months.`}</Muted>
    );
  const trials = trialsOf(past, days.from);
  return (
    <Box role="group" aria-label="Expected" sx={{ mt: 1, display: 'grid', gap: 1 }}>
      <Typography>
        {centsText(found.due)} due, <b>{centsText(found.expected)} expected</b>.
      </Typography>
      <Muted>
        {`Each client’s due debits times the share of the client’s debits that were paid in the ${historyMonths} months before this one. `}
        {found.byMerchantRate > 0 &&
          `For ${centsText(found.byMerchantRate)} of it fewer than ${leastOfClient} such debits of the client are known, and the share of all clients is used.`}
      </Muted>
      {trials.length === 0 ? (
        <Muted>There is too little history to try the rule on earlier months.</Muted>
      ) : (
        <PlainTable
          label="What the rule said of earlier months"
          columns={[
            { label: 'Month', isHead: true },
            { label: 'Due', isNumber: true, isWide: true },
            { label: 'Rule said', isNumber: true },
            { label: 'Paid', isNumber: true },
          ]}
          rows={trials.map((it) => ({
            key: it.month,
            cells: [monthText(it.month), centsText(it.due), centsText(it.expected), centsText(it.came)],
          }))}
        />
      )}
    </Box>
  );
}
