import { useQuery } from '@tanstack/react-query';
import { call } from '#console/api/client.ts';
import { codeLabel } from '#console/api/code-labels.ts';
import { CallError } from '#console/api/errors.ts';
import { normalized } from '#console/api/normalize.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { grouped } from '#console/domain/collections/day-groups.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import { dueOf, statusOf, type Instalment } from '#console/domain/money-item/item.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import { show } from '#console/kit/ui/format.tsx';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { isOver, stageOf } from '#console/model/statuses.ts';
import type { Filter, ReportSource } from '#console/report-engine/protocol.ts';
import type { Output } from '#contract/operations.ts';
import { dateOf, daysBetween, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import type { Unpaid } from './rows.ts';

type Change = Output<'contractChangeReport'>;
/** As the report of changed instalments tells it. */
export type ChangedInstalment = Output<'omniInstalmentChangeReport'>;

/** An instalment that a contract was given after one of its debits had failed. */
export interface Since {
  /** A date-time, as the service has it now. */
  due: string;
  amount?: number | null;
  status: string;
  /** Nothing says when it was made: it is there, and fits no rhythm of its contract. */
  isLikely?: true;
}

/** What the reports tell; undefined for one that could not be read. */
export interface Reports {
  changes?: readonly Change[];
  instalments?: readonly ChangedInstalment[];
}

/** A series that has no end is carried on by the service itself, always far ahead; nobody collects again that late. */
const carriedOnDays = 60;

/** Who sets outcomes: the service itself, by whatever name. */
const machinesIn = (instalments: readonly ChangedInstalment[]): ReadonlySet<unknown> =>
  new Set(
    instalments.filter((it) => /^(?:paid|unpaid)$/.test(stageOf(it.InstalmentStatus) ?? '')).map((it) => it.UserId),
  );

const sequenceIn = (field: string | null | undefined): number | undefined => {
  const found = /\[(\d+)\]$/.exec(field ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};

const isOfSame = (debit: Unpaid, it: Pick<Change, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'>) =>
  debit.ContractSequence != null && it.ContractSequence != null
    ? debit.ContractSequence === it.ContractSequence
    : debit.ContractNumber === it.ContractNumber && (it.ClientNumber == null || debit.ClientNumber === it.ClientNumber);

const createsIn = (type: string | null | undefined): boolean => /^(?:create|add|new|insert)/i.test(type ?? '');

/** When instalments were made, as far as the change log tells: by contract and number. */
function createdEventsIn(changes: readonly Change[]): Map<number, { at: string; change: Change }> {
  const createdEvents = new Map<number, { at: string; change: Change }>();
  for (const change of changes) {
    const sequence = sequenceIn(change.FieldChanged);
    const isCreation = createsIn(change.ChangeType) && change.FieldChanged?.includes('Date');
    if (sequence !== undefined && isCreation) createdEvents.set(sequence, { at: change.ChangeDate ?? '', change });
  }
  return createdEvents;
}

/**
 * What a contract was given since one of its debits failed, whatever became of it, but not what was cancelled or is due
 * before the failure. Without a change log whatever was changed since counts, since nothing tells it from what was made.
 */
export function collectedSince(
  debit: Unpaid,
  { changes, instalments = [] }: Reports,
  machines = machinesIn(instalments),
): Since[] {
  const failed = debit.TransactionDate ?? '';
  const theirs = instalments.filter((it) => isOfSame(debit, { ...it, ClientNumber: undefined }));
  const of = new Map(theirs.map((it) => [it.InstalmentSequence, it]));
  const createdEvents = changes
    ? [...createdEventsIn(changes.filter((it) => isOfSame(debit, it)))].map(([sequence, event]) => ({
        sequence,
        ...event,
      }))
    : theirs.map((it) => ({ sequence: it.InstalmentSequence, at: it.LastUpdateDate ?? '', change: undefined }));
  return createdEvents.flatMap(({ sequence, at, change }) => {
    const now = of.get(sequence);
    const due = now?.InstalmentActionDate ?? change?.NewValue ?? '';
    const status = now?.InstalmentStatus ?? '';
    if (at <= failed || stageOf(status) === 'cancelled') return [];
    // The debit's own instalment, and those that came before it.
    if (sequence === debit.InstalmentSequence || (due !== '' && due < failed && !change)) return [];
    const isFar = isDate(dateOf(due)) && isDate(dateOf(at)) && daysBetween(dateOf(at), dateOf(due)) > carriedOnDays;
    if (isFar && stageOf(status) === 'scheduled' && machines.has(now?.UserId)) return [];
    return [{ due, amount: now?.InstalmentAmount, status }];
  });
}

const isWeeksApart = (one: DateText, other: DateText) => daysBetween(one, other) % 7 === 0;

/** Whether a day fits those of a series: the same day of the month (its end is one day), or weeks apart where they are. */
function fits(day: DateText, series: readonly DateText[]): boolean {
  const monthDay = (it: DateText) => Math.min(28, Number(it.slice(8)));
  const isWeekly = series.some((one, at) => {
    const next = series[at + 1];
    return next !== undefined && isWeeksApart(one, next) && daysBetween(one, next) <= 14;
  });
  return series.some((it) => monthDay(it) === monthDay(day) || (isWeekly && isWeeksApart(it, day)));
}

/**
 * What a contract has that was probably added after one of its debits had failed, where no change log tells of what is made: due
 * after the failure, of the same amount, and on a day that does not fit the other instalments, or that an earlier one has.
 */
export function addedBeside(debit: Unpaid, instalments: readonly Instalment[]): Since[] {
  const failed = debit.TransactionDate ?? '';
  const dayOf = (it: Instalment) => dateOf(dueOf(it));
  const isAdded = (it: Instalment) => {
    const others = instalments.filter((other) => other !== it && isDate(dayOf(other)));
    const isSecond = others.some(
      (other) => dayOf(other) === dayOf(it) && (other.InstalmentSequence ?? 0) < (it.InstalmentSequence ?? 0),
    );
    return isSecond || !fits(dayOf(it), others.map(dayOf).toSorted());
  };
  return instalments.flatMap((it): Since[] => {
    const [due, status] = [dueOf(it), statusOf(it)];
    if (!isDate(dateOf(due)) || due <= failed || it.InstalmentAmount !== debit.Amount) return [];
    if (stageOf(status) === 'cancelled' || it.InstalmentSequence === debit.InstalmentSequence) return [];
    if (!isAdded(it)) return [];
    return [{ due, amount: it.InstalmentAmount, status, isLikely: true }];
  });
}

/**
 * `collected again, due 28 Nov 2026`; with its status once it is over. For which of several debits of a contract it was is
 * told by nothing, so it stands at each of them.
 */
export function sinceText(debit: Unpaid, list: readonly Since[], debits = 1): string {
  const texts = list.map(({ due, amount, status, isLikely }) => {
    const isAlike = amount == null || amount === debit.Amount;
    const what = isAlike
      ? `${isLikely ? 'probably ' : ''}collected again`
      : `${show('InstalmentAmount', amount)} added`;
    const how = isOver(status) ? `, ${(codeLabel('InstalmentStatus', status) ?? status).toLowerCase()}` : '';
    return `${what}, due ${dayText(due)}${how}`;
  });
  const share = debits > list.length ? ` (${list.length} for ${debits} debits)` : '';
  return texts.join('; ') + share;
}

/** The contracts of some debits as a condition; all where one of them is named by its numbers alone. */
const ofContracts = (debits: readonly Unpaid[]): Filter[] =>
  debits.some((it) => it.ContractSequence == null)
    ? []
    : [
        {
          fieldName: 'ContractSequence',
          kind: 'oneOf',
          values: [...new Set(debits.map((it) => String(it.ContractSequence)))],
        },
      ];

/** The records of one contract, looked up rather than searched for: there may be thousands of debits. */
function bySequence<It extends { ContractSequence?: number | null }>(list: readonly It[] | undefined) {
  if (!list) return undefined;
  const groups = grouped(list, (it) => it.ContractSequence ?? null);
  return (sequence: number): It[] => groups.get(sequence) ?? [];
}

/** Contracts whose instalments are read one by one, of a service whose change log tells of nothing that is made. */
const maxRead = 50;

/** The instalments of the contracts of some debits, by contract; none where there are too many contracts. */
async function readInstalments(tenant: Tenant, debits: readonly Unpaid[]): Promise<Map<string, Instalment[]>> {
  const ids = new Map(debits.flatMap((it) => [[segmentOfRecord(it), contractIdOf(it)] as const]));
  const found = new Map<string, Instalment[]>();
  const waiting = ids.size > maxRead ? [] : [...ids];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [segment, id] = next;
      const records = id && (await call('instalmentList', tenant, id).catch(() => undefined))?.records;
      if (records) found.set(segment, records);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return found;
}

async function readReports(
  tenant: Tenant,
  range: Days,
  debits: readonly Unpaid[],
  signal: AbortSignal,
): Promise<Reports & { isLogged: boolean }> {
  /** Whether the change log tells of what is made. */
  let isLogged = false;
  const filters = ofContracts(debits);
  const ask = async <T extends object>(
    name: 'omni-instalment-changes' | 'contract-changes',
    fieldNames: string[],
    more: (source: ReportSource) => Promise<Filter[]>,
  ) => {
    const found = async (source: ReportSource) =>
      normalized<T>([...(await source.found(fieldNames, [...filters, ...(await more(source))])).rows] as T[]);
    try {
      return await askReport(name, tenant, range, found, signal);
    } catch (error) {
      if (error instanceof CallError) return undefined;
      throw error;
    }
  };
  const [instalments, changes] = await Promise.all([
    ask<ChangedInstalment>(
      'omni-instalment-changes',
      ['ContractSequence', 'ContractNumber', 'InstalmentSequence', 'InstalmentActionDate', 'InstalmentAmount'].concat([
        'InstalmentStatus',
        'LastUpdateDate',
        'UserId',
      ]),
      async () => [],
    ),
    ask<Change>(
      'contract-changes',
      ['ContractSequence', 'ClientNumber', 'ContractNumber', 'ChangeDate', 'ChangeType', 'FieldChanged', 'NewValue'],
      // Of thousands of debits the log has many more changes than instalments that were created.
      async (source) => {
        const types = await source.groups([{ fieldName: 'ChangeType' }], { filters: [] });
        const values = types.flatMap(({ keys: [type = null] }) => (createsIn(type) ? [type] : []));
        isLogged = values.length > 0;
        return [
          { fieldName: 'FieldChanged', kind: 'text', has: '[' },
          { fieldName: 'ChangeType', kind: 'oneOf', values },
        ];
      },
    ),
  ]);
  return { instalments, changes, isLogged };
}

/**
 * What each of some debits was followed by. Read again each time that somebody looks, for a colleague may have been quicker.
 *
 * @param from the first day of the debits
 */
export function useSince(debits: readonly Unpaid[], from: DateText, today: DateText) {
  const { merchant, product } = useTenant();
  const keys = debits.map((it) => it.key);
  const read = useQuery<Map<string, string> | null, CallError>({
    queryKey: ['omniInstalmentChangeReport', merchant, product, { from, to: today }, 'since', keys],
    queryFn: async ({ signal }) => {
      const reports = await readReports({ merchant, product }, { from, to: today }, debits, signal);
      if (!reports.instalments && !reports.changes) return null;
      const machines = machinesIn(reports.instalments ?? []);
      const stored = reports.isLogged ? undefined : await readInstalments({ merchant, product }, debits);
      const [instalments, changes] = [bySequence(reports.instalments), bySequence(reports.changes)];
      const followed = debits.flatMap((debit) => {
        const { ContractSequence: sequence } = debit;
        const theirs =
          sequence == null ? reports : { instalments: instalments?.(sequence), changes: changes?.(sequence) };
        const known = collectedSince(debit, theirs, machines);
        const since = known.length > 0 ? known : addedBeside(debit, stored?.get(segmentOfRecord(debit)) ?? []);
        return since.length > 0 ? [{ debit, since }] : [];
      });
      const contracts = grouped(
        followed,
        ({ debit }) => `${debit.ContractSequence} ${debit.ClientNumber} ${debit.ContractNumber}`,
      );
      return new Map(
        [...contracts.values()].flatMap((group) =>
          group.map(({ debit, since }) => [debit.key, sinceText(debit, since, group.length)]),
        ),
      );
    },
    enabled: debits.length > 0,
    staleTime: 0,
    retry: false,
  });
  return {
    since: read.data ?? undefined,
    isReading: read.isLoading,
    /** Neither report could be read: whether a debit was collected again is not known. */
    isUnknown: read.data === null,
    /** Asked again now. */
    again: async () => (await read.refetch()).data ?? undefined,
  };
}
