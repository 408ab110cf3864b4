// Compares every page's sums with the service's records, and so with each other.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { addDays, addMonths } from '../src/rules/calendar.ts';
import { formatCents, inThousands } from '../src/rules/money.ts';
import { go } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { serviceOf, type Json } from './service.ts';
import { today } from './test-data.ts';

const tenant = '/m/1001/EFT';
const now = today();
const thisMonth = `${now.slice(0, 8)}01`;
const lastMonth = { from: addMonths(thisMonth, -1), to: addDays(thisMonth, -1) };
const client = 'C00003';
const contract = 100003;

interface Figure {
  count: number;
  sum: string;
}

const centsOf = (amount: unknown) => Math.round(Number(amount) * 100);

/** Count and sum of the records with one of the statuses. */
function figureOf(records: readonly Json[], amount: string, status: string, ...values: string[]): Figure {
  const list = records.filter((it) => values.includes(String(it[status])));
  return { count: list.length, sum: formatCents(list.reduce((sum, it) => sum + centsOf(it[amount]), 0)) };
}

const fact = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: 'Key facts' })
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last();

/** Sums of the amounts in a file, grouped by two columns. */
function sumsIn(csv: string, amount: string, ...by: string[]): Record<string, string> {
  const [head = [], ...rows] = csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const cents: Record<string, number> = {};
  for (const row of rows) {
    const key = by.map((it) => row[head.indexOf(it)]).join(' ');
    cents[key] = (cents[key] ?? 0) + centsOf(row[head.indexOf(amount)]);
  }
  return Object.fromEntries(Object.entries(cents).map(([key, sum]) => [key, formatCents(sum)]));
}

test(
  'every page shows the same sums, to the cent, as the service’s records',
  { tag: ['@long', '@dates'] },
  async ({ page, request, signIn }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const service = await serviceOf(request, '1001');
    const transactions = (from: string, to: string) =>
      service.report('transactions_report', { StartDate: `${from} 00:00`, EndDate: `${to} 23:59`, Product: 'EFT' });
    const [before, current, due, instalments, payments] = await Promise.all([
      transactions(lastMonth.from, lastMonth.to),
      transactions(thisMonth, now),
      service.report('omni/future_transactions/EFT', { StartDate: now, EndDate: addDays(now, 13) }),
      service.list('instalments', { ContractSequence: contract }),
      service.list('payo/payments', {}),
    ]);
    const isOut = (it: Json) => it['TransactionType'] === 'PAYOUT';
    const [debits, payouts] = [before.filter((it) => !isOut(it)), before.filter(isOut)];
    const collected = figureOf(debits, 'Amount', 'Status', 'PAID');
    const unpaid = figureOf(debits, 'Amount', 'Status', 'UNPAID');
    const paidOut = figureOf(payouts, 'Amount', 'Status', 'PAID');
    for (const { count } of [collected, unpaid, paidOut]) expect(count).toBeGreaterThan(0);
    const scheduled = figureOf(due, 'InstalmentAmount', 'InstalmentStatus', 'SCHEDULED');
    const present = current.filter((it) => !isOut(it));

    await page.goto(tenant);
    await signIn();
    await test.step('overview', async () => {
      const card = (name: string) => page.getByRole('region', { name });
      const figure = (name: RegExp) => card('Figures').getByRole('group', { name });
      for (const [name, records, status] of [
        [/^Collected, 1/, present, 'PAID'],
        [/^Unpaid, 1/, present, 'UNPAID'],
        [/^Paid out, 1/, current.filter(isOut), 'PAID'],
      ] as const)
        await expect(figure(name)).toContainText(figureOf(records, 'Amount', 'Status', status).sum);
      const both = figureOf([...debits, ...present], 'Amount', 'Status', 'UNPAID');
      await expect(card('To do')).toContainText(`of ${inThousands(String(both.count))} since 1 `);
      await expect(figure(/^Due, /)).toContainText(scheduled.sum);
      await expect(figure(/^Due, /)).toContainText(`${inThousands(String(scheduled.count))} debits`);
    });

    await test.step('to do, and the page that it opens', async () => {
      for (const product of ['EFT', 'DEBICHECK']) {
        await go(page, `/m/1001/${product}`);
        const task = page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Follow up' });
        await expect(task).toContainText('not collected again');
        const text = (await task.innerText()).replaceAll(/\s/g, ' ');
        const [, count] = /^([\d ]+) unpaid debits? not collected again/.exec(text.trim()) ?? [];
        const [sum] = /R [\d ]+,\d\d/.exec(text) ?? [];
        expect(count, text).toBeDefined();
        expect(sum, text).toBeDefined();
        await task.getByRole('link', { name: 'Follow up' }).click();
        const toChase = page.getByRole('region', { name: 'To chase' });
        await expect(toChase).toContainText(
          new RegExp(`^Still to chase${sum}${count} unpaid debit`.replaceAll(' ', '\\s')),
        );
      }
    });

    await test.step('calendar', async () => {
      await go(page, `${tenant}/calendar?month=${lastMonth.from.slice(0, 7)}`);
      const total = page.getByRole('region', { name: / total$/ });
      for (const { count, sum } of [collected, unpaid])
        await expect(total).toContainText(`${inThousands(String(count))}, ${sum}`);
    });

    await test.step('month end', async () => {
      await go(page, `${tenant}/month-end?month=${lastMonth.from.slice(0, 7)}&step=complete`);
      const total = (name: string) =>
        page.getByRole('region', { name: /^Totals of/ }).getByRole('group', { name, exact: true });
      for (const [name, { count, sum }, noun] of [
        ['Collected', collected, 'debits'],
        ['Returned', unpaid, 'debits'],
        ['Paid out', paidOut, 'payouts'],
      ] as const)
        await expect(total(name)).toHaveText(`${name}${sum}${inThousands(String(count))} ${noun}`);
    });

    await test.step('unpaid', async () => {
      await go(page, `${tenant}/unpaid?range=last-month&since=all`);
      const toChase = page.getByRole('region', { name: 'To chase' });
      await expect(toChase).toContainText(`${unpaid.sum}${inThousands(String(unpaid.count))} unpaid debits`);
    });

    const tiles = page.getByRole('group', { name: 'Headline' });
    const tile = (name: string, { count, sum }: Figure, noun = 'transactions') =>
      `${name}${sum}${inThousands(String(count))} ${noun}`;
    await test.step('report and its file', async () => {
      await go(page, `${tenant}/reports/transactions?range=last-month`);
      await expect(tiles.getByRole('button')).toHaveText([tile('Collected', collected), tile('Unpaid', unpaid)]);
      await page.getByRole('button', { name: 'Remove filter: Collections' }).click();
      await expect(tiles.getByRole('button').nth(2)).toHaveText(tile('Paid out', paidOut));
      // The sums are said once.
      await expect(page.getByRole('grid', { name: 'Transactions' }).locator('tfoot')).toHaveCount(0);

      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByLabel('Transaction type').check();
      const coming = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      const sums = sumsIn(await readFile(await (await coming).path(), 'utf8'), 'Amount', 'Transaction type', 'Status');
      // Debits returned after payment have a type of their own.
      const unpaidOf = (type?: string) =>
        figureOf(
          debits.filter((it) => (it['TransactionType'] ?? '') === (type ?? '')),
          'Amount',
          'Status',
          'UNPAID',
        );
      const late = unpaidOf('RETURN');
      expect(sums).toMatchObject({
        ' Paid': collected.sum,
        ' Unpaid': unpaidOf().sum,
        'Payout Paid': paidOut.sum,
        ...(late.count > 0 && { 'Returned after payment Unpaid': late.sum }),
      });
      for (const [name, { sum }] of Object.entries({ Collected: collected, Unpaid: unpaid, 'Paid out': paidOut }))
        await expect(dialog.getByText(`${name}: ${sum}`, { exact: true })).toBeVisible();
    });

    await test.step('groups and comparison', async () => {
      await go(page, `${tenant}/reports/transactions?range=last-month&where=all&group=MandateType`);
      const foot = page.getByRole('grid', { name: 'Transactions by mandate type' }).locator('tfoot');
      for (const { sum } of [collected, unpaid, paidOut]) await expect(foot).toContainText(sum);
      await go(page, `${tenant}/reports/transactions?range=last-month&where=all&compare=same`);
      const rows = page.getByRole('group', { name: 'Differences by status' }).locator('tfoot').getByRole('row');
      await expect(rows.nth(1)).toContainText(collected.sum);
      await expect(rows.nth(2)).toContainText(unpaid.sum);
      await expect(rows.nth(3)).toContainText(paidOut.sum);
    });

    await test.step('what is due', async () => {
      await go(page, `${tenant}/reports/future-transactions?from=${now}&to=${addDays(now, 13)}`);
      await expect(tiles.getByRole('button')).toHaveText([tile('Scheduled', scheduled, 'instalments')]);
      // For today the list includes what was collected as well.
      const later = figureOf(
        due.filter((it) => String(it['InstalmentActionDate']).slice(0, 10) > now),
        'InstalmentAmount',
        'InstalmentStatus',
        'SCHEDULED',
      );
      await go(page, `${tenant}/instalments?from=${addDays(now, 1)}&to=${addDays(now, 13)}`);
      const count = inThousands(String(later.count));
      await expect(page.getByRole('button', { name: `Scheduled ${count}`, exact: true })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: `${count} instalments` })).toContainText(later.sum);
    });

    await test.step('contract and client', async () => {
      await go(page, `${tenant}/contracts/${contract}`);
      const of = (...statuses: string[]) => figureOf(instalments, 'InstalmentAmount', 'InstalmentStatus', ...statuses);
      const paid = of('PAID');
      const all = of('PAID', 'UNPAID', 'SCHEDULED', 'SUBMITTED', 'TRACKING');
      await expect(fact(page, 'Paid')).toContainText(
        `${paid.sum}of ${all.sum} · ${paid.count} of ${all.count} instalments`,
      );
      await expect(fact(page, 'Unpaid')).toContainText(of('UNPAID').sum);
      const own = await service.list('instalments', { ClientNumber: client });
      const open = figureOf(own, 'InstalmentAmount', 'InstalmentStatus', 'SCHEDULED', 'SUBMITTED', 'TRACKING');
      await go(page, `${tenant}/clients/${client}`);
      await expect(fact(page, 'Upcoming')).toContainText(`${open.sum}${open.count} instalment`);
      await expect(fact(page, 'Unpaid')).toContainText(
        figureOf(own, 'InstalmentAmount', 'InstalmentStatus', 'UNPAID').sum,
      );
    });

    await test.step('payouts', async () => {
      const of = (...statuses: string[]) => figureOf(payments, 'PaymentAmount', 'PaymentStatus', ...statuses).sum;
      // Wide enough for all columns.
      await page.setViewportSize({ width: 1800, height: 900 });
      await go(page, `${tenant}/payouts`);
      const foot = page.getByRole('grid', { name: 'Payout contracts' }).locator('tfoot');
      await expect(foot).toContainText(of('PAID', 'UNPAID', 'SCHEDULED', 'SUBMITTED', 'TRACKING'));
      await expect(foot).toContainText(of('PAID'));
      await expect(foot).toContainText(of('SCHEDULED'));
      await go(page, `${tenant}/payments?when=all`);
      const sums = page.getByRole('grid', { name: 'Payments' }).locator('tfoot');
      await expect(sums).toContainText(`Paid out ${of('PAID')}`);
      await expect(sums).toContainText(of('SCHEDULED'));
    });
  },
);
