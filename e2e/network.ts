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

/** Delays matching requests until released. */
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
 * The next such call reaches the service, and its answer is delayed until released. `resource` as in the path.
 * @param after calls that pass before it
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
