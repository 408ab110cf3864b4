import { expect, type Page } from '@playwright/test';
import type { OperationName } from '../src/contract/operations.ts';
import { programToken } from './fixtures.ts';
import { sandboxAddress } from './provider.ts';

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

/** The next such call of the page's merchant is processed, and its answer breaks off. */
export async function loseAnswer(page: Page, Operation: OperationName): Promise<void> {
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
