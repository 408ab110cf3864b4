import { unknownAmong } from '#answers/statuses.ts';
import { useHasApprovals } from '#console/api/access.ts';
import { useApprovals, useSettingsRequests } from '#console/api/approvals.ts';
import { useRead } from '#console/api/client.ts';
import { useConfig } from '#console/api/config.ts';
import { holidayOf } from '#console/api/holidays.ts';
import { useUnclearCalls } from '#console/api/outgoing-calls.ts';
import { useForbidden, usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { CardRead } from '#console/domain/card.tsx';
import { moneyIn, nonBankingDays, sumText } from '#console/domain/collections/day-groups.ts';
import { moneyText } from '#console/domain/collections/money.ts';
import { useStillUnpaid } from '#console/domain/collections/unpaid/use-unpaid.ts';
import { pendingStatus } from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { unknownText } from '#console/model/statuses.ts';
import { dayInShort } from '#kit/dates/calendar-days.ts';
import { centsText, countText, sumOf, formatCount } from '#kit/ui/sums.ts';
import { addDays } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { addUp, grouped } from '#rules/sums.ts';
import { isUnpaid } from './changes.ts';
import { useDue, useTwoMonths } from './reads.ts';

export interface Task {
  /** In a list of what is clear. */
  name: string;
  /** In a sentence of its own. */
  about: string;
  read: CardRead;
  /** A service may not support this query. */
  isOptional?: boolean;
  /** What to do, if there is something. */
  row?: {
    icon: 'approvals' | 'unpaid' | 'calendar' | 'warning' | 'initiates' | 'instalments';
    what: string;
    text: string;
    aside?: string;
    amount?: string;
    label: string;
    to: string;
    /** Something else that can be done, after `aside`. */
    also?: { label: string; to: string };
  };
  /** Why the figures may be incomplete. */
  note?: string;
}

const debits = (count: number) => countText(count, ['debit', 'debits']);

function useFollowUp(): Task {
  const { href } = useTenant();
  const { last, now, today, read } = useTwoMonths();
  const days = { from: last.from, to: now.to };
  const groups = read.data?.groups ?? [];
  const still = useStillUnpaid(days, read.data?.failed, today);
  // Without it, all of them are to be looked at.
  const open = still.open ?? addUp(groups.filter((it) => isUnpaid(it.status)));
  const unknown = unknownAmong(groups.map((it) => it.status));
  const since = `since ${dayText(last.from)}`;
  return {
    name: 'unpaid debits',
    about: 'Unpaid debits',
    read: { ...read, isLoading: read.isLoading || still.isLoading },
    row:
      open.count > 0
        ? {
            icon: 'unpaid',
            what: countText(open.count, ['unpaid debit', 'unpaid debits']),
            text: still.open ? 'not collected again' : since,
            aside: still.open
              ? `of ${formatCount(read.data?.failed.count ?? 0)} ${since}`
              : 'Some may have been collected again',
            amount: sumText(open),
            label: 'Follow up',
            to: href(links.unpaid(days)),
          }
        : undefined,
    note: unknown.length > 0 ? `Some debits may be unpaid. ${unknownText(unknown)}` : undefined,
  };
}

function useNonBankingDays(): Task {
  const { href } = useTenant();
  const mayMove = useForbidden('instalmentEdit') === undefined;
  const { days, read } = useDue();
  const byDay = grouped(read.data?.groups ?? [], (it) => it.date);
  const { holidays, weekends } = nonBankingDays(byDay, days.from, holidayOf);
  const dates = [...holidays, ...weekends].toSorted();
  const groups = dates.flatMap((date) => byDay.get(date) ?? []);
  const { count } = addUp(groups);
  return {
    name: 'debits on weekends and public holidays',
    about: 'Debits on weekends and public holidays',
    read,
    row:
      count > 0
        ? {
            icon: 'calendar',
            what: debits(count),
            text: `${count === 1 ? 'falls' : 'fall'} on a ${holidays.length === 0 ? 'weekend' : weekends.length === 0 ? 'public holiday' : 'weekend or public holiday'}`,
            aside: dates.map((date) => [dayInShort(date), holidayOf(date)].filter(Boolean).join(' · ')).join(', '),
            amount: moneyText(moneyIn(groups)),
            label: mayMove ? 'Move dates…' : 'Review',
            to: href(links.instalments({ from: dates[0], to: dates.at(-1), on: 'non-banking', select: 'all' })),
          }
        : undefined,
    note: read.data?.leftOut.undated ? 'Some debits have a date that can’t be read.' : undefined,
  };
}

function useDebitedTwice(): Task {
  const { href } = useTenant();
  const { read } = useDue();
  const twice = read.data?.twice ?? [];
  const count = twice.reduce((sum, it) => sum + it.contracts.length, 0);
  const [first] = twice;
  return {
    name: 'contracts debited twice on one day',
    about: 'Contracts debited twice on one day',
    read,
    row: first && {
      icon: 'warning',
      what: countText(count, ['contract', 'contracts']),
      text: `${count === 1 ? 'is' : 'are'} debited twice on one day`,
      aside: twice.map(({ date }) => dayInShort(date)).join(', '),
      label: 'Review',
      to: href(links.calendar({ day: first.date })),
    },
  };
}

function useAwaitingApproval(): Task {
  const { href } = useTenant();
  const read = useRead('mandateList', { MandateStatusCode: pendingStatus });
  const count = read.data?.records.length ?? 0;
  return {
    name: 'mandates awaiting approval',
    about: 'Mandates awaiting approval',
    read,
    // The interface means this retrieve for one record.
    isOptional: true,
    row:
      count > 0
        ? {
            icon: 'initiates',
            what: countText(count, ['mandate', 'mandates']),
            text: 'awaiting approval',
            aside: 'Clients approve them at their bank',
            label: 'Review',
            to: href(links.mandates({ status: pendingStatus })),
          }
        : undefined,
  };
}

/** An instalment can be changed until the day before it is due (docs/decisions.md, 13). */
function useLastChance(): Task {
  const { href } = useTenant();
  const { days, read } = useDue();
  const mayMessage = useForbidden('templateSend') === undefined;
  const tomorrow = addDays(days.from, 1);
  const groups = (read.data?.groups ?? []).filter((it) => it.date === tomorrow);
  const { count } = addUp(groups);
  return {
    name: 'debits tomorrow',
    about: 'Debits due tomorrow',
    read,
    row:
      count > 0
        ? {
            icon: 'instalments',
            what: debits(count),
            text: `due tomorrow, ${weekdayText(tomorrow)}`,
            aside: 'Today is the last day to change them',
            amount: moneyText(moneyIn(groups)),
            label: 'Review',
            to: href(links.instalments({ from: tomorrow, to: tomorrow })),
            ...(mayMessage && {
              also: {
                label: 'Remind clients',
                to: href(links.instalments({ from: tomorrow, to: tomorrow, select: 'all' })),
              },
            }),
          }
        : undefined,
  };
}

/** Undefined for those who release nothing, and where payouts need no second person. */
function useToRelease(): Task | undefined {
  const { href, merchant } = useTenant();
  const mayRelease = usePermissions()?.includes('release') === true;
  const isUsed = useHasApprovals(merchant) && mayRelease;
  const read = useApprovals('waiting', isUsed);
  const mine = (read.data?.Approvals ?? []).filter((it) => it.MayDecide);
  if (!isUsed) return undefined;
  const payouts = mine.filter((it) => it.Kind === 'PAYOUTS');
  const changes = mine.length - payouts.length;
  const [first] = payouts.map((it) => it.FirstDate).toSorted();
  const count = payouts.reduce((sum, it) => sum + it.Count, 0);
  const what = [
    count > 0 && countText(count, ['payout', 'payouts']),
    changes > 0 && countText(changes, ['change', 'changes']),
  ];
  return {
    name: 'payouts and changes to release',
    about: 'Payouts and changes to release',
    read,
    row:
      mine.length > 0
        ? {
            icon: 'approvals',
            what: what.filter(Boolean).join(' and '),
            text: `${count + changes === 1 ? 'waits' : 'wait'} for your release`,
            ...(first && {
              aside: `The first is due on ${weekdayText(first)}`,
              amount: centsText(sumOf(payouts.map((it) => it.Sum))),
            }),
            label: 'Review',
            to: href(links.approvals()),
          }
        : undefined,
  };
}

/** The pages of the settings that show what waits, by what it is about. */
const pagesOf = { person: links.people(), program: links.programs(), merchant: links.merchants() };

/** Undefined for those who confirm nothing, and where no second person is needed. */
function useToConfirm(): Task | undefined {
  const { href, merchant } = useTenant();
  const administers = usePermissions()?.includes('administer') === true;
  const isOffered = useConfig().people === 'offered';
  const isUsed = useHasApprovals(merchant) && administers && isOffered;
  const read = useSettingsRequests(isUsed);
  const mine = (read.data?.Requests ?? []).filter((it) => it.MayConfirm);
  const [first] = mine;
  if (!isUsed) return undefined;
  return {
    name: 'changes of settings to confirm',
    about: 'Changes of settings to confirm',
    read,
    row: first && {
      icon: 'approvals',
      what: countText(mine.length, ['change of settings', 'changes of settings']),
      text: `${mine.length === 1 ? 'waits' : 'wait'} for a second administrator`,
      aside: `Asked by ${[...new Set(mine.map((it) => it.RequestedBy))].join(', ')}`,
      label: 'Review',
      to: href(pagesOf[first.Action.split('.')[0] as keyof typeof pagesOf]),
    },
  };
}

/** Undefined where the server is not in front of a provider. */
function useUnclear(): Task | undefined {
  const { href } = useTenant();
  const { mine, read, isOffered } = useUnclearCalls();
  if (!isOffered) return undefined;
  return {
    name: 'calls without a clear outcome',
    about: 'Calls without a clear outcome',
    read,
    row:
      mine.length > 0
        ? {
            icon: 'warning',
            what: countText(mine.length, ['call', 'calls']),
            text: 'without a clear outcome',
            aside: 'Nothing is sent again until somebody decides',
            label: 'Review',
            to: href(links.approvals('unclear')),
          }
        : undefined,
  };
}

/** What waits for a person's decision. */
export function useDecisions(): Task[] {
  return [useUnclear(), useToRelease(), useToConfirm()].filter((it) => it !== undefined);
}

/** What may need action today, in order of urgency. */
export function useTasks(): Task[] {
  return [...useDecisions(), ...useOfDebits()];
}

function useOfDebits(): Task[] {
  return [useFollowUp(), useNonBankingDays(), useDebitedTwice(), useAwaitingApproval(), useLastChance()];
}
