import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CallError } from '#console/api/errors.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import type { Transaction } from '#console/domain/timeline/events.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { useStore } from '#kit/base/store.ts';
import type { Days, Range } from '#kit/dates/ranges.ts';
import { sumOf } from '#kit/ui/sums.ts';
import type { LeftOutRows, ReportSource } from '#report-engine/protocol.ts';
import type { DateText } from '#rules/calendar.ts';
import { askReport, ifFound, reportRecords } from '../report-figures.ts';
import { collectionsOnly } from '../report-list.ts';
import { transactionKeys } from '../transaction-key.ts';
import { createdStore } from './created.ts';
import { isFailed, unpaidOf, usualFailed, type InstalmentChange, type UnpaidDebit } from './debits.ts';
import { knownFollowUp, isCollectedAgain } from './since.ts';
import { askInstalments, keepReports, readReports, sinceOf } from './use-since.ts';

/** Limit: all listed debits are on the page, to be selected. */
const maxListed = 5000;

const oneOf = (fieldName: string, values: readonly (string | null)[]): Filter => ({
  fieldName,
  kind: 'oneOf',
  values: [...new Set(values)],
});

/** Up to `maxListed` failed debits, and every status of debits. */
export async function askFailed(source: ReportSource, failed: string) {
  // A failed payout is a transaction too, but can't be collected again.
  const groups = await source.groups([{ fieldName: 'Status' }], { filters: [collectionsOnly] });
  const statuses = groups.map(({ keys: [status = null] }) => status);
  const ofStatus = oneOf(
    'Status',
    statuses.filter((status) => isFailed(status, failed)),
  );
  const { records, count } = await reportRecords(
    source,
    ['ContractSequence', 'ClientNumber', 'ContractNumber', 'TransactionDate', 'Amount'],
    [collectionsOnly, ofStatus],
    maxListed,
  );
  return {
    // For the link to the report.
    filters: [ofStatus],
    debits: records,
    count,
    statuses: statuses.map((it) => it ?? '').toSorted(),
    leftOut: source.getSnapshot().leftOut,
  };
}

/** Instalments of the debits' contracts that have failed since. */
async function askChanged(
  source: ReportSource,
  failed: string,
  debits: readonly Transaction[],
): Promise<InstalmentChange[]> {
  const statuses = await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] });
  const { records } = await reportRecords(
    source,
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
  return records;
}

interface Listed {
  list: UnpaidDebit[];
  /** Including unlisted ones. */
  count: number;
  /** '' for none. */
  statuses: string[];
  /** Filters that reduce collections to these debits. */
  filters: Filter[];
  leftOut: LeftOutRows;
  /** Why reasons are missing; the debits are listed anyway. */
  reasonError: CallError | null;
}

/** Requests the reports of changes at once; the debits decide which of their records are needed. */
function beginChanges(
  tenant: Tenant,
  range: Days,
  failed: string,
  today: DateText,
  debitsOf: Promise<readonly Transaction[]>,
  signal: AbortSignal,
) {
  // Up to today, the same report has what followed.
  const reachesToday = range.to >= today;
  const changed = askReport(
    'omni-instalment-changes',
    tenant,
    range,
    async (source) => {
      const debits = await debitsOf;
      return {
        failed: await askChanged(source, failed, debits),
        all: reachesToday ? await askInstalments(source, debits) : [],
      };
    },
    signal,
  ).catch((error: unknown) => {
    if (error instanceof CallError) return error;
    throw error;
  });
  const known = reachesToday ? changed.then((it) => (it instanceof CallError ? undefined : it.all)) : undefined;
  return { changed, reports: readReports(tenant, { from: range.from, to: today }, debitsOf, signal, known) };
}

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
    ifFound('transactions', (source) => askFailed(source, failed)),
    signal,
  );
  const debitsOf = transactions.then((it) => it.debits);
  // Its error is that of `transactions`.
  debitsOf.catch(() => {});
  const { changed, reports } = beginChanges(tenant, range, failed, today, debitsOf, signal);
  // The query that takes it has the error.
  reports.catch(() => {});
  const [{ debits, count, statuses, filters, leftOut }, changes] = await Promise.all([transactions, changed]);
  const isKnown = !(changes instanceof CallError);
  const list = unpaidOf(debits, isKnown ? changes.failed : []);
  keepReports(list, reports);
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

/**
 * Those of some failed debits that were not collected again, as the page of unpaid debits counts them (docs/decisions.md,
 * 44). `open` is undefined while they are read, where the reports of changes can't be read, and where there are more
 * debits than that page lists: the changes of so many contracts would take longer than everything else on a page.
 */
export function useStillUnpaid(
  { from, to }: Days,
  found: (Pick<Listed, 'count'> & { debits: readonly Transaction[] }) | undefined,
  today: DateText,
) {
  const { merchant, product } = useTenant();
  const created = useStore(createdStore);
  const { debits = [], count = 0 } = found ?? {};
  const isWhole = count === debits.length;
  const keys = useMemo(() => debits.map(transactionKeys()), [debits]);
  const read = useQuery({
    queryKey: ['omniInstalmentChangeReport', merchant, product, { from, to: today }, 'still unpaid', keys],
    queryFn: async ({ signal }) => {
      const tenant = { merchant, product };
      const { changed, reports } = beginChanges(
        tenant,
        { from, to },
        usualFailed,
        today,
        Promise.resolve(debits),
        signal,
      );
      const [changes, logs] = await Promise.all([changed, reports]);
      const list = unpaidOf(debits, changes instanceof CallError ? [] : changes.failed);
      // What is only probable hides no debit, so no contract is read for it.
      const since = sinceOf(list, logs);
      return since && { list, since };
    },
    enabled: isWhole && debits.length > 0,
    retry: false,
  });
  const { data } = read;
  const open = useMemo(() => {
    if (isWhole && debits.length === 0) return [];
    return data?.list.filter(({ key }) => !isCollectedAgain(knownFollowUp(key, data.since, created)));
  }, [isWhole, debits, data, created]);
  return {
    isLoading: read.isLoading,
    error: read.error as CallError | null,
    open: open && { count: open.length, cents: sumOf(open.map((it) => it.Amount)) },
  };
}
