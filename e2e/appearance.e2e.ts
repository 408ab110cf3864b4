import type { Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';

test('the font is served with the product, in one small file', async ({ page, signIn }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') requested.push(new URL(request.url()).pathname);
  });
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const typeface = await page.evaluate(async () => {
    await document.fonts.ready;
    const [loaded] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
    return {
      family: getComputedStyle(document.body).fontFamily.split(',')[0],
      isLoaded: [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded'),
      bytes: (loaded as PerformanceResourceTiming | undefined)?.decodedBodySize ?? 0,
      digits: getComputedStyle(document.body).fontVariantNumeric,
    };
  });
  expect(typeface).toMatchObject({ family: 'Inter', isLoaded: true, digits: 'normal' });
  expect(typeface.bytes).toBeGreaterThan(10_000);
  expect(typeface.bytes).toBeLessThanOrEqual(50_000);
  expect(new Set(requested), 'one file, from here').toEqual(new Set(['/assets/inter-4.1.woff2']));
});

test('in forced colours, status pills, buttons and the current page keep a border', async ({ page, signIn }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/m/1001/EFT/payments');
  await signIn();
  const border = (it: Element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(it);
    return `${borderTopWidth} ${borderTopStyle} ${borderTopColor === 'rgba(0, 0, 0, 0)' ? 'unseen' : 'seen'}`;
  };
  const main = page.getByRole('main');
  const pill = main.getByRole('gridcell').getByText('Scheduled', { exact: true }).first();
  expect(await pill.evaluate(border)).toBe('1px solid seen');
  expect(await main.getByRole('link', { name: 'New payout contract' }).evaluate(border)).toBe('1px solid seen');
  const current = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payouts', exact: true });
  expect(await current.evaluate((it) => getComputedStyle(it, '::before').borderLeftWidth)).toBe('3px');
});

test('animations end within 150 ms, and there are none with reduced motion', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT/mandates/new');
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'New mandate' })).toBeVisible();
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((it) =>
          getComputedStyle(it)
            .transitionDuration.split(',')
            .map((text) => Number.parseFloat(text) * 1000),
        ),
      ),
    );
  expect(await longest()).toBeLessThanOrEqual(150);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await longest()).toBeLessThan(1);
});

test('on a phone, targets are 44 px high and the focused field is not covered by the bar', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/m/1001/EFT/mandates/new');
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'New mandate' })).toBeVisible();
  const low = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, input, textarea')]
      .map((it) => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ it, box }) => box.height > 0 && !/checkbox|radio/.test((it as HTMLInputElement).type))
      .filter(({ box }) => box.height < 44)
      .map(({ it, box }) => `${it.outerHTML.slice(0, 80)} ${box.height}`),
  );
  expect(low).toEqual([]);
  // Back through all fields by keyboard: each is scrolled to, and none ends under the bar.
  const bottomOfBar = 57;
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => {
      const it = document.activeElement;
      return it && it.closest('main') && !it.contains(document.querySelector('main'))
        ? it.getBoundingClientRect().top
        : undefined;
    });
    if (top !== undefined) expect(top).toBeGreaterThanOrEqual(bottomOfBar);
  }
  await page.getByRole('button', { name: 'Pages' }).click();
  await expect(page.getByRole('dialog', { name: 'Pages' })).toBeVisible();
  await page.mouse.click(340, 400);
  await expect(page.getByRole('dialog', { name: 'Pages' })).toBeHidden();
});

test('on a phone, the tab of the page and both buttons of the unpaid debits are wholly on the screen', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  const tabs = page.getByRole('navigation', { name: 'Contracts' }).getByRole('link');
  await tabs.last().click();
  await expect(tabs.last()).toBeInViewport({ ratio: 0.95 });
  await page.reload();
  await expect(tabs.last()).toHaveAttribute('aria-current', 'page');
  await expect(tabs.last()).toBeInViewport({ ratio: 0.95 });

  await page.goto('/m/1001/EFT/unpaid');
  const buttons = page.getByRole('button', { name: /^(Message [\d\s]+ clients|Collect [\d\s]+ again)$/ });
  await expect(buttons).toHaveCount(2);
  await expect(buttons.first()).toBeInViewport({ ratio: 1 });
  await expect(buttons.last()).toBeInViewport({ ratio: 1 });
});

/** What loads last, by page. */
const loadsLast: Record<string, string> = {
  instalments: '**/reports/transactions_report*',
  calendar: '**/reports/transactions_report*',
  contracts: '**/maintain/mandates/**',
  mandates: '**/general/frequency_codes*',
  'reports/transactions': '**/reports/transactions_report*',
};

test(
  'no layout shifts while a list or a record loads, on a phone and on a desktop',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const it of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!it.hadRecentInput) seen.shift += it.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const underWay = new Set<Request>();
    page.on('request', (it) => it.url().includes('/v1/') && underWay.add(it));
    page.on('requestfinished', (it) => underWay.delete(it));
    page.on('requestfailed', (it) => underWay.delete(it));
    await page.goto('/m/1001/EFT/mandates');
    await signIn();
    const idle = () => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const sizes = [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ];
    const lists = ['mandates', 'contracts', 'clients', 'instalments', 'payments', 'unpaid', 'calendar', 'messages'];
    const paths = ['', ...lists, 'reports/transactions', 'contracts/100002', 'clients/C00002'];
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const path of paths) {
        // What was collected loads last, mandates after their contracts, and what codes mean after mandates.
        const held = loadsLast[path] ? await hold(page, loadsLast[path]) : undefined;
        await page.goto(`/m/1001/EFT/${path}`);
        const main = page.getByRole('main');
        const rows = main.getByRole('link').or(main.getByRole('listitem'));
        // Few debits may have been collected this week.
        const seen = held ? rows.first() : rows.nth(2);
        const hasRows = !['messages', 'reports/transactions', 'calendar'].includes(path);
        await expect(hasRows ? seen : main.getByRole('heading', { level: 1 })).toBeVisible();
        if (held) await expect.poll(() => idle().then(() => underWay.size), 'calls that are held').toBe(1);
        await held?.release();
        if (held && hasRows) await expect(rows.nth(2)).toBeVisible();
        // Waits for the page's calls, and for those that follow them.
        await expect.poll(() => idle().then(() => underWay.size)).toBe(0);
        const { shift } = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen);
        // On a wide page the columns of a report are fitted again when rows come.
        const most = path === 'reports/transactions' ? 0.015 : 0.005;
        expect.soft(shift, `what moved on ${path} at ${size.width} px`).toBeLessThan(most);
      }
    }
  },
);

test(
  'a page that reads for long says what it reads; stopped, it offers to read again',
  { tag: '@long' },
  async ({ page, signIn, axe }) => {
    await page.goto('/m/1001/EFT/mandates');
    await signIn();
    await expect(page.getByRole('main').getByRole('link').nth(2)).toBeVisible();
    for (const [path, title, glob] of [
      ['', 'Overview', '**/reports/transactions_report*'],
      ['unpaid', 'Unpaid', '**/reports/transactions_report*'],
      ['calendar', 'Calendar', '**/reports/transactions_report*'],
    ] as const) {
      const held = await hold(page, glob);
      await page.goto(`/m/1001/EFT/${path}`);
      const reading = page.getByRole('status').filter({ hasText: /^Reading / });
      await expect(reading).toContainText(/\d of \d parts|debits/);
      await axe();
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(reading).toBeHidden();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const again = page.getByRole('button', { name: 'Read again' });
      await expect(again).toBeVisible();
      await held.release();
      await again.click();
      await expect(
        page
          .getByRole('main')
          .getByText(/^R\s\d/)
          .first(),
      ).toBeVisible();
    }
  },
);

test('rows of lists are lower when compact, at once and after a reload', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  const cell = page.getByRole('main').getByRole('gridcell').first();
  const height = async () => (await cell.boundingBox())?.height;
  await expect(cell).toBeVisible();
  expect(await height()).toBe(36);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('radio', { name: 'Compact' }).check();
  await expect.poll(height).toBe(30);
  await page.reload();
  await expect.poll(height).toBe(30);
});
