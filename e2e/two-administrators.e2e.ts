import { expect, fillSignIn, test } from './fixtures.ts';
import { addMerchant, addPerson, personPassword } from './own-people.ts';
import { newMark } from './test-data.ts';

test(
  'one administrator switches four eyes on, and two switch it off and give a role',
  { tag: '@long' },
  async ({ page, browser, axe, complaints }) => {
    // Changes that wait.
    complaints.allow(/400/);
    // A merchant number has letters and digits only.
    const mark = newMark();
    const number = `T${mark}`;
    addMerchant(number, 'Two Oceans');
    for (const name of ['ann', 'ben']) addPerson(`${name}-${mark}`, ['--roles', `administrator:${number}`]);

    const merchantPage = `/m/${number}/EFT/settings/merchants/${number}`;
    const main = page.getByRole('main');
    await page.goto(`/m/${number}/EFT/settings/merchants`);
    await fillSignIn(page, `ann-${mark}`, personPassword);
    await main.getByRole('link', { name: 'Two Oceans' }).click();
    await expect(main.getByText('Can release: Mpho Manager.')).toBeVisible();
    await expect(main.getByText('Two people who may release are needed', { exact: false })).toBeVisible();
    await axe();
    addPerson(`mo-${mark}`, ['--roles', `manager:${number}`]);
    await page.reload();
    await main.getByLabel('Payouts that need a second person').selectOption('Those above an amount');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByText('Enter an amount above zero')).toBeVisible();
    await main.getByLabel('Amount a day').fill('50 000');
    await expect(
      main.getByText(`Administrators: Ada Administrator, ann-${mark}, ben-${mark}`, { exact: false }),
    ).toBeVisible();
    await axe();
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByText(/^Payouts above R\s50\s000,00 a day/)).toBeVisible();

    await main.getByLabel('Payouts that need a second person').selectOption('None');
    await main.getByRole('button', { name: 'Save' }).click();
    const waiting = main.getByRole('region', { name: 'Waits for a second administrator' });
    await expect(waiting.getByText('Payouts that need a second person: above → off', { exact: false })).toBeVisible();
    await expect(waiting.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
    await expect(main.getByText(/^Payouts above R\s50\s000,00 a day/)).toBeVisible();
    await axe();

    await page.goto(`/m/${number}/EFT/settings/people/mo-${mark}`);
    await main.getByRole('button', { name: 'Add a role' }).click();
    await main.getByRole('button', { name: 'Save roles' }).click();
    await expect(
      waiting.getByText(`Roles: Manager for ${number} → Manager for ${number}, Clerk for ${number}`, { exact: false }),
    ).toBeVisible();

    const second = await (await browser.newContext()).newPage();
    const theirs = second.getByRole('main');
    await second.goto(`/m/${number}/EFT`);
    await fillSignIn(second, `ben-${mark}`, personPassword);
    await expect(theirs.getByText('2 changes of settings wait for a second administrator')).toBeVisible();
    await expect(theirs.getByText(`Asked by ann-${mark}`)).toBeVisible();
    await theirs
      .getByRole('listitem')
      .filter({ hasText: 'changes of settings' })
      .getByRole('link', { name: 'Review' })
      .click();
    await expect(theirs.getByRole('region', { name: 'Waits for a second administrator' })).toBeVisible();
    await second.goto(merchantPage);
    await expect(theirs.getByText(`Asked by ann-${mark}`, { exact: false })).toBeVisible();
    await theirs.getByRole('button', { name: 'Confirm' }).click();
    await expect(
      theirs.getByText('No payout, new bank details or cancel of this merchant needs a second person.'),
    ).toBeVisible();
    await second.goto(`/m/${number}/EFT/settings/people`);
    await theirs.getByRole('button', { name: 'Decline' }).click();
    await expect(theirs.getByText('Waits for a second administrator')).toBeHidden();
    await expect(theirs.getByRole('row', { name: new RegExp(`mo-${mark}`) })).not.toContainText('Clerk');
    await second.context().close();
  },
);
