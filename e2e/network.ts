import type { Page } from '@playwright/test';

/** The next call of this kind reaches the service, its answer reaches nobody. `resource` as the path writes it. */
export async function loseAnswer(page: Page, method: string, resource: string): Promise<void> {
  let isLost = false;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** What the page asks for here from now on waits until it is released. */
export async function hold(page: Page, url: string | RegExp): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return { release };
}

/**
 * The next call of this kind reaches the service, its answer comes when it is released. `resource` as the path writes it.
 * @param after calls that go as usual
 */
export async function holdAnswer(
  page: Page,
  method: string,
  resource: string,
  after = 0,
): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let waiting = after + 1;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    waiting -= 1;
    if (waiting !== 0) return route.fallback();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return { release };
}
