import { useQuery } from '@tanstack/react-query';
import { call } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { moneyItems, type Instalment } from '#console/domain/money-item/item.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import type { DateText } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';
import { askReport, reportRecords } from '../report-figures.ts';
import type { InstalmentChange, UnpaidDebit } from './debits.ts';
import {
  addedBeside,
  collectedSince,
  createsIn,
  isPaidSince,
  machinesIn,
  sinceText,
  type Followed,
  type SinceReports,
} from './since.ts';

type Debits = readonly Pick<UnpaidDebit, 'ContractSequence'>[];

/** Filters by contract; no filter if a debit has only its numbers. */
const ofContracts = (debits: Debits): Filter[] =>
  debits.some((it) => it.ContractSequence == null)
    ? []
    : [
        {
          fieldName: 'ContractSequence',
          kind: 'oneOf',
          values: [...new Set(debits.map((it) => String(it.ContractSequence)))],
        },
      ];

/** The debits' contracts' instalments that have changed. */
export async function askInstalments(source: ReportSource, debits: Debits): Promise<InstalmentChange[]> {
  const { records } = await reportRecords(
    source,
    [
      'ContractSequence',
      'ContractNumber',
      'InstalmentSequence',
      'InstalmentActionDate',
      'InstalmentAmount',
      'InstalmentStatus',
      'InstalmentResult',
      'LastUpdateDate',
      'UserId',
    ],
    ofContracts(debits),
  );
  return records;
}

const unlessRefused = (error: unknown) => {
  if (error instanceof CallError) return undefined;
  throw error;
};

/** Indexed by contract sequence: there may be thousands of debits. */
function bySequence<It extends { ContractSequence?: number | null }>(list: readonly It[]) {
  const groups = grouped(list, (it) => it.ContractSequence ?? null);
  return (sequence: number): It[] => groups.get(sequence) ?? [];
}

/** Limit of contracts read one by one, if the change log has no creations. */
const maxRead = 50;

/** Instalments by contract; empty above `maxRead` contracts. */
async function readInstalments(tenant: Tenant, debits: readonly UnpaidDebit[]): Promise<Map<string, Instalment[]>> {
  const ids = new Map(debits.flatMap((it) => [[segmentOfRecord(it), contractIdOf(it)] as const]));
  const found = new Map<string, Instalment[]>();
  const waiting = ids.size > maxRead ? [] : [...ids];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [segment, id] = next;
      const records = id && (await call('instalmentList', tenant, id).catch(() => undefined))?.records;
      if (records) found.set(segment, moneyItems('instalment', records));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return found;
}

type Found = SinceReports & { isLogged: boolean };

/** Requests both reports at once; `debits` decides which of their records are needed. */
export async function readReports(
  tenant: Tenant,
  range: Days,
  debits: Promise<Debits>,
  signal: AbortSignal,
  known?: Promise<InstalmentChange[] | undefined>,
): Promise<Found> {
  /** Whether the change log has creations. */
  let isLogged = false;
  const askChanges = async (source: ReportSource) => {
    // For thousands of debits the log has far more changes than creations.
    const types = await source.groups([{ fieldName: 'ChangeType' }], { filters: [] });
    const values = types.flatMap(({ keys: [type = null] }) => (createsIn(type) ? [type] : []));
    isLogged = values.length > 0;
    const { records } = await reportRecords(
      source,
      ['ContractSequence', 'ClientNumber', 'ContractNumber', 'ChangeDate', 'ChangeType', 'FieldChanged', 'NewValue'],
      [
        ...ofContracts(await debits),
        { fieldName: 'FieldChanged', kind: 'text', has: '[' },
        { fieldName: 'ChangeType', kind: 'oneOf', values },
      ],
    );
    return records;
  };
  const ask = async (source: ReportSource) => askInstalments(source, await debits);
  const [instalments, changes] = await Promise.all([
    known ?? askReport('omni-instalment-changes', tenant, range, ask, signal).catch(unlessRefused),
    askReport('contract-changes', tenant, range, askChanges, signal).catch(unlessRefused),
  ]);
  return { instalments, changes, isLogged };
}

const begun = new WeakMap<readonly UnpaidDebit[], Promise<Found>>();

/** Keeps the reports of what followed, requested while the debits were read, for the first `useSince` of these debits. */
export const keepReports = (debits: readonly UnpaidDebit[], reports: Promise<Found>): void => {
  begun.set(debits, reports);
};

/** What followed each debit, by its key; `null` if no report could be read. @param stored the contracts' instalments */
export function sinceOf(
  debits: readonly UnpaidDebit[],
  reports: Found,
  stored?: ReadonlyMap<string, Instalment[]>,
): Map<string, Followed> | null {
  if (!reports.instalments && !reports.changes) return null;
  const machines = machinesIn(reports.instalments ?? []);
  const instalments = reports.instalments && bySequence(reports.instalments);
  const changes = reports.changes && bySequence(reports.changes);
  const followed = debits.flatMap((debit) => {
    const { ContractSequence: sequence } = debit;
    const ofContract =
      sequence == null ? reports : { instalments: instalments?.(sequence), changes: changes?.(sequence) };
    const known = collectedSince(debit, ofContract, machines);
    const since = known.length > 0 ? known : addedBeside(debit, stored?.get(segmentOfRecord(debit)) ?? []);
    return since.length > 0 ? [{ debit, since }] : [];
  });
  const contracts = grouped(
    followed,
    ({ debit }) => `${debit.ContractSequence} ${debit.ClientNumber} ${debit.ContractNumber}`,
  );
  return new Map(
    [...contracts.values()].flatMap((group) =>
      group.map(({ debit, since }) => [
        debit.key,
        { text: sinceText(debit, since, group.length), isLikely: since.every((it) => it.isLikely) },
      ]),
    ),
  );
}

/** Keys of the debits after which another one of their contract was paid. */
function paidSince(debits: readonly UnpaidDebit[], { instalments = [] }: SinceReports): ReadonlySet<string> {
  const ofSequence = bySequence(instalments);
  return new Set(
    debits
      .filter((it) => isPaidSince(it, it.ContractSequence == null ? instalments : ofSequence(it.ContractSequence)))
      .map((it) => it.key),
  );
}

const noKeys: ReadonlySet<string> = new Set();

/**
 * What followed each debit. Refetched on every visit, as a colleague may have been quicker.
 * @param from the first day of the debits
 */
export function useSince(debits: readonly UnpaidDebit[], from: DateText, today: DateText) {
  const { merchant, product } = useTenant();
  const keys = debits.map((it) => it.key);
  const read = useQuery<{ since: Map<string, Followed> | null; paid: ReadonlySet<string> }, CallError>({
    queryKey: ['omniInstalmentChangeReport', merchant, product, { from, to: today }, 'since', keys],
    queryFn: async ({ signal }) => {
      const first = begun.get(debits);
      begun.delete(debits);
      const reports = await (first ??
        readReports({ merchant, product }, { from, to: today }, Promise.resolve(debits), signal));
      const stored = reports.isLogged ? undefined : await readInstalments({ merchant, product }, debits);
      return { since: sinceOf(debits, reports, stored), paid: paidSince(debits, reports) };
    },
    enabled: debits.length > 0,
    staleTime: 0,
    retry: false,
  });
  return {
    since: read.data?.since ?? undefined,
    /** Keys of the debits after which another one of their contract was paid, as far as known. */
    paid: read.data?.paid ?? noKeys,
    isReading: read.isLoading,
    /** Both reports failed: later collections are unknown. */
    isUnknown: read.data?.since === null,
    /** Refetches. */
    again: async () => (await read.refetch()).data?.since ?? undefined,
  };
}
