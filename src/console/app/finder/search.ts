import { useMemo } from 'react';
import type { LooseOutput } from '../../../contract/operations.ts';
import { useRead } from '../../api/client.ts';
import { useSession } from '../../api/auth.ts';
import { explain, type CallError } from '../../api/errors.ts';
import { contractIdOf, nameOfId, segmentOf } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import type { Tenant } from '../../api/tenant.ts';
import {
  clientsOf,
  contractOf,
  contractsSeen,
  recentOf,
  useRecentRecords,
  type Opened,
  type Seen,
  type SeenClient,
} from '../../session/recent-records.ts';
import { readingsOf } from '../../kit/list/search-terms.ts';
import { matching, matchingClients } from '../../session/recent-search.ts';
import { actions, pages, waysOf, type Way } from './pages.ts';
import type { IconName } from '../../kit/ui/icons.tsx';
import { forbidden } from '../../api/permission.ts';

type GroupName = 'Contracts' | 'Clients' | 'Payout contracts' | 'Pages' | 'Actions' | 'Look further';

/** Something that the finder can open. */
export interface Item {
  key: string;
  group: GroupName;
  icon: IconName;
  label: string;
  detail: string;
  path: string;
  /** The less, the more likely it is meant. */
  rank: number;
}

/** One place that was looked in, and what came of it. */
export interface Looked {
  where: string;
  outcome: string;
}

export interface Findings {
  /** In the order of the screen: groups by their likeliest item. */
  items: Item[];
  /** Without pages, actions and ways to look further. */
  found: number;
  looked: Looked[];
  pending: boolean;
}

// What a number names exactly comes first, then a page or action by the beginning of its name, then what was met in this
// session, contracts before their clients, then whatever else.
const ranks = { exact: 0, named: 1, met: 2, offered: 6 } as const;

const joined = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(' / ');

const contractKinds = {
  contract: { group: 'Contracts', icon: 'contracts', noun: 'Contract', link: links.contract },
  payout: { group: 'Payout contracts', icon: 'payouts', noun: 'Payout contract', link: links.payoutContract },
} as const;

/** Nothing for a record that names no contract. */
function contractItem(
  it: Numbered,
  name: string | undefined,
  rank: number,
  kind: keyof typeof contractKinds = 'contract',
): Item[] {
  const id = contractIdOf(it);
  if (!id) return [];
  const { group, icon, noun, link } = contractKinds[kind];
  const numbers = 'ContractSequence' in id && joined(it.ClientNumber, it.ContractNumber);
  return [
    {
      key: `${kind} ${segmentOf(id)}`,
      group,
      icon,
      label: `${noun} ${nameOfId(id)}`,
      // The name first: on a phone the rest is cut off.
      detail: [name, numbers].filter(Boolean).join(' · '),
      path: link(id),
      rank,
    },
  ];
}

const clientItem = (number: string, name: string | null | undefined, rank: number): Item => ({
  key: `client ${number}`,
  group: 'Clients',
  icon: 'clients',
  label: `Client ${number}`,
  detail: name ?? '',
  path: links.client(number),
  rank,
});

const wayItem = (way: Way, group: GroupName, rank: number, permissions?: readonly string[]): Item => ({
  key: `${group} ${way.label}`,
  group,
  icon: way.icon,
  label: way.label,
  detail: (way.operation && forbidden(permissions, way.operation)) ?? '',
  path: way.path,
  rank,
});

function openedItem(tenant: Tenant, it: Opened): Item[] {
  const named = (client?: string) => clientsOf(tenant).get(client ?? '')?.ClientName;
  if (it.kind === 'client') return [clientItem(it.ClientNumber, named(it.ClientNumber), 0)];
  const seen = { ...contractOf(tenant, it.contract), ...it.contract };
  return contractItem(seen, named(seen.ClientNumber), 0);
}

/** A text that may be a case's number has a figure in it and no blank. */
const isCaseLike = (text: string) => /^\S*\d\S*$/.test(text);
/** Letters before the figures: no other number of this console looks so. */
const isCaseNumber = (text: string) => /^(?:cs|case)[-#/ ]?\d+$/i.test(text);

/** Where else the text may be looked up, on a page of its own. */
function offers(text: string): Item[] {
  const offer = (label: string, icon: IconName, path: string, rank: number = ranks.offered): Item => ({
    key: label,
    group: 'Look further',
    icon,
    label,
    detail: '',
    path,
    rank,
  });
  return [
    ...(isCaseLike(text)
      ? [
          offer(
            `Look up case ${text}`,
            'cases',
            links.cases({ case_number: text }),
            isCaseNumber(text) ? ranks.named : undefined,
          ),
        ]
      : []),
    offer(`Look for “${text}” among all clients`, 'clients', links.clients({ q: text })),
  ];
}

/** Every item once, as where it is likeliest; groups stay together, the likeliest first. */
function inOrder(items: Item[]): Item[] {
  const best = new Map<string, Item>();
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

interface Asked {
  isLoading: boolean;
  data?: { records: unknown[] };
  error: CallError | null;
}

function outcomeOf({ isLoading, data, error }: Asked): string {
  if (isLoading) return 'looking…';
  if (error?.kind === 'notFound') return 'not found';
  // A service may insist on the identification rule (interface, Endpoints); then this way is closed, not empty.
  if (error?.kind === 'refused') return 'the service does not look this up alone';
  if (error) return explain(error).title.toLowerCase();
  return countOf(data?.records.length ?? 0);
}

const countOf = (count: number) => (count === 0 ? 'not found' : count === 1 ? 'found' : `${count} found`);
const some = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;

const maxItems = 8;

type Numbered = Pick<LooseOutput<'contractList'>, keyof Seen>;

/**
 * Looks a text up everywhere a number may stand: contract ID or both numbers first, then client number, then
 * contract number, at the service; by part of a number or name among the contracts and clients met in this session; and
 * among the console's pages and actions. An empty text gives what was opened last, and what there is to do.
 */
export function useFinder(tenant: Tenant, text: string): Findings {
  const version = useRecentRecords();
  const { permissions } = useSession();
  const { merchant, product } = tenant;
  const readings = readingsOf(text);
  const exact = readings.find((it) => it.ContractSequence ?? (it.ClientNumber && it.ContractNumber));
  const client = readings.find((it) => it.ClientNumber && !it.ContractNumber);
  const contract = readings.find((it) => it.ContractNumber && !it.ClientNumber);
  // Kept while arrows move through the list: the working set may hold a hundred thousand.
  const met = useMemo(() => {
    const at = { merchant, product };
    return {
      // Not looked up again unless something new was met.
      version,
      contracts: matching(at, text, maxItems),
      payouts: matching(at, text, maxItems, 'payouts'),
      clients: matchingClients(at, text, maxItems),
    };
  }, [merchant, product, text, version]);
  // A client that was met without any contract: theirs are meant as likely as the client.
  const lone = met.contracts.length === 0 ? met.clients[0] : undefined;
  const byExact = useRead('contractList', exact ?? null);
  const byClient = useRead('clientList', client ? { ClientNumber: client.ClientNumber } : null);
  // The retrieve of contracts insists on the identification rule; that of mandates takes any of its words (Endpoints).
  const byContract = useRead('mandateList', contract ?? null);
  const byLone = useRead('mandateList', lone ? { ClientNumber: lone.ClientNumber } : null);

  if (readings.length === 0)
    return {
      items: [
        ...recentOf(tenant).flatMap((it) => openedItem(tenant, it)),
        ...actions.map((it) => wayItem(it, 'Actions', ranks.offered, permissions)),
      ],
      found: 0,
      looked: [],
      pending: false,
    };

  const clients = clientsOf(tenant);
  const named = (it: Numbered) => clients.get(it.ClientNumber ?? '')?.ClientName;
  const contracts = (records: Numbered[] = [], rank: number) =>
    records.flatMap((it) => contractItem(it, named(it), rank));
  const found = [
    ...contracts(byExact.data?.records, ranks.exact),
    ...(byClient.data?.records ?? []).flatMap((it) =>
      it.ClientNumber ? [clientItem(it.ClientNumber, it.ClientName, ranks.exact + 0.1)] : [],
    ),
    ...contracts(byContract.data?.records, ranks.exact + 0.2),
    ...met.contracts.flatMap((it) => contractItem(it, named(it), ranks.met)),
    ...contracts(byLone.data?.records.slice(0, maxItems), ranks.met + 0.1),
    ...met.payouts.flatMap((it) => contractItem(it, named(it), ranks.met + 0.2, 'payout')),
    ...met.clients.map((it: SeenClient) => clientItem(it.ClientNumber, it.ClientName, ranks.met + 0.3)),
  ];
  const ways = [
    ...waysOf(pages, text).map(({ way, rank }) => wayItem(way, 'Pages', ranks.named + rank * 2.5)),
    ...waysOf(actions, text).map(({ way, rank }) =>
      wayItem(way, 'Actions', ranks.named + 0.1 + rank * 2.5, permissions),
    ),
  ];
  const metCount = met.contracts.length + met.payouts.length + met.clients.length;
  const kept = contractsSeen(tenant).size + contractsSeen(tenant, 'payouts').size;
  return {
    items: inOrder([...found, ...ways.slice(0, maxItems), ...offers(text.trim())]),
    found: new Set(found.map((it) => it.key)).size,
    looked: [
      ...(exact
        ? [{ where: exact.ContractSequence ? 'Contract ID' : 'Client / contract', outcome: outcomeOf(byExact) }]
        : []),
      { where: 'Client number', outcome: outcomeOf(byClient) },
      { where: 'Contract number, among mandates', outcome: outcomeOf(byContract) },
      ...(lone ? [{ where: `Mandates of client ${lone.ClientNumber}`, outcome: outcomeOf(byLone) }] : []),
      {
        where: `Parts of numbers and names, among ${some(kept, 'contract')} and ${some(clients.size, 'client')} met since this window was opened`,
        outcome: countOf(metCount),
      },
    ],
    pending: [byExact, byClient, byContract, byLone].some((it) => it.isLoading),
  };
}
