import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { startProduct, temporaryFolder } from '../scripts/product.mjs';
import { minuteText } from '../src/rules/day-text.ts';
import { numberIn } from './controls.ts';
import { expect, test } from './fixtures.ts';

/**
 * A thousand contracts with ten monthly instalments, each tried a hundred times: ten calls of a hundred thousand records.
 * Amounts differ in their cents, so that a sum of floats would show.
 */
const insertMillion = `
  with person as (
    insert into client (merchant, product, client_number, client_name, bank_code, branch_code, account_type, account_number)
    values ('1016', 'EFT', 'MILLION', 'Million', 1, 1, 1, 1)
  ), made as (
    insert into contract (merchant, product, is_mandate, client_number, contract_number, mandate_status_code,
      mandate_type, frequency_code, collection_day, instalment_start_date, instalment_amount, number_of_instalments, user_id)
    select '1016', 'EFT', true, 'MILLION', 'LN' || lpad(n::text, 6, '0'), 'COMPLETED', 'USAGE', 'MNTH', 1,
      '2024-01-01 08:00', 10000 + 7 * n, 10, 'million'
    from generate_series(1, 1000) as n
    returning contract_sequence, contract_number, instalment_amount
  ), due as (
    insert into instalment (merchant, contract_sequence, product, instalment_sequence, planned_sequence,
      instalment_action_date, instalment_amount, instalment_status, created_date, last_update_date)
    select '1016', contract_sequence, 'EFT', n, n, timestamp '2023-12-01 08:00' + make_interval(months => n),
      instalment_amount, 'PAID', '2024-01-01', '2024-01-01'
    from made, generate_series(1, 10) as n
  )
  insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
    instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
  select '1016', 'EFT', timestamp '2023-12-01 00:00' + make_interval(months => n, hours => 6 * attempt, mins => 5), 'MILLION',
    contract_number, contract_sequence, n, 'USAGE', 'RCUR', 'T03', 'DEBIT', instalment_amount + attempt,
    case attempt % 10 when 0 then 'UNPAID' else 'PAID' end
  from made, generate_series(1, 10) as n, generate_series(1, 100) as attempt`;

const million = 1_000_000;

/** A separate product: other tests would wait for its database. */
let product: Awaited<ReturnType<typeof startProduct>> | undefined;
let folder = '';

test.beforeAll(async () => {
  folder = temporaryFolder('million');
  product = await startProduct({ DATA_DIR: folder });
  await withDatabase(async (sql) => {
    await sql.query('begin');
    await sql.query(insertMillion);
    await sql.query('commit');
    await sql.query('vacuum (analyze) client, contract, instalment, transaction');
  });
});

test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The embedded server's socket is in the data folder. */
async function withDatabase<T>(work: (sql: Client) => Promise<T>): Promise<T> {
  const sql = new Client({
    host: path.join(folder, 'postgres'),
    port: 5432,
    user: 'postgres',
    database: 'postgres',
  });
  await sql.connect();
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

interface Facts {
  count: number;
  cents: number;
}

/** Count and sum by status, from the database. */
const factsOf = (condition: string): Promise<Record<string, Facts>> =>
  withDatabase(async (sql) => {
    const { rows } = await sql.query<{ status: string; count: string; cents: string }>(
      `select status, count(*), sum(amount) as cents from transaction where merchant = '1016' and ${condition}
       group by status`,
    );
    return Object.fromEntries(
      rows.map(({ status, count, cents }) => [status, { count: Number(count), cents: Number(cents) }]),
    );
  });

const total = (facts: Record<string, Facts>): Facts =>
  Object.values(facts).reduce((all, it) => ({ count: all.count + it.count, cents: all.cents + it.cents }), {
    count: 0,
    cents: 0,
  });

/** Formatted as on the page; the spaces between digits may be narrow non-breaking ones. */
const grouped = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, String.raw`\s`);

test(
  'a million records can be scrolled to the end, filtered, sorted and exported, and match the database',
  { tag: '@long' },
  async ({ page, signIn }) => {
    // Files then go to the downloads instead of a file dialog of the system.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.goto(`${product?.origin}/m/1016/EFT/reports/transactions?from=2024-01-01&to=2024-12-31`);
    await signIn();
    const grid = page.getByRole('grid', { name: 'Transactions' });
    const shown = (count: number) => {
      const text = new RegExp(`^${count === million ? '' : `${grouped(count)} of `}${grouped(million)} transactions$`);
      return expect(page.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 120_000 });
    };
    const all = await factsOf('true');
    expect(total(all).count).toBe(million);
    await shown(million);

    await test.step('the last row is the database’s last', async () => {
      const [last] = await withDatabase(async (sql) => {
        const { rows } = await sql.query<{ contract_number: string; at: string }>(
          `select contract_number, to_char(transaction_date, 'YYYY-MM-DD HH24:MI') as at from transaction
         where merchant = '1016' order by transaction_date desc, transaction_sequence desc limit 1`,
        );
        return rows;
      });
      await grid.locator('tbody td').first().click();
      await page.keyboard.press('Control+End');
      const row = grid.locator(`tr[aria-rowindex="${million + 1}"]`);
      await expect(row).toContainText(String(last?.contract_number));
      await expect(row).toContainText(minuteText(last?.at ?? 'no row'));
      // The first row is the header, which is always visible.
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await expect(grid.locator('tr[aria-rowindex="2"]')).toBeVisible();
    });

    await test.step('a search shows what the database finds', async () => {
      const search = page.getByRole('searchbox', { name: 'Search this report' });
      await search.fill('ln000777');
      await shown(total(await factsOf(`contract_number = 'LN000777'`)).count);
      await expect(grid.locator('tr[aria-rowindex="2"]')).toContainText('LN000777');
      await search.fill('');
      await shown(million);
    });

    await test.step('the greatest amount comes first', async () => {
      const amount = grid.getByRole('columnheader', { name: 'Amount' });
      const button = amount.getByRole('button', { name: 'Amount', exact: true });
      await button.click();
      await expect(amount).toHaveAttribute('aria-sort', 'ascending');
      await button.click();
      await expect(amount).toHaveAttribute('aria-sort', 'descending');
      await expect(grid.locator('tr[aria-rowindex="2"]')).toContainText('LN001000');
    });

    await test.step('the file holds every record, in order, to the cent', async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByLabel(/^Add columns with codes/).check();
      const coming = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      const download = await coming;
      await expect(dialog.getByText(new RegExp(`^Written: ${grouped(million)} rows`))).toBeVisible();
      // No value contains a separator, a quote or a line break.
      const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
      const words = head.replace('\ufeff', '').split(',');
      const [at, status] = [words.indexOf('Amount'), words.indexOf('Status (code)')];
      const found: Record<string, Facts> = {};
      let [before, outOfOrder] = [Infinity, 0];
      for (const line of lines) {
        const cells = line.split(',');
        const cents = Math.round(Number(cells[at]) * 100);
        const facts = (found[cells[status] ?? ''] ??= { count: 0, cents: 0 });
        facts.count += 1;
        facts.cents += cents;
        if (cents > before) outOfOrder += 1;
        before = cents;
      }
      expect(found).toEqual(all);
      expect(outOfOrder).toBe(0);
    });

    await test.step('the calendar sums a month of a hundred thousand debits; a day lists all of its own', async () => {
      const january = await factsOf(`transaction_date between '2024-01-01' and '2024-01-31 23:59'`);
      const day = total(await factsOf(`transaction_date::date = '2024-01-05'`));
      await page.goto(`${product?.origin}/m/1016/EFT/calendar?month=2024-01&day=2024-01-05`);
      const sums = page.getByRole('region', { name: / total$/, includeHidden: true });
      // Reads and sums a hundred thousand records, which takes seconds on a busy machine.
      const figures = sums.getByText(/^[\d\s]+, R/);
      await expect(figures).toHaveCount(2);
      const shownSums = (await figures.allTextContents()).map((it) => it.split(', ').map(numberIn));
      expect(shownSums.map(([, sum]) => sum).toSorted()).toEqual(
        [january['PAID']?.cents, january['UNPAID']?.cents].toSorted(),
      );
      expect(shownSums.reduce((sum, [count = 0]) => sum + count, 0)).toBe(total(january).count);
      await expect(page.getByRole('grid', { name: 'Collections of 5 Jan 2024' })).toHaveAttribute(
        'aria-rowcount',
        String(day.count + 1),
      );
    });

    await test.step('of ten thousand unpaid debits the first are listed, with a note', async () => {
      await page.goto(`${product?.origin}/m/1016/EFT/unpaid?from=2024-01-01&to=2024-01-31`);
      await expect(
        page.getByText(new RegExp(`^${grouped(5000)} of ${grouped(10_000)} debits are listed$`)),
      ).toBeVisible();
    });
  },
);
