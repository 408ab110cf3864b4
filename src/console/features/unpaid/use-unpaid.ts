import { useQuery } from '@tanstack/react-query';
import { CallError } from '#console/api/errors.ts';
import { normalized } from '#console/api/normalize.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { askReport, ifFound } from '#console/domain/collections/report-figures.ts';
import { collectionsOnly } from '#console/domain/collections/report-list.ts';
import type { Days, Range } from '#console/kit/dates/ranges.ts';
import type { Filter, LeftOut, ReportSource } from '#console/report-engine/protocol.ts';
import type { DateText } from '#rules/calendar.ts';
import { isFailed, unpaidOf, type Changed, type Transaction, type Unpaid } from './rows.ts';
import { askInstalments, beginSince } from './use-since.ts';

/** Default failed status; the interface lists no statuses (docs/interface.md, States). */
export const usualFailed = 'UNPAID';

/** Limit: all listed debits are on the page, to be selected. */
const maxListed = 5000;

const oneOf = (fieldName: string, values: readonly (string | null)[]): Filter => ({
  fieldName,
  kind: 'oneOf',
  values: [...new Set(values)],
});

/** Up to `maxListed` failed debits, and every status of debits. */
async function askDebits(source: ReportSource, failed: string) {
  // A failed payout is a transaction too, but can't be collected again.
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
    // For the link to the report.
    filters: [ofStatus],
    debits: normalized<Transaction>([...rows]),
    count,
    statuses: statuses.map((it) => it ?? '').toSorted(),
    leftOut: source.getSnapshot().leftOut,
  };
}

/** Instalments of the debits' contracts that have failed since. */
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
  /** Including unlisted ones. */
  count: number;
  /** '' for none. */
  statuses: string[];
  /** Filters that reduce collections to these debits. */
  filters: Filter[];
  leftOut: LeftOut;
  /** Why reasons are missing; the debits are listed anyway. */
  reasonError: CallError | null;
}

/** Requests all reports at once; the debits decide which of their records are needed. */
async function readUnpaid(
  tenant: Tenant,
  range: Days,
  failed: string,
  today: DateText,
  signal: AbortSignal,
): Promise<Listed> {
  const transactions = askReport(
    'transactions',
    tenant,
    range,
    ifFound('transactions', (source) => askDebits(source, failed)),
    signal,
  );
  const debitsOf = transactions.then((it) => it.debits);
  // Its error is that of `transactions`.
  debitsOf.catch(() => {});
  // Up to today, the same report has what followed.
  const isToday = range.to === today;
  const changed = askReport(
    'omni-instalment-changes',
    tenant,
    range,
    async (source) => {
      const debits = await debitsOf;
      return {
        failed: await askChanged(source, failed, debits),
        all: isToday ? await askInstalments(source, debits) : [],
      };
    },
    signal,
  ).catch((error: unknown) => {
    if (error instanceof CallError) return error;
    throw error;
  });
  const known = isToday ? changed.then((it) => (it instanceof CallError ? undefined : it.all)) : undefined;
  const followedBy = beginSince(tenant, { from: range.from, to: today }, debitsOf, signal, known);
  const [{ debits, count, statuses, filters, leftOut }, changes] = await Promise.all([transactions, changed]);
  const isKnown = !(changes instanceof CallError);
  const list = unpaidOf(debits, isKnown ? changes.failed : []);
  followedBy(list);
  return {
    list,
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

export function useUnpaid({ from, to, problem }: Range, failed: string, today: DateText) {
  const { merchant, product } = useTenant();
  const read = useQuery<Listed, CallError>({
    queryKey: ['transactionReport', merchant, product, { from, to }, 'unpaid', failed],
    queryFn: ({ signal }) => readUnpaid({ merchant, product }, { from, to }, failed, today, signal),
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
