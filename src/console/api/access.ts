import { token } from './auth.ts';

/** The merchants that this sign-in may work with. */
interface Access {
  merchants: readonly { number: string; name: string }[];
  /** Whether these are all; else there may be others, which only the service knows. */
  isComplete: boolean;
}

let access: Access = { merchants: [], isComplete: false };

/**
 * Asks the console's own server what the sign-in may work with, before anything is drawn. A server that does not tell
 * (another one, or one that cannot read the token) leaves it unknown: then the service decides, call by call.
 * @throws where the answer may be another in a moment
 */
export async function readAccess(): Promise<void> {
  // Not again with another token: nothing is drawn yet that could ask the person for one.
  const response = await fetch('/session.json', {
    headers: { authorization: `Bearer ${await token()}` },
    cache: 'no-store',
    credentials: 'omit',
  });
  if (response.ok) access = (await response.json()) as Access;
  else if (response.status >= 500) throw new Error('No answer at the moment. Try again shortly.');
}

export const useMerchants = (): Access['merchants'] => access.merchants;

/** What the merchant is called; nothing where that is not known. */
export const useMerchantName = (merchant: string): string | undefined =>
  access.merchants.find(({ number }) => number === merchant)?.name;

/** Whether all merchants of this sign-in are known. */
export const isAccessKnown = (): boolean => access.isComplete;

/** Whether it is certain that this sign-in has nothing to do with a merchant. */
export const isBarredFrom = (merchant: string): boolean =>
  access.isComplete && !access.merchants.some(({ number }) => number === merchant);
