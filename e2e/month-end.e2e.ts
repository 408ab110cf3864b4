import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync, type Unzipped } from 'fflate';
import { go } from './controls.ts';
import { expect, test } from './fixtures.ts';

interface Manifest {
  Month: string;
  Rows: number;
  Figures: { Opening: number; Closing: number; Collected: { Count: number; Cents: number } };
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
  async ({ page, merchant, signInAs, axe }) => {
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
    await expect(main.getByText(/^R.* \+ R.* in .* = R.*,\d\d$/)).toBeVisible();

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
    await expect(main.getByText(/^Closed on .* by Mpho Manager\./)).toBeVisible();
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

test('without the permission a month cannot be closed, and the page says so', async ({ page, merchant, signInAs }) => {
  await page.goto(`/m/${merchant}/EFT/month-end?step=close`);
  await signInAs('support');
  await expect(page.getByRole('button', { name: /^Close .* and save its pack$/ })).toBeDisabled();
  await expect(page.getByText('You don’t have permission to close months.')).toBeVisible();
});

test('with a service that keeps no closes, the page says so and the pack is not signed', async ({
  page,
  merchant,
  signInAs,
}) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), monthEnd: 'unknown' } });
  });
  await page.goto(`/m/${merchant}/EFT/month-end?step=close`);
  await signInAs('finance');
  await expect(page.getByText(/^This service keeps no closed months/)).toBeVisible();
  await page.getByRole('link', { name: /Pack/ }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the pack' }).click();
  const { files, manifest } = read(await readFile(await (await coming).path()));
  expect(Object.keys(files)).not.toContain('manifest.jws');
  expect(manifest.Figures.Opening).toBe(0);
});
