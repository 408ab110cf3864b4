import { useMemo } from 'react';
import { areContractsListed } from '#console/api/access.ts';
import { useRead } from '#console/api/client.ts';
import { useFoundNotes } from '#console/api/notes.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { readingsOf } from '#console/domain/list/search-terms.ts';
import { useSettingsPages } from '#console/domain/settings-pages.ts';
import { clientsOf, recentOf, useRecentRecords } from '#console/session/recent-records.ts';
import { recentMatches } from '#console/session/recent-search.ts';
import { useToday } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
import { searchWords } from '#rules/search-text.ts';
import { useFoundClients, type FoundClients } from './clients.ts';
import { dayAndAmountItems } from './day-and-amount.ts';
import { useElsewhere, useOtherProducts } from './elsewhere.ts';
import {
  clientItem,
  contractItem,
  itemsInOrder,
  limitItems,
  noteItem,
  offers,
  recentItem,
  underProduct,
  wayItem,
  widerItem,
  type FinderContractKind,
  type FinderItem,
  type Numbered,
} from './items.ts';
import { actions, finderPages, settingsWays, waysOf } from './pages.ts';
import { clientRank, isNumberLike, mayBeSent, finderRanks } from './ranks.ts';

export interface FinderResults {
  items: FinderItem[];
  found: number;
  clients: FoundClients;
  /** Other products that were searched; `count` is undefined if their clients can't be listed. */
  elsewhere: readonly { product: string; count?: number }[];
  pending: boolean;
}

const none: readonly string[] = [];
const maxItems = 8;
const maxOwners = 3;
/** Letters; shorter ones are in every note. */
const shortestNoteWord = 3;
const fiveMinutes = 300_000;

function useNumbered(text: string, isSearched: boolean, isListed: boolean) {
  const readings = isSearched ? readingsOf(text) : [];
  const exact = readings.find((it) => it.ContractSequence ?? (it.ClientNumber && it.ContractNumber));
  const number = readings.find((it) => it.ContractNumber && !it.ClientNumber && isNumberLike(text));
  const byExact = useRead('contractList', exact ?? null);
  // Not needed if the service lists all clients.
  const client = useRead('clientList', number && !isListed ? { ClientNumber: number.ContractNumber } : null);
  // The retrieve of contracts needs an identification; these retrieves accept any of its fields (docs/interface.md,
  // Identification).
  const mandates = useRead('mandateList', number ?? null);
  // A contract without a mandate is found by its instalments, a payout contract by its payments.
  const isNone = number !== undefined && !mandates.isLoading && (mandates.data?.records.length ?? 0) === 0;
  const instalments = useRead('instalmentList', isNone ? number : null);
  const payments = useRead('payoutPaymentList', number ?? null);
  // Part of a number, or a payout contract without payments: listing all contracts adds them to the session's.
  const isUnknown =
    isNone && [instalments, payments].every((it) => !it.isLoading && (it.data?.records.length ?? 0) === 0);
  const all = useAll(isUnknown ? {} : null, fiveMinutes);
  return {
    byExact: byExact.data?.records ?? [],
    contracts: [...(mandates.data?.records ?? []), ...(instalments.data?.records ?? [])],
    payouts: payments.data?.records ?? [],
    clients: client.data?.records ?? [],
    isPending: [byExact, client, mandates, instalments, payments, ...all].some((it) => it.isLoading),
  };
}

function useAll(filter: Input<'contractList'> | null, staleTime?: number) {
  const { merchant } = useTenant();
  const input = areContractsListed(merchant) ? filter : null;
  return [
    useRead('contractList', input, { isAll: true, staleTime }),
    useRead('payoutContractList', input, { isAll: true, staleTime }),
  ] as const;
}

function useOwned({ matches }: FoundClients, seen: number) {
  const owners = matches.slice(0, seen >= maxItems ? 0 : maxOwners).map(({ client }) => client.ClientNumber);
  const of = (number: string | null | undefined): Input<'mandateList'> | null =>
    number ? { ClientNumber: number } : null;
  // The number of hooks must be constant.
  const reads = [
    useRead('mandateList', of(owners[0])),
    useRead('mandateList', of(owners[1])),
    useRead('mandateList', of(owners[2])),
  ];
  const listed = [useAll(of(owners[0])), useAll(of(owners[1])), useAll(of(owners[2]))];
  return {
    mandates: reads.flatMap((it) => it.data?.records.slice(0, maxItems) ?? []),
    contracts: listed.flatMap(([it]) => it.data?.records.slice(0, maxItems) ?? []),
    payouts: listed.flatMap(([, it]) => it.data?.records.slice(0, maxItems) ?? []),
    isPending: [...reads, ...listed.flat()].some((it) => it.isLoading),
  };
}

function useFoundHere(tenant: Tenant, text: string) {
  const version = useRecentRecords();
  const today = useToday();
  const permissions = usePermissions();
  const settings = useSettingsPages();
  const { merchant, product } = tenant;
  const clients = useFoundClients(tenant, text, maxItems);
  // Memoised for arrow keys: there may be a hundred thousand contracts.
  const seen = useMemo(() => {
    const at = { merchant, product };
    return {
      // Recomputed when records are seen.
      version,
      contracts: recentMatches(at, text, maxItems),
      payouts: recentMatches(at, text, maxItems, 'payouts'),
    };
  }, [merchant, product, text, version]);
  const isSent = mayBeSent(text, clients);
  const numbered = useNumbered(text, isSent, clients.isComplete);
  const owned = useOwned(clients, seen.contracts.length);
  const noted = useFoundNotes(isSent && text.trim().length >= shortestNoteWord ? text.trim() : '');
  const pending = clients.isPending || numbered.isPending || owned.isPending || noted.isLoading;
  if (text.trim() === '') return { records: [], ways: [], isSent, clients, pending: false };

  const known = clientsOf(tenant);
  const contracts = (records: readonly Numbered[], rank: number, kind?: FinderContractKind) =>
    records.flatMap((it) => contractItem(it, known.get(it.ClientNumber ?? '')?.ClientName, rank, today, kind));
  const records = [
    ...contracts(numbered.byExact, finderRanks.exact),
    ...contracts(numbered.contracts, finderRanks.exact + 0.2),
    ...contracts(numbered.payouts, finderRanks.exact + 0.3, 'payout'),
    ...contracts(owned.mandates, finderRanks.matched),
    // Below the same contract as a mandate, which shows its status.
    ...contracts(owned.contracts, finderRanks.matched + 0.06),
    ...contracts(owned.payouts, finderRanks.matched + 0.2, 'payout'),
    ...contracts(seen.contracts, finderRanks.matched + 0.1),
    ...contracts(seen.payouts, finderRanks.matched + 0.2, 'payout'),
    ...numbered.clients.flatMap((client) => clientItem({ client, by: 'number', rank: 0 }, finderRanks.exact + 0.1)),
    ...clients.matches.flatMap((it) => clientItem(it, clientRank(it))),
    ...(noted.data?.Notes ?? []).map((it) => noteItem(it, text, finderRanks.matched + 0.4)),
  ];
  const ways = [
    ...waysOf([...finderPages, ...settingsWays(settings)], text).map(({ way, rank }) =>
      wayItem(way, 'Pages', finderRanks.named + rank * 2.5),
    ),
    ...waysOf(actions, text).map(({ way, rank }) =>
      wayItem(way, 'Actions', finderRanks.named + 0.1 + rank * 2.5, permissions),
    ),
  ];
  return { records, ways, isSent, clients, pending };
}

/**
 * Searches clients and their contracts, contracts by number, pages, actions and limits. An empty text returns recent
 * records and common actions.
 * @param isWide also searches the merchant's other products, otherwise only if the current one has no match
 */
export function useFinder(tenant: Tenant, text: string, isWide: boolean): FinderResults {
  const permissions = usePermissions();
  const today = useToday();
  const { records, ways, isSent, clients, pending } = useFoundHere(tenant, text);
  const others = useOtherProducts(tenant);
  const isEmpty = text.trim() === '';
  const isNothingHere = !pending && records.length === 0 && ways.length === 0;
  const isWider = !isEmpty && (isWide || isNothingHere);
  const { found: under, isPending } = useElsewhere(tenant, isWider ? others : none, text);
  if (isEmpty)
    return {
      items: [
        ...recentOf(tenant).flatMap((it) => recentItem(tenant, it, today)),
        ...actions.map((it) => wayItem(it, 'Actions', finderRanks.offered, permissions)),
      ],
      found: 0,
      clients,
      elsewhere: [],
      pending: false,
    };

  const elsewhere = under ?? [];
  const found = elsewhere.flatMap(({ product, items }) => items.map((it) => underProduct(it, product)));
  return {
    items: itemsInOrder([
      ...records,
      ...found,
      ...ways.slice(0, maxItems),
      ...dayAndAmountItems(text, today, finderRanks.named),
      ...limitItems(tenant, searchWords(text), finderRanks.limit),
      ...offers(text.trim(), { isSent, named: finderRanks.named, rank: finderRanks.offered }),
      ...(isWider || others.length === 0 ? [] : [widerItem(others, finderRanks.offered)]),
    ]),
    found: new Set([...records, ...found].map((it) => it.key)).size,
    clients,
    elsewhere,
    pending: pending || isPending,
  };
}
