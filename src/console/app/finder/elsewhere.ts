import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { productsOf } from '#console/api/access.ts';
import { call, type Records, type SentItems } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { parseClientSearch, searchClients } from '#console/domain/client/search.ts';
import { useToday } from '#console/session/today.ts';
import type { ReadName } from '#contract/operations.ts';
import type { Input } from '#contract/operations.ts';
import type { DateText } from '#rules/calendar.ts';
import { clientItem, contractItem, type FinderItem } from './items.ts';
import { clientRank, isNumberLike, mayBeSent, finderRanks } from './ranks.ts';

const fiveMinutes = 300_000;
/** Per product and kind of record. */
const limit = 5;

interface FoundUnder {
  product: string;
  items: FinderItem[];
  /** How many clients were searched; undefined if they can't be listed. */
  count?: number;
}

/** @returns undefined if the service does not answer */
async function read<N extends ReadName>(queries: QueryClient, name: N, tenant: Tenant, input: Input<N>) {
  const { merchant, product } = tenant;
  try {
    const { records } = await queries.fetchQuery({
      queryKey: [name, merchant, product, input],
      queryFn: async ({ signal }) =>
        (await call(name, { merchant, product }, input as SentItems<N>, { signal })) as Records<N>,
      staleTime: fiveMinutes,
      retry: false,
    });
    return records;
  } catch (error) {
    return error instanceof CallError && error.kind === 'notFound' ? [] : undefined;
  }
}

async function searchUnder(
  queries: QueryClient,
  tenant: Tenant,
  text: string,
  today: DateText,
  signal: AbortSignal,
): Promise<FoundUnder> {
  const clients = await read(queries, 'clientList', tenant, {});
  const matches = await searchClients(clients ?? [], parseClientSearch(text), limit, signal);
  const number = isNumberLike(text) && mayBeSent(text, { matches, isPending: false }) ? text.trim() : undefined;
  const [byNumber, numbered, paid, ...owned] = await Promise.all([
    number && !clients ? read(queries, 'clientList', tenant, { ClientNumber: number }) : [],
    number ? read(queries, 'mandateList', tenant, { ContractNumber: number }) : [],
    number ? read(queries, 'payoutPaymentList', tenant, { ContractNumber: number }) : [],
    ...matches.flatMap(({ client }) =>
      client.ClientNumber ? [read(queries, 'mandateList', tenant, { ClientNumber: client.ClientNumber })] : [],
    ),
  ]);
  const nameOf = new Map((clients ?? []).map((it) => [it.ClientNumber, it.ClientName]));
  const items = [
    ...(numbered ?? [])
      .slice(0, limit)
      .flatMap((it) => contractItem(it, nameOf.get(it.ClientNumber), finderRanks.exact, today)),
    ...(paid ?? [])
      .slice(0, 1)
      .flatMap((it) => contractItem(it, nameOf.get(it.ClientNumber), finderRanks.exact, today, 'payout')),
    ...owned.flatMap((of) =>
      (of ?? [])
        .slice(0, limit)
        .flatMap((it) => contractItem(it, nameOf.get(it.ClientNumber), finderRanks.matched, today)),
    ),
    ...(byNumber ?? []).flatMap((client) => clientItem({ client, by: 'number', rank: 0 }, finderRanks.exact)),
    ...matches.flatMap((it) => clientItem(it, clientRank(it))),
  ];
  return { product: tenant.product, items, count: clients?.length };
}

export function useOtherProducts({ merchant, product }: Tenant): string[] {
  return productsOf(merchant).filter((it) => it !== product);
}

export function useElsewhere(
  { merchant }: Tenant,
  products: readonly string[],
  text: string,
): { found: readonly FoundUnder[] | undefined; isPending: boolean } {
  const queries = useQueryClient();
  const today = useToday();
  const search = useQuery({
    queryKey: ['finder', merchant, products, text],
    queryFn: ({ signal }) =>
      Promise.all(products.map((product) => searchUnder(queries, { merchant, product }, text, today, signal))),
    enabled: products.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { found: search.data, isPending: search.isFetching };
}
