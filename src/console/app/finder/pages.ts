import { reportNames, reportOf } from '#console/domain/collections/report-list.ts';
import { links } from '#console/domain/links.ts';
import type { OperationName } from '#contract/operations.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import { navigationGroups, shortcutPages } from '../navigation.tsx';

export interface FinderAction {
  label: string;
  icon: IconName;
  path: string;
  keys?: string;
  /** The operation that it needs permission for. */
  operation?: OperationName;
}

const lookups = {
  frequencies: 'Frequencies and collection days',
  banks: 'Banks and branches',
  reasons: 'Mandate reasons',
  'payout-cancel-codes': 'Payout cancellation reasons',
} as const;

const keysOf = (path: string) => shortcutPages.flatMap((it) => (it.path === path ? `g ${it.key}` : []))[0];

export const finderPages: readonly FinderAction[] = [
  ...navigationGroups.flatMap((group) =>
    group.entries.flatMap(({ label, icon, path, tabs = [] }): FinderAction[] => [
      { label, icon, path, keys: keysOf(path) },
      ...tabs
        .filter((tab) => tab.label !== 'All')
        .map((tab): FinderAction => ({
          label: `${label}: ${tab.label}`,
          icon,
          path: tab.path,
          keys: keysOf(tab.path),
        })),
    ]),
  ),
  { label: 'Reports: Which days collect', icon: 'reports', path: links.collectionDays() },
  { label: 'Reports: Did collecting again pay?', icon: 'reports', path: links.collectingAgain() },
  ...reportNames.map((name): FinderAction => ({
    label: `Reports: ${reportOf(name).title}`,
    icon: 'reports',
    path: links.reports(name),
  })),
  ...Object.entries(lookups).map(([name, title]): FinderAction => ({
    label: `Lookups: ${title}`,
    icon: 'lookups',
    path: links.lookups(name),
  })),
];

/** @param given those that the person may open */
export const settingsWays = (given: readonly { label: string; path: string }[]): FinderAction[] =>
  given
    .filter(({ path }) => path !== links.settings())
    .map(({ label, path }) => ({ label: `Settings: ${label}`, icon: 'settings', path }));

export const actions: readonly FinderAction[] = [
  { label: 'New mandate', icon: 'mandates', path: links.mandateCreate(), operation: 'mandateCreate', keys: 'n' },
  { label: 'New client', icon: 'clients', path: links.clientCreate(), operation: 'clientCreate' },
  {
    label: 'New contract without mandate',
    icon: 'contracts',
    path: links.contractCreate(),
    operation: 'contractCreate',
  },
  { label: 'New payout', icon: 'payouts', path: links.payoutContractCreate(), operation: 'payoutContractCreate' },
  { label: 'Send a message', icon: 'messages', path: links.messages(), operation: 'templateSend' },
];

/** 0 at the start of the name, 1 at the start of a later word, 2 elsewhere. A single letter only matches beginnings. */
export function waysOf(ways: readonly FinderAction[], sought: string): { way: FinderAction; rank: number }[] {
  const needle = sought.trim().toLowerCase();
  if (!needle) return [];
  return ways
    .flatMap((way) => {
      const label = way.label.toLowerCase();
      const rank = label.startsWith(needle) ? 0 : label.includes(` ${needle}`) ? 1 : 2;
      return label.includes(needle) && (rank < 2 || needle.length > 1) ? [{ way, rank }] : [];
    })
    .toSorted((one, other) => one.rank - other.rank);
}
