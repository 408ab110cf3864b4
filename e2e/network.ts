import type { Page } from '@playwright/test';

/** The next such call reaches the service, and its answer is lost. `resource` as in the path. */
export async function loseAnswer(page: Page, method: string, resource: string): Promise<void> {
  let isLost = false;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

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
 * The next such call reaches the service, and its answer is delayed until released. `resource` as in the path.
 * @param after calls that pass before it
 */
export async function holdAnswer(page: Page, method: string, resource: string, after = 0): Promise<Held> {
  const { pass, release } = gate();
  let waiting = after + 1;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    waiting -= 1;
    if (waiting !== 0) return route.fallback();
    const response = await route.fetch();
    await pass();
    await route.fulfill({ response });
  });
  return { release };
}
