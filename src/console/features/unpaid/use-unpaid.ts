import { useQuery } from '@tanstack/react-query';
import { CallError } from '#console/api/errors.ts';
import { normalized } from '#console/api/normalize.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { askReport, ifFound } from '#console/domain/collections/report-figures.ts';
import { collectionsOnly } from '#console/domain/collections/report-list.ts';
import type { Days, Range } from '#console/kit/dates/ranges.ts';
import type { Filter, LeftOut, ReportSource } from '#console/report-engine/protocol.ts';
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
  // A payout that failed is a transaction, too, and nothing to collect again.
  const groups = await source.groups([{ fieldName: 'Status' }], { filters: [collectionsOnly] });
  const statuses = groups.map(({ keys: [status = null] }) => status);
  const ofStatus = oneOf(
    'Status',
    statuses.filter((status) => isFailed(status, failed)),
  );
  const { rows, count } = await source.found(
    ['ContractSequence', 'ClientNumber', 'ContractNumber', 'TransactionDate', 'Amount'],
    [collectionsOnly, ofStatus],
    maxListed,
  );
  return {
    // Which of them the report is to show.
    filters: [ofStatus],
    debits: normalized<Transaction>([...rows]),
    count,
    statuses: statuses.map((it) => it ?? '').toSorted(),
    leftOut: source.getSnapshot().leftOut,
  };
}

/** The instalments that have failed since, of the contracts that the debits belong to. */
async function askChanged(source: ReportSource, failed: string, debits: readonly Transaction[]): Promise<Changed[]> {
  const statuses = await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] });
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
  /** What leaves these debits of the collections. */
  filters: Filter[];
  leftOut: LeftOut;
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
  const [{ debits, count, statuses, filters, leftOut }, changes] = await Promise.all([transactions, changed]);
  const isKnown = Array.isArray(changes);
  return {
    list: unpaidOf(debits, isKnown ? changes : []),
    count,
    statuses,
    filters,
    leftOut,
    reasonError: isKnown ? null : changes,
  };
}

const nothing: Listed = {
  list: [],
  count: 0,
  statuses: [],
  filters: [],
  leftOut: { otherDays: 0, repeated: 0 },
  reasonError: null,
};

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
