import type { Locator, Page } from '@playwright/test';
import { choose, dialogOf, go, press, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { serviceOf } from './service.ts';
import { today } from './test-data.ts';

/** What lies over an element's top, middle or bottom, if it is not in it or of it; '' if it is not rendered. */
const coveredBy = (element: Element): string[] => {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  if (width === 0) return [];
  return [top + 3, (top + bottom) / 2, bottom - 3].flatMap((y) => {
    const over = document.elementFromPoint(left + width / 2, y);
    return over && (element.contains(over) || over.contains(element))
      ? []
      : [over?.outerHTML.slice(0, 80) ?? 'off screen'];
  });
};

const focused = (page: Page) => page.locator(':focus');
const isField = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select';

interface Form {
  path: string;
  /** In a dialog, which this opens. */
  open?: (page: Page) => Promise<void>;
  /** Sends it empty, where that shows what is missing. */
  send?: RegExp;
}

/** Focuses each field, then sends the form as it is, empty. */
const walk = async (page: Page, { path, send }: Form, at: Locator, size: string) => {
  const name = `${path} ${size}`;
  const count = await at.locator(isField).filter({ visible: true }).count();
  expect(count, `${name}: has fields`).toBeGreaterThan(0);
  // Through all of its fields by key, and not further: Tab leaves the form or starts again.
  await at.locator(isField).filter({ visible: true }).first().focus();
  for (let presses = 0; presses < count * 2; presses++) {
    if (await focused(page).and(at.locator(isField)).count())
      await expect
        .poll(() => focused(page).evaluate(coveredBy), { message: `${name}: field after ${presses} presses of Tab` })
        .toEqual([]);
    await page.keyboard.press('Tab');
  }
  if (!send) return;
  // A list that a field has opened would take the click.
  await at.getByRole('button', { name: send }).last().press('Enter');
  const message = at.getByRole('alert').filter({ hasText: /^(?:1 field needs|\d+ fields need) attention/ });
  await expect(message, name).toHaveCount(1);
  const first = at.locator('[aria-invalid=true]').first();
  await focused(page).evaluate((element) => (element as HTMLElement).blur());
  await message.getByRole('button', { name: 'Show first' }).click();
  await expect(first, name).toBeFocused();
  await expect.poll(() => first.evaluate(coveredBy), { message: `${name}: first error` }).toEqual([]);
  const buttons = await at.getByRole('button', { name: send }).last().boundingBox();
  const box = await message.boundingBox();
  if (!box || !buttons) throw new Error(`${name}: the footer has no size`);
  expect(await message.evaluate(coveredBy), `${name}: the message`).toEqual([]);
  if (size === '1440') {
    expect(box.x + box.width, `${name}: left of the button`).toBeLessThanOrEqual(buttons.x);
    expect(Math.abs(box.y + box.height / 2 - buttons.y - buttons.height / 2), `${name}: on its line`).toBeLessThan(12);
  } else expect(box.y, `${name}: above the button`).toBeLessThan(buttons.y);
};

const sizes = [
  [1440, 900],
  [360, 740],
] as const;

const walkAll = async (page: Page, merchant: string, list: readonly Form[]) => {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const form of list)
      await test.step(`${form.path} ${width}`, async () => {
        // A page without a form between them, for two dialogs of one page.
        await go(page, `/m/${merchant}/EFT/lookups/banks`);
        await expect(page.getByRole('heading', { level: 1, name: 'Lookups' })).toBeVisible();
        await go(page, `/m/${merchant}/${form.path}`);
        await expect(page.getByRole('heading', { level: 1, name: 'Lookups' })).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await form.open?.(page);
        const at = form.open ? dialogOf(page) : page.locator('main form').last();
        await expect(at.locator(isField).filter({ visible: true }).first()).toBeVisible();
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        await walk(page, form, at, String(width));
        if (form.open) await at.getByRole('button', { name: 'Close' }).last().click();
      });
  }
};

test('no field and no error lies under the footer of a form, and the message is in the footer', async ({
  page,
  signIn,
}) => {
  test.slow();
  await page.goto('/m/1001/EFT/lookups');
  await signIn();
  await walkAll(page, '1001', [
    { path: 'EFT/clients/new', send: /^Create client/ },
    { path: 'EFT/mandates/new', send: /^Create mandate/ },
    { path: 'EFT/contracts/new', send: /^Create contract/ },
    { path: 'EFT/payouts/new', send: /^Create payout contract/ },
    { path: 'DEBICHECK/mandates/new', send: /^Create mandate/ },
    { path: 'EFT/clients/C00002/edit' },
    { path: 'EFT/contracts/100002/edit' },
  ]);
});

test(
  'no field and no error of a dialog lies under its footer, and the message is in the footer',
  { tag: '@long' },
  async ({ page, request, signIn }) => {
    test.slow();
    const payments = await (await serviceOf(request, '1001')).list('payo/payments', {});
    const next = payments.find((it) => it['PaymentStatus'] === 'SCHEDULED' && String(it['PaymentDate']) > today());
    const payout = `EFT/payouts/${Number(next?.['ContractSequence'])}`;
    await page.goto('/m/1001/EFT/lookups');
    await signIn();
    await walkAll(page, '1001', [
      {
        path: 'EFT/contracts/100012',
        open: (it) => press(it, 'Add instalment'),
        send: /^Add instalment/,
      },
      { path: 'EFT/contracts/100012', open: (it) => choose(it, 'Cancel mandate'), send: /^Cancel mandate/ },
      { path: payout, open: (it) => press(it, 'Add payment'), send: /^Add payment/ },
      { path: payout, open: (it) => choose(it, 'Cancel payout contract'), send: /^Cancel payout contract/ },
      {
        path: 'EFT/omni?contract=100012',
        open: (it) => press(it, 'Cancel all remaining'),
        send: /^Cancel all remaining/,
      },
      { path: 'EFT/mandates/new', open: (it) => press(it, 'Defaults') },
      { path: 'EFT/mandates/new', open: (it) => press(it, 'Templates') },
    ]);
  },
);

test(
  'a form of the settings has its message in its footer',
  { tag: '@long' },
  async ({ page, signInAs, complaints }) => {
    test.slow();
    complaints.allow(/400/);
    await page.goto('/m/1016/EFT/settings/people');
    await signInAs('administrator');
    await walkAll(page, '1016', [
      { path: 'EFT/settings/people', open: (it) => press(it, 'Invite a person'), send: /^Create the link/ },
      { path: 'EFT/settings/merchants', open: (it) => press(it, 'Add a merchant'), send: /^Add/ },
      { path: 'EFT/settings/programs', open: (it) => press(it, 'Add a program'), send: /^Create the secret/ },
    ]);
  },
);

test('an edit that could not be sent says so above the buttons', async ({
  page,
  request,
  merchant,
  context,
  signIn,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`/m/${merchant}/EFT/lookups`);
  await signIn();
  const service = await serviceOf(request, merchant);
  const [client] = await service.list('clients', {});
  await go(page, `/m/${merchant}/EFT/clients/${String(client?.['ClientNumber'])}/edit`);
  // A new client's form has this field as well.
  await expect(page.getByRole('button', { name: /^Review/ })).toBeVisible();
  await textbox(page, 'Email').fill('thandi@example.org');
  await context.setOffline(true);
  await press(page, /^Review/);
  await press(dialogOf(page), /^Save/);
  await expect(page.getByText('Nothing was sent; your changes are still here.')).toBeVisible();
  await expect.poll(() => page.locator('[data-notes]').last().evaluate(coveredBy)).toEqual([]);
  await context.setOffline(false);
});
