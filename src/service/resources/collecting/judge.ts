import type { CollectingBudgetQuestion, ContractBudget } from '#contract/collecting-budgets.ts';
import type { CollectingLimits } from '#contract/settings-records.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import {
  collectingBudget,
  usualCollectingRule,
  type CollectingRule,
  type CountedDebit,
} from '#rules/collecting-limits.ts';
import { fullDayText, monthText } from '#rules/day-text.ts';
import { fromCents } from '#rules/money.ts';
import { isStopReason } from '#rules/return-reasons.ts';
import type { CodedFault } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';

/*
 * The merchant's limits on collecting again. Whatever adds a debit by hand, raises one or moves it to an earlier day passes this judge: for
 * our own records in the transaction that stores it, for a provider's in the one that keeps the call.
 */

const noLimits: CollectingRule = { attempts: null, payerMonth: null, largest: null, month: null, stopReasons: false };

let defaultRule = usualCollectingRule;

/** What holds for merchants of this installation that have set none. */
export function setDefaultLimits(limits: 'usual' | 'none'): void {
  defaultRule = limits === 'none' ? noLimits : usualCollectingRule;
}

/** The merchant's own limits, or those of the installation. */
export async function readCollectingRule(query: Query, merchant: string): Promise<CollectingRule> {
  const [rule = defaultRule] = await query<CollectingRule>(
    `select attempts, payer_month as "payerMonth", largest, month, stop_reasons as "stopReasons"
      from collecting_rule where merchant = $1`,
    [merchant],
  );
  return rule;
}

/** Whether what others add at the same moment counts: then one call after the other is judged. */
export const countsTogether = ({ payerMonth, month }: CollectingRule): boolean => payerMonth !== null || month !== null;

let labels: ReadonlyMap<string, string> = new Map();

/** Labels that this installation has for banks' reasons: they say more than a code, which each service chooses. */
export function setReasonLabels(codes: readonly { code: string; label: string }[] = []): void {
  labels = new Map(codes.map(({ code, label }) => [code, label]));
}

export const isStop = (reason: string): boolean => isStopReason(reason, labels.get(reason));

/** The reason as people call it. */
const reasonText = (code: string): string => labels.get(code) ?? code;

export const monthOf = (day: string): string => day.slice(0, 7);
export const payerMonth = (client: string, day: string): string => `${monthOf(day)} ${client}`;

/** What the limits count. The judge adds what it lets through. */
export interface CollectingFacts {
  /** By contract: those that count for attempts; none of a contract without an unpaid one. */
  debits: Map<string, CountedDebit[]>;
  /** Debits of a client in a month, by `payerMonth`. */
  payerMonths: Map<string, number>;
  /** Cents of all debits that were added, by month. */
  months: Map<string, number>;
}

export interface JudgedDebit {
  contract: string;
  client: string;
  day: DateText;
  cents: number;
  /** Of an edit. */
  before?: { day: DateText; cents: number; isAdded: boolean };
  /** The day's field in the caller's resource. */
  dateField: string;
}

/** Let through; refused; or a reason to stop is against it. */
type Judgement = { fault: CodedFault } | { stop: CountedDebit } | undefined;

/** @param isReleased a second person has released it, so that reasons to stop are not asked for. */
export function judgeDebit(
  rule: CollectingRule,
  facts: CollectingFacts,
  debit: JudgedDebit,
  { today, isReleased }: { today: DateText; isReleased: boolean },
): Judgement {
  const { contract, client, day, cents, before } = debit;
  const isMore = !before || cents > before.cents || day < before.day;
  const month = monthOf(day);
  const debits = facts.debits.get(contract) ?? [];
  const inMonth = (facts.payerMonths.get(payerMonth(client, day)) ?? 0) + 1;
  const isNewInMonth = !before || monthOf(before.day) !== month;
  const isAdded = !before || before.isAdded;
  const already = (facts.months.get(month) ?? 0) - (before && !isNewInMonth && isAdded ? before.cents : 0);
  if (isMore && rule.largest !== null && cents > rule.largest && (!before || cents > before.cents))
    return faultOf('ITEM_LIMIT', 'InstalmentAmount', `The merchant’s limit for one debit is ${money(rule.largest)}.`);
  if (isNewInMonth && rule.payerMonth !== null && inMonth > rule.payerMonth)
    return faultOf(
      'PAYER_MONTH_LIMIT',
      debit.dateField,
      `It would be debit ${inMonth} of this client in ${monthText(month)}; the merchant’s limit is ${rule.payerMonth}.`,
    );
  if (isAdded && rule.month !== null && already + cents > rule.month && (isNewInMonth || isMore))
    return faultOf(
      'MONTH_LIMIT',
      'InstalmentAmount',
      `Debits added for ${monthText(month)} would be ${money(already + cents)}; the merchant’s limit is ${money(rule.month)}.`,
    );
  const { missed, left, stop } = collectingBudget(debits, rule.attempts, isStop);
  const isOwnAttempt = before?.isAdded === true && missed.length > 0;
  if (isMore && left === 0 && !isOwnAttempt)
    return faultOf('ATTEMPTS_USED', 'ContractSequence', attemptsUsedText(rule.attempts ?? 0, missed));
  if (isMore && stop && rule.stopReasons && !isReleased) return { stop };
  if (isNewInMonth) facts.payerMonths.set(payerMonth(client, day), inMonth);
  if (isAdded) facts.months.set(month, already + cents);
  if (!before && debits.length > 0) debits.push({ due: day, stage: 'scheduled', addedOn: today });
  return undefined;
}

const faultOf = (Code: CodedFault['Code'], Field: string, Message: string) => ({ fault: { Field, Code, Message } });

const money = (cents: number): string => `R ${fromCents(cents).toFixed(2)}`;

function attemptsUsedText(attempts: number, missed: readonly CountedDebit[]): string {
  const of =
    missed.length === 1
      ? `the missed debit of ${fullDayText(dateOf(missed[0]?.due ?? ''))}`
      : `${missed.length} missed debits`;
  const most = attempts * missed.length;
  return `${of.charAt(0).toUpperCase()}${of.slice(1)}: ${most === 1 ? 'the one attempt' : `all ${most} attempts`} to collect again ${most === 1 ? 'is' : 'are'} used. That is the merchant’s limit.`;
}

/** Of an edit: another person can't release it. */
export const stopFault = ({ due, reason }: CountedDebit): CodedFault => ({
  Field: 'ContractSequence',
  Code: 'STOP_REASON',
  Message: `The debit of ${fullDayText(dateOf(due))} was returned: ${reasonText(reason ?? '')}. A debit of this contract is not raised or moved to an earlier day; one that is added waits for a second person.`,
});

export const noReleaserFault = ({ due, reason }: CountedDebit): CodedFault => ({
  Field: 'ContractSequence',
  Code: 'STOP_REASON',
  Message: `The debit of ${fullDayText(dateOf(due))} was returned: ${reasonText(reason ?? '')}. Collecting again needs a second person who may release, and this merchant has nobody else.`,
});

/** As callers see them. */
export const collectingLimitsOf = ({
  attempts,
  payerMonth: payer,
  largest,
  month,
  stopReasons,
}: CollectingRule): CollectingLimits => ({
  Attempts: attempts,
  PayerMonth: payer,
  Largest: largest === null ? null : fromCents(largest),
  Month: month === null ? null : fromCents(month),
  StopReasons: stopReasons,
});

export function budgetFrom(rule: CollectingRule, debits: readonly CountedDebit[]): ContractBudget {
  const { missed, used, left, stop } = collectingBudget(debits, rule.attempts, isStop);
  return {
    Missed: missed.length,
    Used: used,
    Left: left,
    Stop: stop ? { Day: dateOf(stop.due), Reason: stop.reason ?? '' } : null,
  };
}

/** Where the debits of contracts are read: in our own records, or at a provider. */
export interface CollectingBudgets {
  /** In the order of the question; null where a contract is not found or not read. Holds no connection meanwhile. */
  of(
    within: <T>(work: (query: Query) => Promise<T>) => Promise<T>,
    tenant: { merchant: string; product: string },
    contracts: CollectingBudgetQuestion['Contracts'],
  ): Promise<(CountedDebit[] | null)[]>;
}
