import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Cookie, type Page } from '@playwright/test';

/** The sandbox's well-known password; a service beyond loopback refuses to run with it. */
const sandboxPassword = 'sandbox-only';

export interface Fixtures {
  /** Waits until the console has opened: as staff, with the worker's sign-in where it has one, else by the form. */
  signIn(): Promise<void>;
  /** Signs in by the form. */
  signInAs(user: 'staff' | 'finance' | 'support'): Promise<void>;
  /** A session that is gone everywhere while the page stays open, and the way back that the console offers. */
  session: { end(): Promise<void>; renew(): Promise<void> };
  /** Fails when the page as it stands has any accessibility fault that can be found by looking at it. */
  axe(): Promise<void>;
  /** What the browser complained about fails the test, unless the test said before that it provokes it. */
  complaints: { allow(pattern: RegExp): void };
}

export interface WorkerFixtures {
  /** The worker's own, so that tests that run at the same time never meet; 1001 and 1016 are for reading. */
  merchant: string;
  /** The cookies of the worker's sign-in as staff. Signing out ends it, and the next test uses the form again. */
  cookies: Cookie[];
}

/** Fills the sign-in form and waits until the console is back. */
export async function fillSignIn(page: Page, user: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(user);
  await page.getByLabel('Password').fill(sandboxPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => !/^\/(sign-in|oauth|callback)\b/.test(pathname));
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // A worker that replaces a failed one has the next index, and so does not meet what the failed test left.
  merchant: [
    async ({}, use, { workerIndex }) => {
      await use(String(1002 + (workerIndex % 14)));
    },
    { scope: 'worker' },
  ],

  complaints: [
    async ({ context }, use) => {
      const heard: string[] = [];
      const allowed: RegExp[] = [];
      // A violation of the content security policy is an error on the console, too.
      context.on('console', (message) => {
        if (message.type() === 'error') heard.push(`${message.text()} (${pathOf(message.location().url)})`);
      });
      context.on('weberror', (error) => heard.push(String(error.error())));
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(
        heard.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        'what the browser complained about',
      ).toEqual([]);
    },
    { auto: true },
  ],

  cookies: [async ({}, use) => use([]), { scope: 'worker' }],

  signIn: async ({ page, context, cookies, baseURL }, use) => {
    await context.addCookies(cookies);
    await use(async () => {
      // The console's page or the form, whichever the address led to.
      await page.locator('h1').first().waitFor();
      if (!(await page.getByLabel('Username', { exact: true }).isVisible())) return;
      await fillSignIn(page, 'staff');
      // Another product's sign-in is of no use here.
      if (page.url().startsWith(`${baseURL}/`)) cookies.splice(0, cookies.length, ...(await context.cookies()));
    });
  },

  signInAs: async ({ page }, use) => use((user) => fillSignIn(page, user)),

  session: async ({ page, context, complaints }, use) => {
    let isStale = false;
    await use({
      async end() {
        complaints.allow(/401/);
        // Its cookies, and every token that the page holds: the service answers it 401.
        await context.clearCookies();
        isStale = true;
        await context.route('**/v1/**', (route) =>
          route.continue(isStale ? { headers: { ...route.request().headers(), authorization: 'Bearer stale' } } : {}),
        );
      },
      async renew() {
        const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
        await expect(dialog).toBeVisible();
        isStale = false;
        const opened = context.waitForEvent('page');
        await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
        const window = await opened;
        await window.getByLabel('Username').fill('staff');
        await window.getByLabel('Password').fill(sandboxPassword);
        await window.getByRole('button', { name: 'Sign in' }).click();
        await expect(dialog).toBeHidden();
      },
    });
  },

  axe: async ({ page }, use) => {
    await use(async () => {
      // A page that is on its way has nothing to be judged yet.
      await page.locator('h1').first().waitFor({ state: 'attached' });
      // Half way through a fade every contrast is too low. Ended rather than waited for: where `content-visibility` hides
      // one it stands still. What never ends (a skeleton) goes on, and what changes from here on does so at once.
      await page.evaluate(() => {
        for (const animation of document.getAnimations())
          if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
        const still = new CSSStyleSheet();
        still.replaceSync('*, *::before, *::after { transition: none !important }');
        document.adoptedStyleSheets.push(still);
      });
      // No page has frames, so the blank page that would put together what is found in several is not needed.
      const check = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const { violations } = await check.analyze();
      await page.evaluate(() => document.adoptedStyleSheets.pop());
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
        'accessibility faults',
      ).toEqual([]);
    });
  },
});

/** Queries of the sign-in hold codes, which do not belong in a report. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

export { expect } from '@playwright/test';
