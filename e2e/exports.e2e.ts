import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseOfList, go, numberIn } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { today } from './test-data.ts';

// Without it the system's own file dialog opens, which tests cannot use.
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));
// Shows every column, and some dozens of rows.
test.use({ viewport: { width: 3200, height: 1600 } });

const eft = '/m/1001/EFT';
/** Each list with filter and sort, and the name of its grid. */
const lists: readonly [address: string, grid: string][] = [
  [`${eft}/clients?q=an&sort=-EMail`, 'Clients'],
  [`${eft}/mandates?status=ACTIVE&sort=-InstalmentAmount`, 'Mandates'],
  [`${eft}/contracts?sort=ContractNumber`, 'Contracts'],
  [`${eft}/contracts/without-mandate`, 'Contracts without a mandate'],
  ['/m/1001/DEBICHECK/initiated-mandates?sort=ClientName', 'Mandates awaiting approval'],
  [`${eft}/payouts?show=ahead&sort=-ahead`, 'Payout contracts'],
  [`${eft}/payments?when=all&sort=-PaymentDate`, 'Payments'],
  [`${eft}/instalments?range=around`, 'Instalments'],
  [`${eft}/instalments?range=last-month&status=UNPAID`, 'Instalments'],
  [`${eft}/instalments?date=collection`, 'Instalments'],
  [`${eft}/unpaid?range=last-90-days&sort=-TransactionDate`, 'Unpaid debits'],
  [`${eft}/unpaid?range=last-month&sort=client&reason=retry`, 'Unpaid debits'],
];
const reports = [
  'transactions?range=last-month&where=Status:oneOf:UNPAID&sort=-Amount',
  'transactions?range=last-month',
  'mandate-changes?range=last-month&actions=all',
  'contract-changes?range=last-month&actions=all',
  'payout-payment-changes?range=last-month&actions=all',
  'future-transactions?range=next-month',
  'omni-contract-changes?range=last-month',
  'omni-instalment-changes?range=last-month',
];

function cellsOf(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, end = '', quoted, plain = ''] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,\r\n"]*))/g)) {
    if (end === '\r\n') lines.push([]);
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  return lines.filter((line) => line.length > 1);
}

interface Shown {
  heads: string[];
  /** By position, from 1. */
  rows: [position: number, cells: string[]][];
  count: number;
}

/** The grid on screen, once everything has loaded. */
async function shownIn(page: Page, name: string): Promise<Shown> {
  const grid = page.getByRole('grid', { name, exact: true });
  await expect(grid).not.toHaveAttribute('aria-busy', 'true');
  await expect(grid.locator('[data-skeleton]')).toHaveCount(0);
  // A row shows the number until its client's name has loaded.
  const read = () =>
    grid.evaluate((table) => ({
      heads: [...table.querySelectorAll('thead th')].map((head) =>
        ((head as HTMLElement).innerText.split('\n')[0] ?? '').trim(),
      ),
      rows: [...table.querySelectorAll('tr[data-row]')].map((row): [number, string[]] => [
        Number(row.getAttribute('data-row')),
        [...row.querySelectorAll('td')].map((cell) => cell.innerText.replaceAll(/\s+/g, ' ').trim()),
      ]),
      count: Number(table.getAttribute('aria-rowcount')) - 1 - (table.querySelector('tfoot') ? 1 : 0),
    }));
  let last = '';
  await expect
    .poll(async () => {
      const before = last;
      last = JSON.stringify(await read());
      return last === before;
    })
    .toBe(true);
  return JSON.parse(last) as Shown;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayOnScreen = new RegExp(String.raw`(?:^|\s)(\d{1,2}) (${months.join('|')})\b(?: (\d{4}))?`);
/** A date or amount on screen in the file's format; else the text. */
function written(text: string): string {
  const [, day, month, year] = dayOnScreen.exec(text) ?? [];
  if (month && day)
    return `${year ?? today().slice(0, 4)}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (/^-?R [\d ,]+$/.test(text)) return Number(text.replace(/[^\d,-]/g, '').replace(',', '.')).toFixed(2);
  return text === '—' ? '' : text.replace(/ (?:Show|payout)$/, '');
}

const titles: Record<string, string[]> = {
  Client: ['Client name', 'Client', 'Name'],
  'Client name': ['Client name'],
  ID: ['Contract ID'],
  Change: ['New value'],
};

/** Compares the rendered rows of the grid with the file: columns and their order, cells, row count. */
function differences(shown: Shown, [head = [], ...lines]: string[][]): string[] {
  const at = shown.heads.map((title) => head.findIndex((it) => (titles[title] ?? [title]).includes(it)));
  const lacking = shown.heads.filter(
    (title, index) => title && !['Actions', 'Last six, next'].includes(title) && at[index] === -1,
  );
  const found = at.filter((it) => it >= 0);
  const numberAt = head.indexOf('Client number');
  const isEqual = (title: string, cell: string, line: string[], value: string) => {
    if (cell === value.replaceAll(/\s+/g, ' ')) return true;
    // The grid shows the old value before the new one.
    if (title === 'Change')
      return cell
        .split(' → ')
        .every((it) => [value, line[head.indexOf('Old value')]].some((one) => one?.startsWith(written(it))));
    // The grid shows the number or the surname after the name.
    if (title.startsWith('Client'))
      return [
        value,
        `${value} ${line[numberAt]}`,
        `${value} ${line[head.indexOf('Surname')]}`,
        line[numberAt],
      ].includes(cell);
    // The grid shows phone numbers in groups, what is agreed after a contract’s number, and a status where no debit comes.
    if (title === 'Cellphone') return cell.replaceAll(' ', '') === value;
    if (title === 'Contract' && cell.startsWith(`${value} `)) return true;
    if (title === 'Next debit' && value === '') return !dayOnScreen.test(cell);
    // Of the days ahead a row says only what is odd.
    if (title === 'Status' && value === 'Scheduled' && cell === '') return true;
    // The grid shows the code after the label.
    if (title === 'Reason') return [value, `${value} ${line[head.indexOf('Reason code')]}`].includes(cell);
    // The grid adds the weekday, and a note such as a holiday.
    if (/^\d{4}-\d\d-\d\d/.test(written(cell))) return value.startsWith(written(cell));
    return value === written(cell);
  };
  const cells = shown.rows.flatMap(([position, texts]) =>
    shown.heads.flatMap((title, index) => {
      const line = lines[position - 1] ?? [];
      const [cell = '', value = ''] = [texts[index], line[at[index] ?? -1]];
      return at[index] === -1 || isEqual(title, cell, line, value)
        ? []
        : [`row ${position}, ${title}: “${cell}”, in the file “${value}”`];
    }),
  );
  return [
    ...(shown.rows.length > 0 && lines.length === shown.count
      ? []
      : [`${shown.count} rows, in the file ${lines.length}`]),
    ...(lacking.length > 0 ? [`the file lacks ${lacking.join(', ')}: it has ${head.join(', ')}`] : []),
    ...(found.every((it, index) => index === 0 || it > (found[index - 1] ?? 0))
      ? []
      : [`the order ${head.join(', ')}`]),
    ...cells,
  ].slice(0, 8);
}

/** Goes to a page without a list first, so that the previous list is not mistaken for this one. */
async function open(page: Page, address: string): Promise<void> {
  await go(page, `${eft}/nowhere`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await go(page, address);
}

async function csvOf(page: Page, press: () => Promise<void>): Promise<string[][]> {
  const coming = page.waitForEvent('download');
  await press();
  return cellsOf(await readFile(await (await coming).path(), 'utf8'));
}

test(
  'a list’s export has the rows, order, columns and labels of the screen',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.goto(eft);
    await signIn();
    for (const [address, grid] of lists)
      await test.step(address, async () => {
        await open(page, address);
        let label = '';
        const file = await csvOf(page, async () => {
          await page.getByRole('button', { name: 'List menu' }).click();
          const csv = page.getByRole('menuitem', { name: /CSV$/ });
          label = await csv.innerText();
          await csv.click();
        });
        const shown = await shownIn(page, grid);
        expect.soft(differences(shown, file), address).toEqual([]);
        expect(numberIn(label), 'the count in the menu').toBe(shown.count);
        const [head = [], ...lines] = file;
        for (const title of ['Client number', 'Contract', 'Contract ID'].filter((it) => head.includes(it)))
          expect(
            lines.filter((line) => !line[head.indexOf(title)]),
            `rows without ${title}`,
          ).toEqual([]);
      });
  },
);

test(
  'a report’s export has what is on screen, with joined names and reasons',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.goto(eft);
    await signIn();
    for (const address of reports)
      await test.step(address, async () => {
        await open(page, `${eft}/reports/${address}`);
        const start = page.getByRole('button', { name: 'Export', exact: true });
        await expect(start).toBeEnabled();
        await start.click();
        const dialog = page.getByRole('dialog', { name: 'Export' });
        const file = await csvOf(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).click());
        await dialog.getByRole('button', { name: 'Close' }).click();
        const title = await page.getByRole('heading', { level: 1 }).innerText();
        expect.soft(differences(await shownIn(page, title), file), address).toEqual([]);
      });
  },
);

test('an export waits for client names, and says so', { tag: '@long' }, async ({ page, signIn }) => {
  const clients = await hold(page, /\/maintain\/clients\//);
  await page.goto(`${eft}/unpaid?range=last-90-days`);
  await signIn();
  const file = csvOf(page, async () => {
    await chooseOfList(page, / as CSV$/);
  });
  const button = page.getByRole('main').getByRole('button', { name: 'Loading client names…' });
  await expect(button).toBeDisabled();
  await clients.release();
  const [head = [], ...lines] = await file;
  const [name, number] = [head.indexOf('Client'), head.indexOf('Client number')];
  expect(lines.filter((line) => line[name] === line[number])).toEqual([]);
  await expect(page.getByRole('button', { name: 'List menu' })).toBeEnabled();
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^Exported: Unpaid/ }),
  ).toHaveCount(1);
});
