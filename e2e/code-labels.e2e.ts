import { readFile } from 'node:fs/promises';
import { addMonths, dateOf } from '../src/rules/calendar.ts';
import { dayText, weekdayText } from '../src/rules/day-text.ts';
import { choose, chooseOfList, combobox, pickFirst, press, statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { asProgram, contractWithOneUnpaid, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));

test('the reason of a failed debit is in its row, on its day, in the timeline and the client’s page', async ({
  page,
  request,
  signIn,
}) => {
  const { path, ClientNumber, failed } = await contractWithOneUnpaid(await serviceOf(request, '1001'));
  const words = 'Insufficient funds (R/D)';
  const reason = `${words} 02`;

  await page.goto(`${path}?day=${dateOf(String(failed['InstalmentActionDate']))}`);
  await signIn();
  const row = page.getByRole('grid', { name: 'Instalments' }).getByRole('row').filter({ hasText: 'Unpaid' });
  await expect(row.filter({ hasText: words })).toHaveCount(1);
  const answer = page.getByRole('region', {
    name: new RegExp(`^${weekdayText(String(failed['InstalmentActionDate'])).slice(0, 3)}`),
  });
  await expect(answer).toContainText(`Unpaid${reason}`);
  await expect(answer).toContainText(`Unpaid, ${reason}`);
  const timeline = page.getByRole('list', { name: 'What happened, newest first' });
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Unpaid' }).filter({ hasText: reason })).toHaveCount(1);
  await expect(timeline).toContainText('Created by staff');
  await expect(page.getByRole('main')).not.toContainText('who made a change');
  await expect(timeline).not.toContainText(/(^|\W)RCUR · |· RCUR/);

  await page.goto(`/m/1001/EFT/clients/${ClientNumber}`);
  const ofClient = page.getByRole('grid', { name: 'Debits' }).getByRole('row').filter({ hasText: 'Unpaid' });
  await expect(ofClient.filter({ hasText: words }).first()).toBeVisible();
});

test('the reason of a failed payment is in both lists of payments, on its page and in its contract’s timeline', async ({
  page,
  request,
  signIn,
}) => {
  const service = await serviceOf(request, '1001');
  const [failed] = (await service.list('payo/payments', {})).filter((it) => it['ResponseCode'] === '12');
  const contract = `/m/1001/EFT/payouts/${Number(failed?.['ContractSequence'])}`;
  const payments = page.getByRole('grid', { name: 'Payments' });

  await page.goto(contract);
  await signIn();
  await expect(payments.getByRole('row').filter({ hasText: 'Unpaid' })).toContainText('Account closed');
  const timeline = page.getByRole('list', { name: 'What happened, newest first' });
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Unpaid' })).toContainText('Account closed 12');

  await page.goto(`/m/1001/EFT/payments?status=UNPAID&when=all&q=${String(failed?.['ContractNumber'])}`);
  await expect(payments.getByRole('row').filter({ hasText: 'Unpaid' })).toContainText('Account closed');

  await page.goto(`${contract}/payments/${Number(failed?.['PaymentSequence'])}`);
  await expect(page.getByRole('region', { name: 'Key facts' })).toContainText('ReasonAccount closed 12');
});

test(
  'a mandate with a future cancel date shows it next to its status: it collects until then',
  { tag: '@long' },
  async ({ page, merchant, signIn }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const number = newNumber();
    const contract = await (await asProgram(page, merchant)).mandate({ ContractNumber: number });
    const day = addMonths(today(), 2);
    const words = `Cancelled from ${dayText(day)}`;
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    await choose(page, 'Cancel mandate');
    const dialog = page.getByRole('dialog');
    await pickFirst(combobox(dialog, 'Cancellation reason'));
    await textbox(dialog, 'Cancel date').fill(day);
    await press(dialog, 'Cancel mandate');
    await expect(statusNote(page, `Mandate ${number} cancelled from ${dayText(day)}`)).toBeVisible();
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Key facts' })).not.toContainText('None scheduled');

    for (const list of ['mandates', 'contracts']) {
      await page.goto(`/m/${merchant}/EFT/${list}?q=${number}`);
      await expect(page.getByRole('grid').getByRole('row').filter({ hasText: number })).toContainText(words);
      const coming = page.waitForEvent('download');
      await chooseOfList(page, / as CSV$/);
      expect(await readFile(await (await coming).path(), 'utf8')).toContain(`,${words},`);
    }
    await page.getByRole('button', { name: /^Find/ }).first().click();
    await page.keyboard.type(number);
    await expect(page.getByRole('option').filter({ hasText: number }).first()).toContainText(words);
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`/m/${merchant}/EFT/mandates?q=${number}`);
    await expect(page.getByRole('listitem').filter({ hasText: number })).toContainText(words);
    await page.goto(`/m/${merchant}/EFT/clients/C00003`);
    await expect(page.getByRole('region', { name: 'Key facts' })).toContainText(words.replace('C', 'c'));
  },
);

test(
  'no record page and no report row shows a date, status or type as the service writes it',
  { tag: '@long' },
  async ({ page, request, signIn }) => {
    const service = await serviceOf(request, '1001');
    const payments = await service.list('payo/payments', {});
    const coming = payments.find((it) => it['PaymentStatus'] === 'SCHEDULED');
    const paid = payments.find((it) => it['PaymentStatus'] === 'PAID' && it['PaymentAccount']);
    const [cancelled] = await service.list('mandates', { MandateStatusCode: 'CANCELLED' });
    const main = page.getByRole('main');
    const isInWords = async () => {
      await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
      // A code may follow its label.
      await expect(main).not.toContainText(
        /\d{4}-\d{2}-\d{2}|(ACTIVE|COMPLETED|CANCELLED|SUBMITTED)(?!\))|RCUR ·|StatusCode/,
      );
    };

    await page.goto(`/m/1001/EFT/clients/${String(coming?.['ClientNumber'])}`);
    await signIn();
    const payout = page.getByRole('region', { name: 'Payout contracts' });
    await expect(payout).toContainText(dayText(String(coming?.['PaymentDate'])));
    await isInWords();

    const contracts = [100003, Number(cancelled?.['ContractSequence'])].map((it) => `contracts/${it}`);
    const payouts = [coming, paid].map((it) => `payouts/${Number(it?.['ContractSequence'])}`);
    for (const path of [...contracts, ...payouts]) {
      await page.goto(`/m/1001/EFT/${path}`);
      await main.getByText('All details').click();
      await expect(
        page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem').first(),
      ).toBeVisible();
      await isInWords();
    }
    await page.goto(
      `/m/1001/EFT/payouts/${Number(paid?.['ContractSequence'])}/payments/${Number(paid?.['PaymentSequence'])}`,
    );
    await expect(main).toContainText('payments with the same code went to the same account');
    await isInWords();

    for (const report of ['contract-changes', 'mandate-changes', 'payout-payment-changes']) {
      await page.goto(`/m/1001/EFT/reports/${report}?range=last-90-days`);
      await expect(main.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
      await isInWords();
    }
    await page.goto(
      `/m/1001/EFT/reports/omni-contract-changes?range=last-90-days&where=ResultCode:oneOf:${String(cancelled?.['CancelReason'])}`,
    );
    // Rows that are still coming would take the focus with them.
    await expect(main.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    await expect(main.getByRole('gridcell', { name: /\d{4}/ }).first()).toBeVisible();
    await isInWords();
    await main.getByRole('grid').getByRole('gridcell').first().focus();
    await page.keyboard.press('Space');
    const row = page.getByRole('dialog', { name: /^Row 1 of/ });
    await expect(row).toContainText(/Inactive date\d+ [A-Z][a-z]{2}/);
    await expect(row).toContainText(new RegExp(`Result code[A-Z][a-z ]+.*${String(cancelled?.['CancelReason'])}`));
  },
);

test('the reason of a returned debit is in the list of instalments and on its day of the calendar', async ({
  page,
  request,
  signIn,
}) => {
  const service = await serviceOf(request, '1001');
  const { codes } = (await (await request.get('/config.json')).json()) as {
    codes: { InstalmentResult: { code: string; label: string }[] };
  };
  const [failed] = (await service.list('instalments', { ContractSequence: 100003 })).filter(
    (it) => it['InstalmentStatus'] === 'UNPAID',
  );
  const day = dateOf(String(failed?.['InstalmentActionDate']));
  /** The first row has the same reason as its instalment in the contract. */
  const showsReason = async () => {
    const row = page
      .getByRole('row')
      .filter({ hasText: 'Unpaid' })
      .filter({ has: page.getByRole('link') })
      .first();
    const [, number] = /contracts\/(\d+)/.exec((await row.getByRole('link').first().getAttribute('href')) ?? '') ?? [];
    const ofContract = await service.list('instalments', { ContractSequence: Number(number) });
    // A debit due on a non-banking day is submitted on the next banking day.
    const unpaid = ofContract.findLast(
      (it) => it['InstalmentStatus'] === 'UNPAID' && dateOf(String(it['InstalmentActionDate'])) <= day,
    );
    const label = codes.InstalmentResult.find(({ code }) => code === unpaid?.['InstalmentResult'])?.label;
    expect(label, `the reason of ${number}`).toBeDefined();
    await expect(row).toContainText(String(label));
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/m/1001/EFT/instalments?from=${day}&to=${day}&status=UNPAID`);
  await signIn();
  await showsReason();
  await page.goto(`/m/1001/EFT/calendar?month=${day.slice(0, 7)}&day=${day}`);
  await page
    .getByRole('group', { name: 'Filter by status' })
    .getByRole('button', { name: /Unpaid/ })
    .click();
  await expect(page.getByRole('grid', { name: `Collections of ${dayText(day)}` })).toBeVisible();
  await showsReason();
});
