import { codeLabel } from '#console/api/code-labels.ts';
import { lastAgainst, type Against } from '#console/domain/collections/against.ts';
import { againstText } from '#console/domain/collections/reason.tsx';
import type { UnpaidDebit } from '#console/domain/collections/unpaid/debits.ts';
import { knownFollowUp, isCollectedAgain, type Followed } from '#console/domain/collections/unpaid/since.ts';
import { bySum, sumOf } from '#kit/ui/sums.ts';
import { dateOf, daysBetween, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { reasonGroupOf, reasonGroups, type ReasonGroup } from '#rules/return-reasons.ts';
import { folded } from '#rules/search-text.ts';
import { grouped } from '#rules/sums.ts';
import { isDone, isMineToday, whereOf, type FollowUp, type Where } from './where.ts';

/** Cents; `null` if an amount is missing or invalid. */
export const debitCents = (list: readonly { Amount?: number | null }[]): number | null =>
  sumOf(list.map((it) => it.Amount));

/** A returned debit with the fields to search, filter and sort by. */
export interface DeskRow extends UnpaidDebit {
  /** The client's name, or the number without one. */
  client: string;
  group: ReasonGroup;
  /** What to do: its group, or that of the reason that is against it. */
  todo: ReasonGroup;
  /** Whole days since the return; `undefined` if its date is unreadable. */
  days: number | undefined;
  /** What followed, as a sentence; '' for nothing. */
  since: string;
  isCollectedAgain: boolean;
  /** Why it should not be collected again, and what to do instead; '' if nothing is against it. */
  against: string;
  /** Unpaid debits of its contract in the listed period. */
  tries: number;
  /** Where the follow-up of its client is. */
  where?: Where | undefined;
  /** The name of who follows up its client. */
  assignee?: string | undefined;
  /** Assigned to this person and due for a next step today. */
  isMineToday?: boolean;
  isDoneToday?: boolean;
  /** A promise holds back debits and messages today. */
  isPromised?: boolean;
}

/** The rows with what is known of the follow-up of their clients. */
export const followedRows = (rows: readonly DeskRow[], of: (row: DeskRow) => FollowUp): DeskRow[] =>
  rows.map((row) => {
    const follow = of(row);
    return {
      ...row,
      where: whereOf(follow, row.TransactionDate ?? '', row.days),
      assignee: follow.assignment?.To?.Name,
      isMineToday: isMineToday(follow),
      isDoneToday: follow.assignment?.To?.IsMe === true && isDone(follow),
      isPromised: follow.promises.some((it) => it.Day >= follow.today),
    };
  });

/** Age groups; `most` is the highest number of days, included. */
export const deskAges = [
  { code: '0-7', label: '0–7 days', most: 7 },
  { code: '8-30', label: '8–30 days', most: 30 },
  { code: '31-60', label: '31–60 days', most: 60 },
  { code: '60+', label: 'Over 60 days', most: Infinity },
] as const;

const ageOf = (days: number | undefined): string | undefined =>
  days === undefined ? undefined : deskAges.find((it) => days <= it.most)?.code;

export function deskRows(
  list: readonly UnpaidDebit[],
  known: {
    nameOf: (clientNumber: string | null | undefined) => string | undefined;
    since: ReadonlyMap<string, Followed> | undefined;
    created: ReadonlySet<string>;
    /** Debits after which another one of their contract was paid. */
    paid: ReadonlySet<string>;
    today: DateText;
  },
): DeskRow[] {
  const { nameOf, since, created, paid, today } = known;
  // Cached: thousands of debits have a handful of reasons.
  const groups = new Map<string, ReasonGroup>();
  const groupOf = ({ InstalmentResult }: UnpaidDebit) => {
    const code = InstalmentResult ?? '';
    const group = groups.get(code) ?? reasonGroupOf(code, codeLabel('InstalmentResult', code));
    groups.set(code, group);
    return group;
  };
  const ofContract = grouped(list, contractOf);
  const againstOf = reasonsAgainst(ofContract, paid);
  return list.map((debit): DeskRow => {
    const date = dateOf(debit.TransactionDate ?? '');
    const followed = knownFollowUp(debit.key, since, created);
    const against = againstOf(debit);
    return {
      ...debit,
      client: nameOf(debit.ClientNumber) ?? debit.ClientNumber ?? '',
      group: groupOf(debit),
      todo: groupOf(against?.item ?? debit),
      days: isDate(date) ? Math.max(0, daysBetween(date, today)) : undefined,
      since: followed?.text ?? '',
      isCollectedAgain: isCollectedAgain(followed),
      against: against?.text ?? '',
      tries: ofContract.get(contractOf(debit))?.length ?? 1,
    };
  });
}

const contractOf = (debit: UnpaidDebit) => debit.ContractSequence ?? `${debit.ClientNumber} ${debit.ContractNumber}`;

/** Why a debit is not sent unless a person insists: what followed it comes first. */
export type Exclusion = 'again' | 'likely' | 'against';

export function exclusionOf(followed: Followed | undefined, against: string): Exclusion | undefined {
  if (followed) return isCollectedAgain(followed) ? 'again' : 'likely';
  return against === '' ? undefined : 'against';
}

/** The debit whose reason is against collecting a debit again: itself, or another one of its contract. */
function reasonsAgainst(ofContract: ReadonlyMap<unknown, readonly UnpaidDebit[]>, paid: ReadonlySet<string>) {
  const texts = new Map<string, string>();
  const textOf = ({ InstalmentResult }: UnpaidDebit) => {
    const code = InstalmentResult ?? '';
    const text = texts.get(code) ?? againstText(code);
    texts.set(code, text);
    return text;
  };
  const dateTextOf = (debit: UnpaidDebit) => debit.TransactionDate ?? '';
  const last = new Map(
    [...ofContract].map(([contract, debits]) => {
      const failed = debits
        .filter((it) => !paid.has(it.key))
        .toSorted((one, other) => dateTextOf(one).localeCompare(dateTextOf(other)));
      return [contract, lastAgainst(failed, textOf)] as const;
    }),
  );
  return (it: UnpaidDebit): Against<UnpaidDebit> | undefined => lastAgainst([it], textOf) ?? last.get(contractOf(it));
}

/** Shown first: what was returned last. */
export const newestReturnsFirst = { fieldName: 'TransactionDate', isDescending: true } as const;

export const debitName = (debit: UnpaidDebit & { client: string }): string =>
  [
    debit.client,
    `contract ${debit.ContractNumber ?? debit.ContractSequence}`,
    dayText(debit.TransactionDate ?? ''),
  ].join(', ');

/** A code as a URL parameter, where '' means all. */
export const reasonParam = (code: string): string => code || 'none';

export const followUps = [
  { code: '', label: 'Not yet collected again' },
  { code: 'collected', label: 'Collected again' },
  { code: 'all', label: 'All unpaid debits' },
] as const;

/** Filters in the URL; '' for the default. */
export interface DeskFilter {
  find: string;
  /** A reason's code, or a group. */
  reason: string;
  age: string;
  /** A code of `followUps`. */
  since: string;
  /** `today` for what is this person's to do today. */
  mine?: string;
}

export const isGroup = (reason: string): reason is ReasonGroup => Object.hasOwn(reasonGroups, reason);

/** Rows that pass the filter; `without` omits one condition, to count its choices. */
export function filteredDebits(rows: readonly DeskRow[], filter: DeskFilter, without?: keyof DeskFilter): DeskRow[] {
  const { find, reason, age, since, mine }: DeskFilter = without ? { ...filter, [without]: '' } : filter;
  const words = folded(find).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (reason && (isGroup(reason) ? row.group !== reason : reasonParam(row.InstalmentResult ?? '') !== reason))
      return false;
    if (age && ageOf(row.days) !== age) return false;
    if (mine && !row.isMineToday) return false;
    if (since !== 'all' && row.isCollectedAgain !== (since === 'collected')) return false;
    if (words.length === 0) return true;
    const text = folded([row.client, row.ClientNumber, row.ContractNumber, row.ContractSequence].join(' '));
    return words.every((word) => text.includes(word));
  });
}

const groupOrder = Object.keys(reasonGroups);

/** By group, reason and client number. Not by name: names may load later, and a row must not move then. */
export const inWorkingOrder = (rows: readonly DeskRow[]): DeskRow[] => {
  const compare = (one: string | null | undefined, other: string | null | undefined) =>
    (one ?? '').localeCompare(other ?? '');
  return rows.toSorted(
    (one, other) =>
      groupOrder.indexOf(one.group) - groupOrder.indexOf(other.group) ||
      compare(one.InstalmentResult, other.InstalmentResult) ||
      compare(one.ClientNumber, other.ClientNumber) ||
      compare(one.TransactionDate, other.TransactionDate),
  );
};

export const whatToDo = ({ todo }: DeskRow): string => reasonGroups[todo].label;

/** Those that the advice says to try again. */
export const worthRetrying = (rows: readonly DeskRow[]): DeskRow[] =>
  rows.filter((it) => it.todo === 'retry' && !it.isPromised);

interface Sum {
  list: DeskRow[];
  cents: number | null;
}
const withSum = (list: DeskRow[]): Sum => ({ list, cents: debitCents(list) });

interface ReasonSum extends Sum {
  code: string;
}
export interface GroupSum extends Sum {
  group: ReasonGroup;
  reasons: ReasonSum[];
}

/** In the order of the groups; in each, reasons without a sum first, then the largest sum. */
export function byGroup(rows: readonly DeskRow[]): GroupSum[] {
  const groups = grouped(rows, (it) => it.group);
  return (Object.keys(reasonGroups) as ReasonGroup[]).flatMap((group) => {
    const list = groups.get(group);
    if (!list) return [];
    const reasons = [...grouped(list, (it) => it.InstalmentResult ?? '')]
      .map(([code, of]) => ({ code, ...withSum(of) }))
      .toSorted(bySum);
    return [{ group, reasons, ...withSum(list) }];
  });
}

/** All ages, even empty ones; `undated`: debits with an unreadable date. */
export function rowsByAge(rows: readonly DeskRow[]): {
  ages: (Sum & { code: string; label: string })[];
  undated: number;
} {
  const groups = grouped(rows, (it) => ageOf(it.days));
  return {
    ages: deskAges.map(({ code, label }) => ({ code, label, ...withSum(groups.get(code) ?? []) })),
    undated: groups.get(undefined)?.length ?? 0,
  };
}
