import { tokenSource } from '#console/api/auth.ts';
import { withToken } from '#console/api/http.ts';
import { extensionAddress } from '#contract/extensions.ts';
import { createStore, useStore } from '#kit/base/store.ts';
import { dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { businessNow } from './wall-clock.ts';

/** Both advance together. */
export interface Ahead {
  there: DateText;
  here: DateText;
}

const clocks = createStore<ReadonlyMap<string, Ahead>>(new Map());
/** A move that a page offers, such as past the first debit. */
export interface OfferedMove {
  label: string;
  to: DateText;
}

interface OpenClock {
  offered?: OfferedMove;
}

const open = createStore<OpenClock | undefined>(undefined);

export const useOpenTestClock = (): OpenClock | undefined => useStore(open);
export const openTestClock = (offered?: OfferedMove): void => open.set({ offered });
export const closeTestClock = (): void => open.set(undefined);

/** Undefined if there is none or it is unknown. */
export const useTestClock = (merchant: string): Ahead | undefined => useStore(clocks).get(merchant);

export function noteClock(merchant: string, now: DateTimeText): void {
  const [there, here] = [dateOf(now), dateOf(businessNow())];
  const known = clocks.get().get(merchant);
  if (known?.there === there && known.here === here) return;
  clocks.set(new Map([...clocks.get(), [merchant, { there, here }]]));
}

/** The sandbox's test clock, not part of the interface: GET reads the time, POST moves it. */
export const callClock = (merchant: string, move?: { Today: DateText }): Promise<Response> =>
  withToken(extensionAddress('sandboxClock', { merchant }), tokenSource(), {
    method: move ? 'POST' : 'GET',
    body: move && JSON.stringify(move),
  });

/** Unknown if the service has no test clock, or the person no access. */
export async function readClock<Reading extends { Now?: unknown }>(merchant: string): Promise<Reading | undefined> {
  const response = await callClock(merchant);
  if (!response.ok) return undefined;
  const answer = (await response.json()) as Reading;
  if (typeof answer.Now === 'string') noteClock(merchant, answer.Now);
  return answer;
}
