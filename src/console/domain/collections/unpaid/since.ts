import { isOver, stageOf } from '#answers/statuses.ts';
import { codeLabel } from '#console/api/code-labels.ts';
import type { Instalment } from '#console/domain/money-item/item.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { formatField } from '#kit/ui/format.tsx';
import { dateOf, daysBetween, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import type { InstalmentChange, UnpaidDebit } from './debits.ts';

type ContractChange = LooseOutput<'contractChangeReport'>;

/** An instalment added to a contract after one of its debits failed. */
interface Since {
  /** The current due date-time. */
  due: string;
  amount?: number | null;
  status: string;
  /** Inferred, as its creation is not in the change log. */
  isLikely?: true;
}

/** What followed a debit. */
export interface Followed {
  text: string;
  /** Every instalment is inferred. */
  isLikely: boolean;
}

/** What followed a debit, from the reports or from this session. @param created the keys of `createdStore` */
export function knownFollowUp(
  key: string,
  since: ReadonlyMap<string, Followed> | undefined,
  created: ReadonlySet<string>,
): Followed | undefined {
  const found = since?.get(key);
  if (!created.has(key)) return found;
  return { text: found?.text ?? 'new instalment created', isLikely: false };
}

/** The one meaning of "collected again" (docs/decisions.md, 44): an inference marks a debit and never hides it. */
export const isCollectedAgain = (followed: Followed | undefined): boolean => followed?.isLikely === false;

/** `undefined` for a report that failed. */
export interface SinceReports {
  changes?: readonly ContractChange[];
  instalments?: readonly InstalmentChange[];
}

/**
 * Days. The service extends an open-ended series further ahead than any person collects again (docs/decisions.md, 44).
 */
export const carriedOnDays = 60;

/** Users that set outcomes: the service itself, under any name. */
export const machinesIn = (instalments: readonly InstalmentChange[]): ReadonlySet<unknown> =>
  new Set(
    instalments.filter((it) => /^(?:paid|unpaid)$/.test(stageOf(it.InstalmentStatus) ?? '')).map((it) => it.UserId),
  );

const sequenceIn = (field: string | null | undefined): number | undefined => {
  const found = /\[(\d+)\]$/.exec(field ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};

const isOfSame = (
  debit: UnpaidDebit,
  change: Pick<ContractChange, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'>,
) =>
  debit.ContractSequence != null && change.ContractSequence != null
    ? debit.ContractSequence === change.ContractSequence
    : debit.ContractNumber === change.ContractNumber &&
      (change.ClientNumber == null || debit.ClientNumber === change.ClientNumber);

const ofDebit = (debit: UnpaidDebit, instalments: readonly InstalmentChange[]) =>
  instalments.filter((it) => isOfSame(debit, { ...it, ClientNumber: undefined }));

/** Whether a debit of the contract that was due after this one was paid. */
export function isPaidSince(debit: UnpaidDebit, instalments: readonly InstalmentChange[]): boolean {
  const ofContract = ofDebit(debit, instalments);
  const own = ofContract.find((it) => it.InstalmentSequence === debit.InstalmentSequence);
  const due = own?.InstalmentActionDate ?? debit.TransactionDate ?? '';
  return ofContract.some((it) => stageOf(it.InstalmentStatus) === 'paid' && (it.InstalmentActionDate ?? '') > due);
}

export const createsIn = (type: string | null | undefined): boolean => /^(?:create|add|new|insert)/i.test(type ?? '');

/** Creations in the change log, by instalment number. */
export function createdEventsIn(
  changes: readonly ContractChange[],
): Map<number, { at: string; change: ContractChange }> {
  const createdEvents = new Map<number, { at: string; change: ContractChange }>();
  for (const change of changes) {
    const sequence = sequenceIn(change.FieldChanged);
    const isCreation = createsIn(change.ChangeType) && change.FieldChanged?.includes('Date');
    if (sequence !== undefined && isCreation) createdEvents.set(sequence, { at: change.ChangeDate ?? '', change });
  }
  return createdEvents;
}

/**
 * Instalments added to a contract since one of its debits failed, except cancelled ones and those due before the
 * failure. Without a change log every change since counts as likely: creations can't be distinguished.
 */
export function collectedSince(
  debit: UnpaidDebit,
  { changes, instalments = [] }: SinceReports,
  machines = machinesIn(instalments),
): Since[] {
  const failed = debit.TransactionDate ?? '';
  const ofContract = ofDebit(debit, instalments);
  const of = new Map(ofContract.map((it) => [it.InstalmentSequence, it]));
  const createdEvents = changes
    ? [...createdEventsIn(changes.filter((it) => isOfSame(debit, it)))].map(([sequence, event]) => ({
        sequence,
        ...event,
      }))
    : ofContract.map((it) => ({ sequence: it.InstalmentSequence, at: it.LastUpdateDate ?? '', change: undefined }));
  return createdEvents.flatMap(({ sequence, at, change }) => {
    const now = of.get(sequence);
    const due = now?.InstalmentActionDate ?? change?.NewValue ?? '';
    const status = now?.InstalmentStatus ?? '';
    if (at <= failed || stageOf(status) === 'cancelled') return [];
    // The debit's own instalment, and earlier ones.
    if (sequence === debit.InstalmentSequence || (due !== '' && due < failed && !change)) return [];
    const isFar = isDate(dateOf(due)) && isDate(dateOf(at)) && daysBetween(dateOf(at), dateOf(due)) > carriedOnDays;
    if (isFar && stageOf(status) === 'scheduled' && machines.has(now?.UserId)) return [];
    return [{ due, amount: now?.InstalmentAmount, status, ...(!change && { isLikely: true as const }) }];
  });
}

const isWeeksApart = (one: DateText, other: DateText) => daysBetween(one, other) % 7 === 0;

/** Whether a day fits a series: the same day of the month (28 to 31 are equal), or weeks apart in a weekly series. */
function fits(day: DateText, series: readonly DateText[]): boolean {
  const monthDay = (date: DateText) => Math.min(28, Number(date.slice(8)));
  const isWeekly = series.some((one, at) => {
    const next = series[at + 1];
    return next !== undefined && isWeeksApart(one, next) && daysBetween(one, next) <= 14;
  });
  return series.some((it) => monthDay(it) === monthDay(day) || (isWeekly && isWeeksApart(it, day)));
}

/**
 * Instalments probably added after a debit failed, if the change log has no creations: due after the failure, of the
 * same amount, and on a day that is off the rhythm of the others or that an earlier one has (docs/decisions.md, 44).
 */
export function addedBeside(debit: UnpaidDebit, instalments: readonly Instalment[]): Since[] {
  const failed = debit.TransactionDate ?? '';
  const dayOf = (instalment: Instalment) => dateOf(instalment.due);
  const isAdded = (instalment: Instalment) => {
    const others = instalments.filter((other) => other !== instalment && isDate(dayOf(other)));
    const isSecond = others.some(
      (other) =>
        dayOf(other) === dayOf(instalment) && (other.InstalmentSequence ?? 0) < (instalment.InstalmentSequence ?? 0),
    );
    return isSecond || !fits(dayOf(instalment), others.map(dayOf).toSorted());
  };
  return instalments.flatMap((instalment): Since[] => {
    const [due, status] = [instalment.due, instalment.status];
    if (!isDate(dateOf(due)) || due <= failed || instalment.InstalmentAmount !== debit.Amount) return [];
    if (stageOf(status) === 'cancelled' || instalment.InstalmentSequence === debit.InstalmentSequence) return [];
    if (!isAdded(instalment)) return [];
    return [{ due, amount: instalment.InstalmentAmount, status, isLikely: true }];
  });
}

/**
 * `collected again, due 28 Nov 2026`, with the status once it is over. Which of several debits of a contract it was for
 * is unknown, so each shows it.
 */
export function sinceText(debit: UnpaidDebit, list: readonly Since[], debits = 1): string {
  const texts = list.map(({ due, amount, status, isLikely }) => {
    const isAlike = amount == null || amount === debit.Amount;
    const what = isAlike
      ? `${isLikely ? 'probably ' : ''}collected again`
      : `${formatField('InstalmentAmount', amount)} added`;
    const how = isOver(status) ? `, ${(codeLabel('InstalmentStatus', status) ?? status).toLowerCase()}` : '';
    return `${what}, due ${dayText(due)}${how}`;
  });
  const share = debits > list.length ? ` (${list.length} for ${debits} debits)` : '';
  return texts.join('; ') + share;
}
