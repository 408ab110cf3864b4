import type { LaunchOptions } from '@playwright/test';
import { openBrowser, profileFolder } from './browser.ts';
import { press } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';
import { clientItem, serviceOf, type Service } from './service.ts';
import { newNumber } from './test-data.ts';
import { createRecords, earlierNote, next, simulateFaults, writes } from './writes.ts';

/** Milliseconds between the stored write and the kill. */
const killDelayMs = 100;

/** A separate browser process. */
async function openConsole(profile: string, origin: string, options: LaunchOptions) {
  const browser = await openBrowser(profile, options);
  browser.page.setDefaultTimeout(60_000);
  const network = await simulateFaults(browser.context);
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
  network.reached = 0;
  network.fault = 'cut off';
  return new Promise<void>((resolve) => {
    network.onStored = async () => {
      await new Promise((after) => setTimeout(after, killDelayMs));
      await kill();
      resolve();
    };
  });
};

for (const part of [0, 1, 2, 3])
  test(
    `every write whose browser is killed before the answer is found, and never repeated (${part + 1} of 4)`,
    { tag: '@long' },
    async ({ reopen, request, merchant }) => {
      test.setTimeout(600_000);
      let browser = await reopen();
      for (const [index, write] of writes.entries()) {
        if (index % 4 !== part) continue;
        // Again for each write: its token is valid for ten minutes.
        const service = await serviceOf(request, merchant);
        await test.step(write.name, async () => {
          const on = await createRecords(service);
          const path = `/m/${merchant}/${write.product ?? 'EFT'}/${write.path(on)}`;
          await browser.open(path);
          await write.open?.(browser.page, on);
          const killed = killedAfterNextWrite(browser);
          // The page closes during the action.
          await Promise.all([killed, write.send(browser.page, on).catch(() => {})]);
          expect(browser.network.reached).toBe(1);
          browser = await reopen();
          await browser.open(path);
          await expect(earlierNote(browser.page, 'was saved')).toBeVisible();
          expect(await write.state(service, on)).toEqual(write.want);
          expect(browser.network.reached).toBe(0);
        });
      }
    },
  );

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

/** Imports the sheet; the browser is killed a moment after its rows are stored. */
async function killedImport(browser: OpenConsole, path: string, cells: string) {
  const { page } = browser;
  await browser.open(path);
  await page.getByLabel('Or paste from a spreadsheet').fill(cells);
  await press(page, 'Check the rows');
  await press(page, `Add ${count} instalments`);
  const killed = killedAfterNextWrite(browser);
  const confirm = page.getByRole('dialog').getByRole('button', { name: `Add ${count} instalments` });
  await Promise.all([killed, confirm.click().catch(() => {})]);
}

test(
  'after its browser was killed an import finds each stored row, and sends none twice',
  { tag: '@long' },
  async ({ reopen, request, merchant }) => {
    const service = await serviceOf(request, merchant);
    const { mark, cells } = await sheetOf(service);
    const path = `/m/${merchant}/EFT/import?what=instalmentCreate`;
    await killedImport(await reopen(), path, cells);
    const later = await reopen();
    await later.open(path);
    await press(later.page, `Continue: ${count} instalments`);
    await press(later.page, 'Ask again');
    await expect(later.page.getByText(`${count} instalments added.`)).toBeVisible();
    expect(await createdFor(service, mark)).toBe(count);
    // The same call, which does nothing more.
    expect(later.network.reached).toBe(1);
  },
);
