import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync, type Unzipped } from 'fflate';
import { addMonths } from '../src/rules/calendar.ts';
import { readWorkbook } from '../src/sheet-engine/workbook.ts';
import { go } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { isGateway } from './provider.ts';
import { serviceOf } from './service.ts';
import { today } from './test-data.ts';

interface Manifest {
  Month: string;
  Rows: number;
  Figures: { Opening: number; Closing: number; Matched: number; Collected: { Count: number; Cents: number } };
  Files: { Name: string; Bytes: number; Hash: string }[];
}

// The picker of the operating system cannot be driven; without it the file is a download.
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));

/** A pack's files and its manifest, whose hashes hold. */
function read(bytes: Uint8Array): { files: Unzipped; manifest: Manifest } {
  const files = unzipSync(bytes);
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Manifest;
  for (const { Name, Bytes, Hash } of manifest.Files) {
    const file = files[Name] ?? new Uint8Array();
    expect([Name, file.length, createHash('sha256').update(file).digest('hex')]).toEqual([Name, Bytes, Hash]);
  }
  return { files, manifest };
}

test(
  'a manager saves the pack of a month, closes it, compares the pack, and reopens the month with a reason',
  { tag: '@long' },
  async ({ page, request, merchant, signInAs, axe }) => {
    // The sample's last debits are with the bank still: on the first days of a month its reports would change the one before.
    await (await serviceOf(request, merchant)).moveClockTo(today());
    const main = page.getByRole('main');
    const saved = async (button: string) => {
      const coming = page.waitForEvent('download');
      await main.getByRole('button', { name: button }).click();
      return readFile(await (await coming).path());
    };
    await page.goto(`/m/${merchant}/EFT/month-end`);
    await signInAs('manager');
    const steps = page.getByRole('navigation', { name: 'Steps of month end' });
    await expect(steps.getByRole('link', { name: /^Done ?Complete/ })).toBeVisible();
    // The next step is open and can be worked on.
    await expect(main.getByRole('button', { name: 'Add statement' })).toBeEnabled();
    // Opening + month = closing is printed.
    await expect(main.getByRole('group', { name: 'Opening plus month is closing' })).toContainText(
      /R\s[\s\S]*\+[\s\S]*R\s[\s\S]*=[\s\S]*R\s/,
    );

    await steps.getByRole('link', { name: /Pack/ }).click();
    await axe();
    const first = await saved('Save the pack');
    await expect(
      main.getByRole('status').filter({ hasText: /^Saved Month end .*7 files.*not signed\.$/ }),
    ).toBeVisible();
    const { files, manifest } = read(first);
    expect(Object.keys(files)).toEqual([
      'summary.pdf',
      'month.xlsx',
      'transactions.csv',
      'journal.csv',
      'journal-xero.csv',
      'journal-sage.csv',
      'manifest.json',
    ]);
    const lines = strFromU8(files['transactions.csv'] ?? new Uint8Array())
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(manifest.Rows + 1);
    expect(manifest.Figures.Collected.Count).toBeGreaterThan(0);
    expect(strFromU8((files['summary.pdf'] ?? new Uint8Array()).subarray(0, 5))).toBe('%PDF-');

    await steps.getByRole('link', { name: /Close/ }).click();
    const closed = await saved('Close ');
    await expect(main.getByRole('heading', { name: / is closed$/ })).toBeVisible();
    await expect(
      main.getByText(
        /^Closed on .* by Mpho Manager\. The service computed the same figures and signed them; no bank line is counted\./,
      ),
    ).toBeVisible();
    const signed = read(closed);
    // The same month gives the same bytes.
    expect(signed.manifest).toEqual(manifest);
    const [, payload = ''] = strFromU8(signed.files['manifest.jws'] ?? new Uint8Array()).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(manifest);
    const changed = main.getByRole('region', { name: 'Changed since close' });
    await expect(changed).toContainText('Nothing has changed.');
    await axe();
    expect(await saved('Save the pack again')).toEqual(closed);

    await test.step('the pack is compared, and a changed one is refused', async () => {
      const input = page.getByLabel('Pack to compare');
      const file = { name: 'pack.zip', mimeType: 'application/zip' };
      await input.setInputFiles({ ...file, buffer: first });
      const compared = main.getByRole('region', { name: 'Compare with a saved pack' });
      await expect(compared).toContainText('Nothing has changed.');
      await input.setInputFiles({ ...file, buffer: Buffer.from('no pack') });
      await expect(compared.getByRole('alert')).toContainText('This file is no pack of a month');
    });

    await go(page, `/m/${merchant}/EFT/month-end?month=${manifest.Month}&step=close`);
    await main.getByRole('button', { name: 'Reopen…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('A fee was missing');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await expect(main.getByRole('heading', { name: /^Close / })).toBeVisible();
  },
);

test(
  'from a file of FNB to the closed month and its pack in twelve actions',
  { tag: '@long' },
  async ({ page, request, merchant, signInAs }) => {
    const month = addMonths(today(), -1).slice(0, 7);
    const buffer = await (await serviceOf(request, merchant)).statement(month);
    const main = page.getByRole('main');
    const list = main.getByRole('listbox', { name: 'Open lines' });
    const panel = main.getByRole('region', { name: 'Suggestion' });
    await page.goto(`/m/${merchant}/EFT/month-end`);
    await signInAs('finance');
    // The sandbox offers the same file.
    if (!isGateway) {
      await main.getByRole('button', { name: 'Use a sample statement' }).click();
      await expect(page.getByText('This looks like a file of FNB')).toBeVisible();
      await page.keyboard.press('Escape');
    }

    let actions = 0;
    const act = async (action: Promise<unknown>) => {
      actions += 1;
      await action;
    };
    const press = (name: string | RegExp, on: Page | Locator = page) => act(on.getByRole('button', { name }).click());
    await act(
      page
        .getByLabel('Bank statement', { exact: true })
        .setInputFiles({ name: 'history.csv', mimeType: 'text/csv', buffer }),
    );
    await press('These columns are right');
    await press(/^Take \d+ lines$/);
    await test.step('the first line to match is near the top, below what is not matched', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(main.getByRole('group', { name: /^Not matched, \d+ of \d+ lines/ })).toContainText(/R\s\d/);
      const first = list.getByRole('option').first();
      await expect(first).toBeVisible();
      expect(await first.evaluate((it) => it.getBoundingClientRect().y + scrollY)).toBeLessThanOrEqual(400);
      // Other kinds of money are in the step that completes the month; a sample is offered only before a statement.
      await expect(main.getByRole('group', { name: 'Paid out', exact: true })).toHaveCount(0);
      await expect(main.getByRole('button', { name: 'Use a sample statement' })).toHaveCount(0);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await press(/^Confirm \d+ exact$/);
    const option = (text: string | RegExp) => list.getByRole('option').filter({ hasText: text });
    // The provider's retention of one settlement, and a stranger's payment.
    await expect(option(/DEBIT ORDER SETTLEMENT.*Retention of 5\s%, R\s[\d\s]+,\d\d short of \d+ \w+$/)).toHaveCount(1);
    await expect(option(/RETENTION RELEASED.*Not matched: no debit or payout has its reference$/)).toHaveCount(1);
    await act(
      option(/DEBIT ORDER SETTLEMENT.*Sum of a day$/)
        .first()
        .click(),
    );
    await act(panel.getByLabel(/^Always match “DEBIT ORDER SETTLEMENT” to one day’s debits/).check());
    await press('Confirm', panel);
    // Once the rule is saved: the next save is held, not this one.
    await expect(main.getByRole('button', { name: /^Confirm \d+ by a rule$/ })).toBeVisible();
    // A line that is chosen while others are saved stays chosen, with the name that it is given.
    const saving = await hold(page, /\/bank-accounts\//);
    await press(/^Confirm \d+ by a rule$/);
    await act(option('SERVICE FEES').click());
    const names = panel.getByRole('group', { name: 'Name of the difference' });
    await names.getByRole('radio', { name: 'VAT on fee' }).check();
    await saving.release();
    await expect(panel.getByText(/\d+ lines? matched, by a rule/)).toBeVisible();
    await expect(option('SERVICE FEES')).toHaveAttribute('aria-selected', 'true');
    await expect(names.getByRole('radio', { name: 'VAT on fee' })).toBeChecked();
    await names.getByRole('radio', { name: 'Fee', exact: true }).check();
    await press('Confirm', panel);
    await test.step('nothing is stated before the bank lines and the instalments are read', async () => {
      const steps = page.getByRole('navigation', { name: 'Steps of month end' });
      const totals = main.getByRole('region', { name: /^Totals of/ });
      const closing = totals.getByRole('group', { name: /^Closing/ });
      const matched = totals.getByRole('group', { name: 'Matched to the bank' });
      await expect(option('SERVICE FEES')).toHaveCount(0);
      const known = await closing.innerText();
      const held = await hold(page, /\/bank-accounts|instalment_changes_report|\/month-end\/\d/);
      await page.reload();
      await expect(totals.getByRole('group', { name: 'Collected' })).toContainText(/R\s\d/);
      await expect(closing).not.toContainText(/R\s|no sum|in transit/);
      await expect(matched).toHaveCount(0);
      await expect(totals).not.toContainText('is not closed');
      for (const name of [/Complete/, /Bank/, /Exceptions/])
        await expect(steps.getByRole('link', { name })).toContainText('Reading…');
      await expect(steps.getByText('Done')).toHaveCount(0);
      await held.release();
      await expect(matched).toContainText(/R\s\d/);
      expect(await closing.innerText()).toBe(known);
      await expect(steps.getByRole('link', { name: /^Done ?Exceptions/ })).toBeVisible();
    });
    await act(page.getByRole('link', { name: /Close/ }).click());
    await expect(main.getByText(/in transit is carried forward to /)).toBeVisible();
    // The stranger's, at least.
    await expect(main.getByText(/^\d+ bank lines? (is|are) not matched\.$/)).toBeVisible();
    const coming = page.waitForEvent('download');
    await press(/^Close .* and save its pack$/, main);
    const { files, manifest } = read(await readFile(await (await coming).path()));
    await expect(main.getByText(/^Closed on .* by Fatima Finance\./)).toBeVisible();
    await test.step('the workbook has every line of the statement, and those that are not matched', async () => {
      const { sheets } = await readWorkbook(new Uint8Array(files['month.xlsx'] ?? []));
      const cellsOf = (name: string) => sheets.find((it) => it.name === name)?.rows.slice(1) ?? [];
      // Three rows of title, then date, fee, amount, text, reference.
      const lines = buffer.toString().trimEnd().split('\r\n').slice(3);
      const stated = lines
        .map((line) => line.split(','))
        .map((row) => [row[0]?.replaceAll('/', '-'), row[3], Number(row[2])]);
      const shown = (row: readonly (string | undefined)[]) => [row[0], row[1], Number(row[3])];
      expect(cellsOf('Bank').map(shown)).toEqual(stated);
      const open = cellsOf('Bank').filter((row) => row[4] === 'Not matched');
      expect(open.length).toBeLessThan(stated.length);
      expect(cellsOf('Not matched').map(shown)).toEqual(open.map(shown));
    });
    expect(actions).toBeLessThanOrEqual(12);
    expect(manifest.Month).toBe(month);
    expect(manifest.Figures.Matched).toBeGreaterThan(0);

    await main.getByRole('button', { name: 'Reopen…' }).click();
    await page.getByLabel('Reason').fill('For the next test');
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await expect(main.getByRole('heading', { name: /^Close / })).toBeVisible();
    await page.getByRole('link', { name: /Bank/ }).click();
    await main.getByRole('button', { name: 'Account settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(main.getByRole('paragraph').filter({ hasText: 'No statement yet' })).toBeVisible();
  },
);

test('without the permission a month cannot be closed, and the page says so', async ({ page, merchant, signInAs }) => {
  await page.goto(`/m/${merchant}/EFT/month-end?step=close`);
  await signInAs('support');
  await expect(page.getByRole('button', { name: /^Close .* and save its pack$/ })).toBeDisabled();
  await expect(page.getByText('You don’t have permission to close months.')).toBeVisible();
});

test('bank lines that can’t be read are not taken for none: nothing can be packed', async ({
  page,
  merchant,
  signInAs,
  complaints,
}) => {
  complaints.allow(/503/);
  await page.route('**/bank-accounts', (route) => route.fulfill({ status: 503, json: { Errors: [] } }));
  await page.goto(`/m/${merchant}/EFT/month-end?step=pack`);
  await signInAs('finance');
  await expect(page.getByRole('link', { name: /Bank/ })).toContainText('Not read');
  await expect(page.getByRole('button', { name: 'Save the pack' })).toBeDisabled();
  await expect(page.getByText('The bank lines could not be read.')).toBeVisible();
});
