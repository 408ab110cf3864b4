import { expect, type Page } from '@playwright/test';
import type { Operation } from '../src/contract/operation.ts';
import { operations, type OperationName } from '../src/contract/operations.ts';
import { programToken } from './fixtures.ts';
import { isGateway, sandboxAddress } from './provider.ts';

interface Held {
  /** Waits for what it holds: a pattern that matches nothing fails the test. */
  release(): Promise<void>;
}

/** `pass` waits until released. */
function gate(): Held & { pass(): Promise<void> } {
  let hasCome = () => {};
  let open = () => {};
  const came = new Promise<void>((resolve) => (hasCome = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    pass: () => {
      hasCome();
      return opened;
    },
    release: () => came.then(open),
  };
}

/** Delays matching requests until released. */
export async function hold(page: Page, url: string | RegExp): Promise<Held> {
  const { pass, release } = gate();
  await page.route(url, async (route) => {
    await pass();
    await route.fallback();
  });
  return { release };
}

/**
 * The next such call of the page's merchant is processed, and its answer breaks off: in front of a provider between the page and the
 * server, since what the provider does not answer the server finds by itself.
 */
export async function loseAnswer(page: Page, name: OperationName): Promise<void> {
  if (!isGateway) return loseAtService(page, name);
  const { method, path }: Operation = operations[name];
  const address = new RegExp(`${path.replace('{PREFIX}', '').replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

/** What the browser says of it. */
export const lostAnswer = isGateway ? /ERR_FAILED/ : /ERR_CONTENT_LENGTH_MISMATCH/;

/** What the browser says while what a server depends on is away: calls are refused, and a list under way breaks off. */
export const complaintsOfAway = /50[34]|ERR_INCOMPLETE_CHUNKED_ENCODING/;

/** Breaks off the answer at the service that has the records. */
export async function loseAtService(page: Page, Operation: OperationName): Promise<void> {
  await callFaults(page, 'POST', { Operation, Fault: 'LOSE' });
}

/**
 * The next such call of the page's merchant is processed, and its answer is delayed until released.
 * @param After calls that pass before it
 */
export async function holdAnswer(page: Page, Operation: OperationName, After = 0): Promise<Held> {
  await callFaults(page, 'POST', { Operation, Fault: 'HOLD', After });
  return {
    async release() {
      await expect.poll(async () => (await callFaults(page, 'GET')).Waiting).toBe(1);
      await callFaults(page, 'DELETE');
    },
  };
}

/** The sandbox's faults (docs/api.md), so that a person can do the same by hand. */
async function callFaults(page: Page, method: string, data?: object): Promise<{ Waiting: number }> {
  const [, merchant] = /\/m\/(\w+)/.exec(page.url()) ?? [];
  const answer = await page.request.fetch(sandboxAddress(`/sandbox/faults/${merchant}`), {
    method,
    headers: { authorization: `Bearer ${await programToken(page.request)}` },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { Waiting: number };
}
