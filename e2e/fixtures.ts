import { createHash } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type APIRequestContext, type Cookie, type Page, type TestInfo } from '@playwright/test';
import { omitYear } from '../src/rules/day-text.ts';
import { addFourEyes, addMerchant } from './own-people.ts';
import { processorSeconds } from './processor-time.ts';
import { isGateway, peoplePassword, sandboxAddress } from './provider.ts';
import { today } from './test-data.ts';

// Days read as on the pages.
omitYear(today().slice(0, 4));

export interface Fixtures {
  /**
   * The test's own, by its title, with the sample of a small one. 1001 and 1016 are read only.
   */
  merchant: string;
  /**
   * Its payouts, bank details and cancels need a second person: 1014 of the sandbox, with what waits there; in front of a provider,
   * which is a sandbox without such a rule, the test's own.
   */
  fourEyesMerchant: string;
  /** Waits until the console has opened: as staff, with the worker's cookies if it has some, else by the form. */
  signIn(): Promise<void>;
  /** Signs in by the form. */
  signInAs(user: 'staff' | 'finance' | 'support' | 'manager' | 'auditor' | 'administrator'): Promise<void>;
  /** Ends the session everywhere while the page stays open, and signs in again from the console's dialog. */
  session: { end(): Promise<void>; renew(): Promise<void> };
  /** Fails if axe finds any accessibility fault in the current page. */
  axe(): Promise<void>;
  /** Errors in the browser's console fail the test unless allowed. */
  complaints: { allow(pattern: RegExp): void };
  /** Notes the test's processor time for the runner. */
  processorTime: void;
}

export interface WorkerFixtures {
  /** The cookies of the worker's sign-in as staff. After a sign-out the next test uses the form again. */
  cookies: Cookie[];
}

/** Fills in the sign-in form and waits for the console. */
export async function fillSignIn(page: Page, user: string, password = peoplePassword()): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => !/^\/(sign-in|oauth|callback)\b/.test(pathname));
}

/** Of the sandbox's well-known program. */
export async function programToken(request: APIRequestContext): Promise<string> {
  const answer = await request.post(sandboxAddress('/oauth/token'), {
    headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox-only-secret').toString('base64')}` },
    form: { grant_type: 'client_credentials' },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function ownMerchant(
  request: APIRequestContext,
  { titlePath, repeatEachIndex }: Pick<TestInfo, 'titlePath' | 'repeatEachIndex'>,
): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([titlePath, repeatEachIndex]))
    .digest();
  const [number, name] = [String(100_000 + (hash.readUInt32BE() % 900_000)), 'Fynbos Gyms'];
  const answer = await request.post(sandboxAddress(`/sandbox/merchants/${number}`), {
    headers: { authorization: `Bearer ${await programToken(request)}` },
    data: { Name: name },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  if (isGateway) addMerchant(number, name);
  return number;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  merchant: async ({ request }, use, info) => use(await ownMerchant(request, info)),

  fourEyesMerchant: async ({ request }, use, info) => {
    const merchant = isGateway ? await ownMerchant(request, info) : '1014';
    if (isGateway) addFourEyes(merchant);
    await use(merchant);
  },

  complaints: [
    async ({ context }, use) => {
      const errors: string[] = [];
      const allowed: RegExp[] = [];
      // Violations of the content security policy are errors in the console, too.
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${pathOf(message.location().url)})`);
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(
        errors.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        'what the browser complained about',
      ).toEqual([]);
    },
    { auto: true },
  ],

  // After the page and before the context closes: its processes' time is lost with them.
  processorTime: [
    async ({ context: _ }, use, { annotations }) => {
      const before = processorSeconds();
      await use();
      const after = processorSeconds();
      if (before !== undefined && after !== undefined)
        annotations.push({ type: 'processor seconds', description: (after - before).toFixed(2) });
    },
    { auto: true },
  ],

  cookies: [async ({}, use) => use([]), { scope: 'worker' }],

  signIn: async ({ page, context, cookies, baseURL }, use) => {
    await context.addCookies(cookies);
    await use(async () => {
      // The console's page or the form.
      await page.locator('h1').first().waitFor();
      if (!(await page.getByLabel('Username', { exact: true }).isVisible())) return;
      await fillSignIn(page, 'staff');
      // Another product's cookies are useless here.
      if (page.url().startsWith(`${baseURL}/`)) cookies.splice(0, cookies.length, ...(await context.cookies()));
    });
  },

  signInAs: async ({ page }, use) => use((user) => fillSignIn(page, user)),

  session: async ({ page, context, complaints }, use) => {
    let isStale = false;
    await use({
      async end() {
        complaints.allow(/401/);
        // Also invalidates every token that the page has: the service answers 401.
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
        await window.getByLabel('Password').fill(peoplePassword());
        await window.getByRole('button', { name: 'Sign in' }).click();
        await expect(dialog).toBeHidden();
      },
    });
  },

  axe: async ({ page }, use) => {
    await use(async () => {
      // Waits until the page has content.
      await page.locator('h1').first().waitFor({ state: 'attached' });
      // In the middle of a fade every contrast is too low. Animations are finished, not awaited: hidden by `content-visibility`
      // they never end. Endless ones (skeletons) continue, and later changes are instant.
      await page.evaluate(() => {
        for (const animation of document.getAnimations())
          if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
        const still = new CSSStyleSheet();
        still.replaceSync('*, *::before, *::after { transition: none !important }');
        document.adoptedStyleSheets.push(still);
      });
      // Pages have no frames, so the blank page that merges their results is not needed.
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

/** Queries of the sign-in contain codes, which must not be reported. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

export { expect } from '@playwright/test';
