import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../api/errors.ts';
import { isPayout } from '../../api/payout.ts';
import { useTenant, type Tenant } from '../../api/tenant.ts';
import type { Filter, ReportSource } from '../../report-engine/protocol.ts';
import { normalized } from '../../api/normalize.ts';
import type { Days, Range } from '../../kit/dates/ranges.ts';
import { askReport, ifFound } from '../../domain/collections/report-figures.ts';
import { isFailed, unpaidOf, type Changed, type Transaction, type Unpaid } from './rows.ts';

/** What marks a debit as failed unless the address says otherwise; the interface lists no statuses (States). */
export const usualFailed = 'UNPAID';

/** Debits that are listed at most: all of them are on the page, to be chosen among. */
const maxListed = 5000;

const oneOf = (fieldName: string, values: readonly (string | null)[]): Filter => ({
  fieldName,
  kind: 'oneOf',
  values: [...new Set(values)],
});

/** The failed debits among the transactions, as many as are listed, and every status that debits have. */
async function askDebits(source: ReportSource, failed: string) {
  const groups = await source.groups([{ fieldName: 'Status' }, { fieldName: 'TransactionType' }], undefined, []);
  const debits = groups.flatMap(({ keys: [status = null, type = null], count }) =>
    // A payout that failed is a transaction, too, and nothing to collect again.
    isPayout({ TransactionType: type }) ? [] : [{ status, type, count }],
  );
  const filters = [
    oneOf(
      'Status',
      debits.flatMap(({ status }) => (isFailed(status, failed) ? [status] : [])),
    ),
    oneOf(
      'TransactionType',
      debits.map((it) => it.type),
    ),
  ];
  const { rows, count } = await source.found(
    ['ContractSequence', 'ClientNumber', 'ContractNumber', 'TransactionDate', 'Amount'],
    filters,
    maxListed,
  );
  return {
    // Which of them the report is to show: a condition that leaves nothing out says nothing.
    filters: filters.filter((_, index) => index === 0 || debits.length < groups.length),
    debits: normalized<Transaction>([...rows]),
    count,
    statuses: [...new Set(debits.map((it) => it.status ?? ''))].toSorted(),
  };
}

/** The instalments that have failed since, of the contracts that the debits belong to. */
async function askChanged(source: ReportSource, failed: string, debits: readonly Transaction[]): Promise<Changed[]> {
  const statuses = await source.groups([{ fieldName: 'InstalmentStatus' }], undefined, []);
  const { rows } = await source.found(
    [
      'ContractSequence',
      'InstalmentSequence',
      'InstalmentAmount',
      'InstalmentStatus',
      'InstalmentResult',
      'LastUpdateDate',
    ],
    [
      oneOf(
        'InstalmentStatus',
        statuses.flatMap(({ keys: [status = null] }) => (isFailed(status, failed) ? [status] : [])),
      ),
      oneOf(
        'ContractSequence',
        debits.flatMap((it) => (it.ContractSequence == null ? [] : String(it.ContractSequence))),
      ),
    ],
  );
  return normalized<Changed>([...rows]);
}

interface Listed {
  list: Unpaid[];
  /** How many there are, listed or not. */
  count: number;
  /** '' for none. */
  statuses: string[];
  /** What leaves these debits of the transactions. */
  filters: Filter[];
  /** Why no reasons are told; the debits are there all the same. */
  reasonError: CallError | null;
}

/** Both reports come at the same time; which of the changes are wanted is known once the debits are. */
async function readUnpaid(tenant: Tenant, range: Days, failed: string, signal: AbortSignal): Promise<Listed> {
  const transactions = askReport(
    'transactions',
    tenant,
    range,
    ifFound('transactions', (source) => askDebits(source, failed)),
    signal,
  );
  const changed = askReport(
    'omni-instalment-changes',
    tenant,
    range,
    async (source) => askChanged(source, failed, (await transactions).debits),
    signal,
  ).catch((error: unknown) => {
    if (error instanceof CallError) return error;
    throw error;
  });
  const [{ debits, count, statuses, filters }, changes] = await Promise.all([transactions, changed]);
  const isKnown = Array.isArray(changes);
  return {
    list: unpaidOf(debits, isKnown ? changes : []),
    count,
    statuses,
    filters,
    reasonError: isKnown ? null : changes,
  };
}

const nothing: Listed = { list: [], count: 0, statuses: [], filters: [], reasonError: null };

/** The failed debits of a range, with their reasons, and every status that its debits have. */
export function useUnpaid({ from, to, problem }: Range, failed: string) {
  const { merchant, product } = useTenant();
  const read = useQuery<Listed, CallError>({
    queryKey: ['transactionReport', merchant, product, { from, to }, 'unpaid', failed],
    queryFn: ({ signal }) => readUnpaid({ merchant, product }, { from, to }, failed, signal),
    enabled: !problem,
    retry: false,
  });
  return {
    ...(read.data ?? nothing),
    isLoading: read.isLoading,
    error: read.error,
    retry: () => void read.refetch(),
  };
}
