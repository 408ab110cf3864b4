import { isOver } from '#answers/statuses.ts';
import { forbiddenPermission } from '#console/api/permission.ts';
import { productName, type Tenant } from '#console/api/tenant.ts';
import type { ClientMatch } from '#console/domain/client/search.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { allLimits, type Limit } from '#console/domain/limits.ts';
import { links } from '#console/domain/links.ts';
import { contractIdOf, nameOfId, segmentOf } from '#console/model/contract-id.ts';
import { clientsOf, contractOf, type OpenedRecord, type Seen } from '#console/session/recent-records.ts';
import type { Note } from '#contract/notes.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import type { DateText } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';
import type { FinderAction } from './pages.ts';

type GroupName =
  | 'Contracts'
  | 'Clients'
  | 'Payout contracts'
  | 'Notes'
  | 'Pages'
  | 'Actions'
  | 'Limits and workarounds'
  | 'Day or amount'
  | 'Look further'
  | 'Recent'
  | `Found under ${string}`;

export interface FinderItem {
  key: string;
  group: GroupName;
  icon: IconName;
  label: string;
  detail: string;
  /** The shortcut: `g c`. */
  keys?: string;
  /** Without one, searches the merchant's other products. */
  path?: string;
  product?: string;
  /** Lower is more likely. */
  rank: number;
}

export type Numbered = Pick<LooseOutput<'contractList'>, keyof Seen | 'CancelDate'> & {
  MandateStatusCode?: string | null;
};

const contractKinds = {
  contract: { group: 'Contracts', icon: 'contracts', noun: 'Contract', link: links.contract },
  payout: { group: 'Payout contracts', icon: 'payouts', noun: 'Payout contract', link: links.payoutContract },
} as const;
export type FinderContractKind = keyof typeof contractKinds;

const listed = (texts: readonly (string | number | null | undefined)[]) =>
  texts.filter((it) => it != null && it !== '').join(' · ');

/** `Naledi Dlamini · HOME-1`, followed by the numbers. Undefined if the record names no contract. */
export function contractItem(
  contract: Numbered,
  name: string | null | undefined,
  rank: number,
  today: DateText,
  kind: FinderContractKind = 'contract',
): FinderItem[] {
  const id = contractIdOf(contract);
  if (!id) return [];
  const { group, icon, noun, link } = contractKinds[kind];
  const { ClientNumber, ContractNumber, ContractSequence, MandateStatusCode: status } = contract;
  const label = listed([name ?? ClientNumber, ContractNumber]);
  return [
    {
      key: `${kind} ${segmentOf(id)}`,
      group,
      icon,
      label: label || `${noun} ${nameOfId(id)}`,
      detail: label
        ? listed([contractStatusText(status, contract.CancelDate, today), name && ClientNumber, ContractSequence])
        : '',
      path: link(id),
      // Ended contracts are searched for less often.
      rank: isOver(status) ? rank + 0.05 : rank,
    },
  ];
}

const ending = (what: string, value: unknown) => `${what} ending ${String(value ?? '').slice(-4)}`;

/** Unless shown anyway; the last four digits of private numbers. */
function reasonOf({ client, by }: ClientMatch): string | undefined {
  if (by === 'email') return client.EMail ?? undefined;
  if (by === 'phone') return ending('phone', client.CellphoneNumber);
  if (by === 'account') return ending('account', client.AccountNumber);
  return by === 'id' ? ending('ID number', client.IDNumber) : undefined;
}

export function clientItem(match: ClientMatch, rank: number): FinderItem[] {
  const { ClientNumber: number, ClientName: name } = match.client;
  if (!number) return [];
  return [
    {
      key: `client ${number}`,
      group: 'Clients',
      icon: 'clients',
      label: name ?? `Client ${number}`,
      detail: listed([name && number, reasonOf(match)]),
      path: links.client(number),
      rank,
    },
  ];
}

/** The note's beginning, or what is around the first word; its client or contract is opened. */
export function noteItem(
  { NoteId, ClientNumber, ContractSequence, Text, By, At }: Note,
  text: string,
  rank: number,
): FinderItem {
  const line = Text.replaceAll(/\s+/g, ' ');
  const places = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => line.toLowerCase().indexOf(word));
  const at = Math.max(0, Math.min(...places) - 20);
  return {
    key: `note ${NoteId}`,
    group: 'Notes',
    icon: 'messages',
    label: `${at > 0 ? '…' : ''}${line.slice(at, at + longestLabel)}${line.length > at + longestLabel ? '…' : ''}`,
    detail: listed([ClientNumber, By, minuteText(At)]),
    path: ContractSequence === null ? links.client(ClientNumber) : links.contract({ ContractSequence }),
    rank,
  };
}

const longestLabel = 60;

export const wayItem = (
  way: FinderAction,
  group: GroupName,
  rank: number,
  permissions?: readonly string[],
): FinderItem => ({
  key: `${group} ${way.label}`,
  group,
  icon: way.icon,
  label: way.label,
  detail: (way.operation && forbiddenPermission(permissions, way.operation)) ?? '',
  keys: way.keys,
  path: way.path,
  rank,
});

export const underProduct = (item: FinderItem, product: string): FinderItem => ({
  ...item,
  key: `${product} ${item.key}`,
  group: `Found under ${productName(product)}`,
  product,
  rank: item.rank + 2,
});

export const widerItem = (products: readonly string[], rank: number): FinderItem => ({
  key: 'wider',
  group: 'Look further',
  icon: 'find',
  label: `Search ${products.map(productName).join(', ')}, too`,
  detail: '',
  rank,
});

export function recentItem(tenant: Tenant, record: OpenedRecord, today: DateText): FinderItem[] {
  const clients = clientsOf(tenant);
  const recent = (items: FinderItem[]) => items.map((item): FinderItem => ({ ...item, group: 'Recent' }));
  if (record.kind === 'client') {
    const client = clients.get(record.ClientNumber) ?? { ClientNumber: record.ClientNumber };
    return recent(clientItem({ client, by: 'number', rank: 0 }, 0));
  }
  const seen = { ...contractOf(tenant, record.contract), ...record.contract };
  return recent(contractItem(seen, clients.get(seen.ClientNumber ?? '')?.ClientName, 0, today));
}

export function limitItems({ merchant }: Tenant, words: readonly string[], rank: number): FinderItem[] {
  const isSought = ({ title }: Limit) =>
    words.every((word) => word.length > 2 && ` ${title.toLowerCase()}`.includes(` ${word}`));
  return (words.length === 0 ? [] : allLimits(merchant).filter(isSought)).map((it) => ({
    key: `limit ${it.id}`,
    group: 'Limits and workarounds',
    icon: 'info',
    label: it.title,
    detail: 'Not possible · see what to do instead',
    path: links.limits(it.id),
    rank,
  }));
}

/** A digit and no blank. */
const isCaseLike = (text: string) => /^\S*\d\S*$/.test(text);
/** Letters followed by digits: no other number of this console has that form. */
const isCaseNumber = (text: string) => /^(?:cs|case)[-#/ ]?\d+$/i.test(text);

/**
 * Pages that can look a text up. Possibly private numbers were not sent; they can still be searched as a contract
 * number.
 */
export function offers(
  text: string,
  { isSent, named, rank }: { isSent: boolean; named: number; rank: number },
): FinderItem[] {
  const offer = (label: string, icon: IconName, path: string, own: number = rank): FinderItem => ({
    key: label,
    group: 'Look further',
    icon,
    label,
    detail: '',
    path,
    rank: own,
  });
  if (!isSent)
    return /^\d+$/.test(text) ? [offer(`Look up contract ${text}`, 'contracts', links.contracts({ q: text }))] : [];
  if (!isCaseLike(text)) return [];
  return [
    offer(`Look up case ${text}`, 'cases', links.cases({ case_number: text }), isCaseNumber(text) ? named : rank),
  ];
}

export function itemsInOrder(items: readonly FinderItem[]): FinderItem[] {
  const best = new Map<string, FinderItem>();
  for (const it of items.toSorted((one, other) => one.rank - other.rank)) if (!best.has(it.key)) best.set(it.key, it);
  const rankOf = new Map<GroupName, number>();
  for (const it of best.values()) if (!rankOf.has(it.group)) rankOf.set(it.group, it.rank);
  return [...best.values()].toSorted(
    (one, other) =>
      (rankOf.get(one.group) ?? 0) - (rankOf.get(other.group) ?? 0) ||
      one.group.localeCompare(other.group) ||
      one.rank - other.rank,
  );
}
