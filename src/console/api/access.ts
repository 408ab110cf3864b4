import { useMemo } from 'react';
import type { FormDefaults } from '#contract/settings-records.ts';
import { token } from './auth.ts';
import { config, useConfig, type Config } from './config.ts';
import { setServerClock } from './server-clock.ts';
import { reach } from './unreachable.ts';

interface Access {
  merchants: readonly {
    number: string;
    name: string;
    /** Absent if it has all of the configuration. */
    products?: readonly string[];
    /** What its forms begin with, by product. */
    formDefaults?: FormDefaults;
    /** Payouts need a second person, or have needed one. */
    hasApprovals?: boolean;
    /** Whether its own provider lists all contracts; absent if it has none of its own. */
    listsAll?: boolean;
    dryRuns?: boolean;
  }[];
  /** Of the organisation. */
  messages?: Pick<Config['messages'], 'senders' | 'templates'>;
}

let access: Access = { merchants: [] };

/** Reads this sign-in's access, before the first render. A sign-in that the server refuses has none. @throws Unreachable */
export async function readAccess(): Promise<void> {
  // Without a second token: nothing is rendered that could ask for a sign-in.
  const response = await reach('/session.json', {
    headers: { authorization: `Bearer ${await token()}` },
    cache: 'no-store',
    credentials: 'omit',
  });
  setServerClock(response.headers.get('date'));
  if (response.ok) access = (await response.json()) as Access;
  else if (response.status >= 500) throw new Error('The server has a problem. Try again shortly.');
}

export const useMerchants = (): Access['merchants'] => access.merchants;

/** The merchant's products, in the order of the configuration. */
export function productsOf(merchant: string): readonly string[] {
  const { products } = config();
  const own = access.merchants.find(({ number }) => number === merchant)?.products;
  return own === undefined ? products : products.filter((product) => own.includes(product));
}

export const useMerchantName = (merchant: string): string | undefined =>
  access.merchants.find(({ number }) => number === merchant)?.name;

export const useHasApprovals = (merchant: string): boolean =>
  access.merchants.find(({ number }) => number === merchant)?.hasApprovals === true;

/** Whether all contracts of the merchant can be listed. */
export const areContractsListed = (merchant: string): boolean =>
  access.merchants.find(({ number }) => number === merchant)?.listsAll ?? config().listAll === 'offered';

/** Whether changes of the merchant can be checked without being saved. */
export const areDryRunsOffered = (merchant: string): boolean =>
  access.merchants.find(({ number }) => number === merchant)?.dryRuns ?? config().dryRun === 'offered';

/** What the merchant's forms begin with for everybody, by form. */
export const formDefaultsOf = (merchant: string, product: string): FormDefaults[string] =>
  access.merchants.find(({ number }) => number === merchant)?.formDefaults?.[product] ?? {};

/** Senders and templates: those of the configuration, otherwise the organisation's. */
export function useMessages(): Config['messages'] {
  const { messages } = useConfig();
  return useMemo(() => {
    const { senders, templates } = access.messages ?? messages;
    return {
      ...messages,
      ...(messages.senders.length === 0 && { senders }),
      ...(messages.templates.length === 0 && { templates }),
    };
  }, [messages]);
}

export const isBarredFrom = (merchant: string): boolean => !access.merchants.some(({ number }) => number === merchant);
