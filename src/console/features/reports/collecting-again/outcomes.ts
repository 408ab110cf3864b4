import { stageOf } from '#answers/statuses.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { dueIn } from '#console/domain/collections/rates.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import type { InstalmentChange } from '#console/domain/collections/unpaid/debits.ts';
import { carriedOnDays, createdEventsIn } from '#console/domain/collections/unpaid/since.ts';
import { askInstalments, readReports } from '#console/domain/collections/unpaid/use-since.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import { attemptOutcomes, type CollectingAttempt, type MissedDebit } from '#rules/attempt-outcomes.ts';
import { dateOf, daysBetween, isDate, type DateText } from '#rules/calendar.ts';
import { centsOf } from '#rules/money.ts';
import { grouped } from '#rules/sums.ts';
import { byDistance, rateLines, type RateLine } from '../collection-days/rates.ts';

/** Contracts with a missed debit: more would block the page. */
export const mostMissing = 5000;

type ContractChange = LooseOutput<'contractChangeReport'>;

/** Undefined where more contracts than `mostMissing` missed a debit. */
async function askMissing(source: ReportSource, days: Days): Promise<InstalmentChange[] | undefined> {
  const statuses = await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] });
  const values = statuses.flatMap(({ keys: [status = null] }) => (stageOf(status) === 'unpaid' ? [status] : []));
  const unpaid: Filter = { fieldName: 'InstalmentStatus', kind: 'oneOf', values };
  const contracts = await source.groups([{ fieldName: 'ContractSequence' }], {
    filters: [dueIn(days), unpaid],
    most: mostMissing,
  });
  if (contracts.length > mostMissing) return undefined;
  if (contracts.length === 0) return [];
  return askInstalments(
    source,
    contracts.map(({ keys: [sequence] }) => ({ ContractSequence: Number(sequence) })),
  );
}

/**
 * The days on which a contract's debits were added, by their numbers, as far as its change log says so. What an open-ended contract
 * goes on with, months ahead, is no attempt.
 */
function addedDays(
  instalments: readonly InstalmentChange[],
  changes: readonly ContractChange[],
): ReadonlyMap<number, DateText> {
  const events = createdEventsIn(changes);
  return new Map(
    instalments.flatMap(({ InstalmentSequence: sequence, InstalmentActionDate: due }) => {
      const at = dateOf((sequence != null && events.get(sequence)?.at) || '');
      const isNear = isDate(at) && daysBetween(at, dateOf(due ?? '')) <= carriedOnDays;
      return sequence != null && isNear ? [[sequence, at] as const] : [];
    }),
  );
}

/** What was missed on some days, with what was tried since. */
export function missedIn(
  days: Days,
  instalments: readonly InstalmentChange[],
  changes: readonly ContractChange[],
): MissedDebit[] {
  const changesOf = grouped(changes, (it) => it.ContractSequence ?? null);
  const contracts = grouped(instalments, (it) => it.ContractSequence ?? null);
  return [...contracts].flatMap(([contract, debits]) => {
    const added = addedDays(debits, changesOf.get(contract) ?? []);
    return attemptOutcomes(
      debits
        .filter((it) => isDate(dateOf(it.InstalmentActionDate ?? '')))
        .map((it) => ({
          due: it.InstalmentActionDate ?? '',
          stage: stageOf(it.InstalmentStatus),
          cents: centsOf(it.InstalmentAmount),
          reason: it.InstalmentResult ?? '',
          addedOn: added.get(it.InstalmentSequence ?? -1) ?? null,
        })),
    ).filter(({ due }) => dateOf(due) >= days.from && dateOf(due) <= days.to);
  });
}

/**
 * Missed debits of the days, and what was tried since, from two reports.
 * @returns `too many` for a shorter period; `not logged` where the change log does not say what was added
 * @throws CallError
 */
export async function readCollectedAgain(
  tenant: Tenant,
  days: Days,
  today: DateText,
  signal: AbortSignal,
): Promise<MissedDebit[] | 'too many' | 'not logged'> {
  const range = { from: days.from, to: today };
  const ask = (source: ReportSource) => askMissing(source, days);
  const missing = await askReport('omni-instalment-changes', tenant, range, ask, signal);
  if (!missing) return 'too many';
  if (missing.length === 0) return [];
  const { changes, isLogged } = await readReports(
    tenant,
    range,
    Promise.resolve(missing),
    signal,
    Promise.resolve(missing),
  );
  return changes && isLogged ? missedIn(days, missing, changes) : 'not logged';
}

/** Undefined if an amount is not known. */
const sumOf = (list: readonly { cents: number | undefined }[]): number | undefined =>
  list.every(({ cents }) => cents !== undefined) ? list.reduce((sum, { cents = 0 }) => sum + cents, 0) : undefined;

type Attempt = CollectingAttempt & Pick<MissedDebit, 'reason'> & { paid: number; all: number };

const attemptNames = ['First', 'Second', 'Third or later'];
const waits = [
  { label: 'Within 2 days', to: 2 },
  { label: '3 to 7 days', to: 7 },
  { label: '8 to 14 days', to: 14 },
  { label: '15 days or more', to: Infinity },
];

interface AgainFigures {
  missed: { count: number; cents: number | undefined };
  /** Attempts whose outcome is known. */
  tried: RateLine;
  paidCents: number | undefined;
  waiting: { count: number; cents: number | undefined };
  untried: { count: number; cents: number | undefined };
  byAttempt: RateLine[];
  byWait: RateLine[];
  byDay: RateLine[];
  /** By the bank's code for the missed debit, the most first; '' for an unknown one. */
  byReason: RateLine[];
}

export function againFigures(missed: readonly MissedDebit[]): AgainFigures {
  const all = missed.flatMap(({ attempts, reason }) => attempts.map((it) => ({ ...it, reason })));
  const known = all.flatMap((it): Attempt[] =>
    it.isPaid === undefined ? [] : [{ ...it, paid: Number(it.isPaid), all: 1 }],
  );
  const waiting = all.filter(({ isPaid }) => isPaid === undefined);
  const untried = missed.filter(({ attempts }) => attempts.length === 0);
  const figure = (list: readonly { cents: number | undefined }[]) => ({ count: list.length, cents: sumOf(list) });
  const reasons = [...grouped(known, ({ reason }) => reason)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([reason]) => reason);
  const paid = known.filter(({ isPaid }) => isPaid);
  return {
    missed: figure(missed),
    tried: { label: 'All', paid: paid.length, all: known.length },
    paidCents: sumOf(paid),
    waiting: figure(waiting),
    untried: figure(untried),
    byAttempt: rateLines(
      known,
      ({ attempt }) => Math.min(attempt, attemptNames.length),
      (attempt) => attemptNames[attempt - 1] ?? '',
    ),
    byWait: rateLines(
      known,
      ({ waitedDays }) => waits.findIndex(({ to }) => waitedDays <= to),
      (wait) => waits[wait]?.label ?? '',
    ),
    byDay: byDistance(known.map(({ due, paid: hits, all: tried }) => ({ day: due, paid: hits, all: tried }))),
    byReason: rateLines(
      known,
      ({ reason }) => reasons.indexOf(reason),
      (_, { reason }) => reason,
    ),
  };
}
