import { addDays, addMonths } from '../src/rules/calendar.ts';
import { dayText, weekdayText } from '../src/rules/day-text.ts';
import { clearingDay } from '../src/rules/holidays.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

// A product of the empty merchant that no other test reads.
const [merchant, product] = ['1016', 'DEBICHECK'];

test(
  'a new merchant is guided from the first client to the first money; steps are ticked from real data',
  { tag: '@long' },
  async ({ page, request, signIn, axe, complaints }) => {
    complaints.allow(/404/);
    await page.goto(`/m/${merchant}/${product}`);
    const clients = await hold(page, '**/maintain/clients/**');
    const asked = page.waitForRequest('**/maintain/clients/**');
    await signIn();
    await asked;
    // Whether this merchant is new is being read: no figure, and no “No unpaid debits”.
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/R\s0,00|No [a-z]+ debits|Nothing is due|None on/);
    await expect(page.getByRole('link', { name: 'New mandate' })).toHaveCount(0);
    await clients.release();
    const guide = page.getByRole('region', { name: 'First steps' });
    const step = (title: string) => guide.getByRole('listitem').filter({ hasText: title });
    await expect(guide.getByText('0 of 4 done')).toBeVisible();
    await expect(step('Add your first client')).toHaveAttribute('aria-current', 'step');
    await axe();
    // Nothing else asks for attention.
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'New mandate' })).toHaveCount(0);
    await guide.getByRole('link', { name: 'Add a client' }).click();
    await expect(page).toHaveURL(/\/clients\/new$/);

    const service = await serviceOf(request, merchant);
    const client = newNumber();
    // This account always pays.
    const payer = { ...clientItem(client, 'First Payer'), AccountNumber: 1234561111 };
    await service.make('clients', 'ClientPostRequest', payer, product);
    await page.goto(`/m/${merchant}/${product}`);
    await expect(step('Add your first client').getByText('Done')).toBeAttached();
    // The mandate's form has the existing client.
    await guide.getByRole('link', { name: 'Set up a mandate' }).click();
    await expect(page).toHaveURL(new RegExp(`/mandates/new\\?client=${client}$`));

    // Beyond the overview's outlook and more than a month away.
    const start = `${addMonths(today(), 2).slice(0, 8)}01`;
    const first = `${start.slice(0, 8)}25`;
    const answered = clearingDay(addDays(clearingDay(first), 1));
    const mandate = {
      ClientNumber: client,
      ContractNumber: 'FIRST-1',
      TransactionType: 'TT1',
      FrequencyCode: 'MNTH',
      CollectionDay: 25,
      InstalmentStartDate: `${start} 00:00`,
      InstalmentAmount: 150.5,
      NumberOfInstalments: 12,
    };
    await service.make('mandates', 'MandatePostRequest', mandate, product);
    await page.goto(`/m/${merchant}/${product}`);
    await expect(guide.getByText('2 of 4 done')).toBeVisible();
    // Moves the clock to the first outcome; a month may be too short.
    await expect(
      guide.getByText(`The first collection is due on ${weekdayText(first)}.`, { exact: false }),
    ).toBeVisible();
    await guide.getByRole('button', { name: `Go past the first debit, ${dayText(answered)}` }).click();
    const clock = page.getByRole('dialog', { name: 'Test clock' });
    await clock.getByRole('button', { name: `Go past the first debit, ${dayText(answered)}` }).click();
    const happened = clock.getByRole('table', { name: 'What happened' });
    await expect(happened.getByRole('row', { name: /^Collected 1 / })).toBeVisible();
    await clock.getByRole('button', { name: 'Close' }).click();

    const done = page.getByRole('region', { name: 'You are set up' });
    await expect(done.getByText('4 of 4 done')).toBeVisible();
    await axe();
    await done.getByRole('link', { name: 'Open the transactions' }).click();
    await expect(page).toHaveURL(/\/reports\/transactions\?from=/);
    await expect(page.getByRole('grid').getByText('FIRST-1')).toBeVisible();
    await page.goBack();
    await done.getByRole('button', { name: 'Dismiss' }).click();
    await expect(done).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('region', { name: /Due in/ }).getByRole('status')).toBeHidden();
    await expect(done).toBeHidden();
  },
);

test('a merchant with data sees no guide', async ({ page, merchant: own, signIn }) => {
  await page.goto(`/m/${own}/EFT`);
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
});
