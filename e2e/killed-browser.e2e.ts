import type { LaunchOptions, Page } from '@playwright/test';
import { unclearShapes } from './answer-shapes.ts';
import { openBrowser, profileFolder, type OwnBrowser } from './browser.ts';
import { press } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';
import { clientItem, serviceOf, type Service } from './service.ts';
import { newNumber } from './test-data.ts';
import { checkOutcome, createRecords, next, savedNote, simulateFaults, unknownNote, writes } from './writes.ts';

/** Milliseconds between the stored write and the kill. */
const killDelayMs = 100;

/** A separate browser process, with a service that ignores Idempotency-Keys. */
async function openConsole(profile: string, origin: string, options: LaunchOptions) {
  const browser = await openBrowser(profile, options);
  browser.page.setDefaultTimeout(60_000);
  const network = await simulateFaults(browser.context);
  network.hasKeys = false;
  const open = async (path: string) => {
    await browser.page.goto(origin + path);
    await browser.page.locator('h1').first().waitFor();
    if (await browser.page.getByLabel('Username', { exact: true }).isVisible()) await fillSignIn(browser.page, 'staff');
  };
  return { ...browser, network, open };
}
type OpenConsole = Awaited<ReturnType<typeof openConsole>>;

/** Opens another browser on the same profile. */
const test = base.extend<{ reopen: () => Promise<OpenConsole> }>({
  reopen: async ({ baseURL, launchOptions }, provide) => {
    const profile = profileFolder();
    const all: OpenConsole[] = [];
    await provide(async () => {
      const browser = await openConsole(profile.path, baseURL ?? '', launchOptions);
      all.push(browser);
      return browser;
    });
    for (const { kill } of all) await kill();
    profile.remove();
  },
});

/** Kills the browser a moment after the next write is stored; resolves once it has ended. */
const killedAfterNextWrite = ({ network, kill }: OpenConsole) => {
  network.fault = 'answer lost';
  network.reached = 0;
  return new Promise<void>((resolve) => {
    network.onStored = async () => {
      await new Promise((after) => setTimeout(after, killDelayMs));
      await kill();
      resolve();
    };
  });
};

/**
 * The answer to a stored write, and what happens to the page then. Every eleventh combination, different ones for each write;
 * with WALK=whole all.
 */
const combinations = [undefined, ...unclearShapes].flatMap((shape) =>
  (['stays', 'reloaded', 'killed'] as const).map((end) => ({ shape, end })),
);
const isWhole = process.env['WALK'] === 'whole';

for (const part of [0, 1, 2, 3])
  test(
    `every write stored without a clear answer is found and never repeated, whether the page stays, reloads or its browser is killed (${part + 1} of 4)`,
    { tag: '@long' },
    async ({ reopen, request, merchant }) => {
      test.setTimeout(isWhole ? 3_600_000 : 600_000);
      let browser = await reopen();
      let walked = 0;
      for (const [index, write] of writes.entries()) {
        if (index % 4 !== part) continue;
        // Again for each write: its token is valid for ten minutes.
        const service = await serviceOf(request, merchant);
        const chosen = combinations.filter((_, n) => isWhole || n % 11 === index % 11);
        for (const { shape, end } of chosen)
          await test.step(`${write.name}: ${shape?.name ?? 'no answer'}, ${end}`, async () => {
            const on = await createRecords(service);
            const path = `/m/${merchant}/${write.product ?? 'EFT'}/${write.path(on)}`;
            await browser.open(path);
            await write.open?.(browser.page, on);
            browser.network.reached = 0;
            browser.network.fault = shape ?? 'answer lost';
            if (end === 'killed' && !shape) {
              const killed = killedAfterNextWrite(browser);
              // The page closes during the action.
              await Promise.all([killed, write.send(browser.page, on).catch(() => {})]);
            } else {
              await write.send(browser.page, on);
              await expect(unknownNote(browser.page), `${write.name}: ${shape?.name}, ${end}`).toBeVisible();
              if (end === 'killed') await browser.kill();
            }
            const { reached } = browser.network;
            if (end === 'killed') browser = await reopen();
            const { page, network } = browser;
            network.reached = 0;
            if (end !== 'stays') await browser.open(path);
            // Where the record shows the write, its form follows up in its own way (refusals.e2e.ts).
            if (end !== 'stays' || !write.shows) await expectFound(page, write, on, end !== 'stays');
            expect(await write.state(service, on)).toEqual(write.want);
            expect(reached + network.reached).toBe(1);
            walked += 1;
          });
      }
      console.log(`${walked} writes without a clear answer, each stored once`);
    },
  );

/** The page shows that it was stored, after a check or on the record. */
async function expectFound(
  page: Page,
  write: (typeof writes)[number],
  on: Parameters<typeof write.path>[0],
  isLeft: boolean,
) {
  if (isLeft && write.shows) return expect(write.shows(page, on)).toBeVisible();
  if (isLeft) {
    await write.open?.(page, on);
    if (write.adds) {
      await write.send(page, on);
      await expect(page.getByText(/Not sent: the same was sent before/)).toBeVisible();
    }
  }
  await checkOutcome(page);
  return expect(savedNote(page)).toBeVisible();
}

const [contracts, rowsEach] = [5, 8];
const count = contracts * rowsEach;

/** Contracts of a new client, and a sheet with an instalment for each. */
async function sheetOf(service: Service): Promise<{ mark: string; cells: string }> {
  const mark = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(mark, 'Killed Tester'));
  const numbers = Array.from({ length: contracts }, (_, at) => `K-${at}`);
  for (const ContractNumber of numbers)
    await service.make('contracts', 'ContractPostRequest', {
      ClientNumber: mark,
      ContractNumber,
      FrequencyCode: 'MNTH',
      CollectionDay: 1,
      InstalmentStartDate: `${next('01')} 00:00`,
      InstalmentAmount: 100,
      NumberOfInstalments: 1,
    });
  const rows = numbers.flatMap((number) =>
    Array.from({ length: rowsEach }, (_, at) => [mark, number, next(String(10 + at)), `${20 + at},50`]),
  );
  const cells = [['Client number', 'Contract number', 'Action date', 'Instalment amount'], ...rows];
  return { mark, cells: cells.map((row) => row.join('\t')).join('\n') };
}

const createdFor = async (service: Service, mark: string) =>
  (await service.list('instalments', { ClientNumber: mark })).length - contracts;

/** Imports the sheet with a service that may ignore keys; the browser is killed a moment after its rows are stored. */
async function killedImport(browser: OpenConsole, path: string, cells: string) {
  await withoutKeyPromise(browser);
  const { page } = browser;
  await browser.open(path);
  await page.getByLabel('Or paste from a spreadsheet').fill(cells);
  await press(page, 'Check the rows');
  await press(page, `Add ${count} instalments`);
  const killed = killedAfterNextWrite(browser);
  const confirm = page.getByRole('dialog').getByRole('button', { name: `Add ${count} instalments` });
  await Promise.all([killed, confirm.click().catch(() => {})]);
}

/** Without the configuration's promise that a key prevents duplicates. */
const withoutKeyPromise = ({ context }: OwnBrowser) =>
  context.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), repeats: 'unknown', dryRun: 'unknown' };
    await route.fulfill({ response, json });
  });

test(
  'after its browser was killed an import finds each stored row, and sends none twice',
  { tag: '@long' },
  async ({ reopen, request, merchant }) => {
    const service = await serviceOf(request, merchant);
    const { mark, cells } = await sheetOf(service);
    const path = `/m/${merchant}/EFT/import?what=instalmentCreate`;
    await killedImport(await reopen(), path, cells);
    const later = await reopen();
    await withoutKeyPromise(later);
    await later.open(path);
    await press(later.page, `Continue: ${count} instalments`);
    await press(later.page, 'Check again');
    await expect(later.page.getByText(`${count} instalments accepted · 0 refused · 0 unknown`)).toBeVisible();
    expect(await createdFor(service, mark)).toBe(count);
    expect(later.network.reached).toBe(0);
  },
);

test(
  'an import without earlier records says how many rows exist already, and sends rows again only after a question',
  { tag: '@long' },
  async ({ reopen, request, merchant }) => {
    const service = await serviceOf(request, merchant);
    const { mark, cells } = await sheetOf(service);
    const path = `/m/${merchant}/EFT/import?what=instalmentCreate`;
    await killedImport(await reopen(), path, cells);
    const later = await reopen();
    await withoutKeyPromise(later);
    await later.open(path);
    const { page } = later;
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('unconfirmed-writes');
          opening.addEventListener('success', () => {
            const transaction = opening.result.transaction('writes', 'readwrite');
            transaction.objectStore('writes').clear();
            transaction.addEventListener('complete', resolve);
            transaction.addEventListener('abort', reject);
          });
        }),
    );
    await press(page, `Continue: ${count} instalments`);
    await press(page, 'Check again');
    await expect(page.getByText(`${count} rows have an instalment of that day and amount already.`)).toBeVisible();
    await press(page, 'Mark as not sent');
    const question = page.getByRole('dialog', { name: 'Mark as not sent' });
    await expect(question).toContainText('If they were saved and go again, instalments are saved twice.');
    await press(question, 'Cancel');
    await expect(page.getByText(`${count} unknown`, { exact: false })).toBeVisible();
    await press(page, 'Mark as accepted');
    await expect(page.getByText(`${count} instalments accepted · 0 refused · 0 unknown`)).toBeVisible();
    expect(await createdFor(service, mark)).toBe(count);
    expect(later.network.reached).toBe(0);
  },
);
