import { fillClient, go, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { addProgram } from './own-people.ts';
import { tokenOf } from './service.ts';
import { newNumber } from './test-data.ts';

test('a deep link leads through the sign-in back to itself, and a reload needs no password and one page load', async ({
  page,
  merchant,
  signInAs,
}) => {
  await page.goto(`/m/${merchant}/DEBICHECK/mandates?status=ACTIVE`);
  await signInAs('staff');
  await expect(page).toHaveURL(`/m/${merchant}/DEBICHECK/mandates?status=ACTIVE`);
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  const pages: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && pages.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  await expect(page).toHaveURL(`/m/${merchant}/DEBICHECK/mandates?status=ACTIVE`);
  expect(pages).toEqual([`/m/${merchant}/DEBICHECK/mandates`]);
});

test('a colleague’s link to another product is confirmed before its page opens', async ({
  page,
  context,
  merchant,
  signInAs,
  axe,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signInAs('staff');
  const question = page.getByRole('region', { name: 'Another merchant or product' });
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  await expect(question).toBeHidden();
  await page.goto(`/m/${merchant}/DEBICHECK/mandates/new`);
  await expect(question).toContainText('This link is for DebiCheck. You last worked in EFT.');
  await axe();
  await page.reload();
  await question.getByRole('button', { name: 'Go to EFT' }).click();
  await expect(page).toHaveURL(`/m/${merchant}/EFT`);
  await expect(question).toBeHidden();

  await page.goto(`/m/${merchant}/DEBICHECK/mandates/new`);
  await question.getByRole('button', { name: 'Stay in DebiCheck' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'New mandate' })).toBeVisible();
  await expect(question).toBeHidden();

  // The person's own choice is no such link.
  await page.getByRole('combobox', { name: 'Product' }).selectOption('EFT');
  await expect(page).toHaveURL(`/m/${merchant}/EFT/mandates`);
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  await expect(question).toBeHidden();

  // Whoever signs in next in this browser worked nowhere yet.
  await context.clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/m/${merchant}/DEBICHECK/mandates/new`);
  await signInAs('administrator');
  await expect(page.getByRole('heading', { level: 1, name: 'New mandate' })).toBeVisible();
  await expect(question).toBeHidden();
});

test('no token, password or account number outlives the page in storage', async ({ page, merchant, signIn }) => {
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill('Sensitive Test');
  await page.getByLabel(/^Account number/).fill('998877665544');
  await page.getByRole('textbox', { name: 'ID number', exact: true }).fill('9001015009086');
  // The draft is written when the page is left, at the latest.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Client name', exact: true })).toHaveValue('Sensitive Test');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  expect(kept).toContain('Sensitive Test');
  for (const secret of ['998877665544', '9001015009086', 'sandbox-only', 'eyJ']) expect(kept).not.toContain(secret);
});

test('a session that ends during typing keeps the input, and work continues after signing in again', async ({
  page,
  merchant,
  signIn,
  session,
}) => {
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  const number = newNumber();
  await fillClient(page, number, 'Still Here');
  await session.end();
  await page.getByRole('button', { name: 'Create client' }).click();
  await session.renew();
  await expect(statusNote(page, 'Client Still Here created')).toBeVisible();
});

test('a sign-in whose code expires during an outage leads to the page that was asked for; one that is refused says so', async ({
  page,
  merchant,
  signInAs,
  complaints,
}) => {
  complaints.allow(/503|400/);
  const answers = [
    { status: 503, json: { error: 'server_error' } },
    { status: 400, json: { error: 'invalid_grant' } },
  ];
  await page.goto(`/m/${merchant}/EFT/mandates?status=ACTIVE`);
  await page.route('**/oauth/token', (route) => {
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  await signInAs('staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  await expect(page).toHaveURL(`/m/${merchant}/EFT/mandates?status=ACTIVE`);
  expect(answers).toEqual([]);

  await page.goto('/callback?code=x');
  await expect(page.getByRole('heading', { level: 1, name: 'The sign-in did not work' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('a session that cannot be renewed during an outage has not ended, and the page goes on by itself', async ({
  page,
  merchant,
  signIn,
  complaints,
}) => {
  complaints.allow(/401|503/);
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  let isAway = true;
  await page.route('**/v1/**', (route) =>
    route.continue(isAway ? { headers: { ...route.request().headers(), authorization: 'Bearer expired' } } : {}),
  );
  await page.route('**/oauth/token', (route) =>
    isAway ? route.fulfill({ status: 503, json: { error: 'server_error' } }) : route.continue(),
  );
  await go(page, `/m/${merchant}/EFT/clients`);
  await expect(page.getByRole('alert')).toHaveText(/^We can’t reach the server/);
  await expect(page.getByRole('dialog')).toBeHidden();
  isAway = false;
  await expect(page.getByRole('main').getByRole('grid').getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a network failure keeps the input on screen, and says what to do', async ({
  page,
  context,
  merchant,
  signIn,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|404/);
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  const number = newNumber();
  await fillClient(page, number, 'Off Line');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Nothing was sent; your changes are still here.')).toBeVisible();
  await expect(page.getByRole('alert'), 'one box says it').toHaveCount(1);
  // A failed fetch of code in the background must not replace the page.
  await page.getByRole('link', { name: 'Reports' }).hover();
  await expect(page.getByRole('textbox', { name: 'Client number', exact: true })).toHaveValue(number);
  await context.setOffline(false);
  // Nothing left, so nothing needs to be looked up first.
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(statusNote(page, 'Client Off Line created')).toBeVisible();
});

test('a person who lost a permission is told so and stays signed in', async ({
  page,
  merchant,
  signIn,
  complaints,
}) => {
  complaints.allow(/401/);
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  const reading = await tokenOf(page.request, addProgram(newNumber(), merchant), 'clients:read');
  await page.route('**/maintain/clients/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${reading}` } }),
  );
  await fillClient(page, newNumber(), 'Not Mine');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Not permitted').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('signing out ends the session, and forgets the columns of imported files', async ({ page, merchant, signIn }) => {
  await page.goto(`/m/${merchant}/EFT/import`);
  await signIn();
  await page.getByLabel('Or paste from a spreadsheet').fill('Client number\tName of Thandi\nC1\tZoë');
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  const remembered = () => page.evaluate(() => Object.keys(localStorage).filter((it) => it.includes('import-columns')));
  expect(await remembered()).toHaveLength(1);
  await page.goto(`/m/${merchant}/EFT/lookups`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .click();
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(await remembered()).toEqual([]);
  await page.goto(`/m/${merchant}/EFT/lookups`);
  await expect(page.getByLabel('Password')).toBeVisible();
});

test(
  'signing out in one tab ends the session in the others, and clears their data and input',
  { tag: '@long' },
  async ({ page, context, merchant, signIn }) => {
    await page.goto(`/m/${merchant}/EFT/clients`);
    await signIn();
    const [typing, reading] = [await context.newPage(), await context.newPage()];
    await typing.goto(`/m/${merchant}/EFT/clients/new`);
    await typing.getByRole('textbox', { name: 'Client name', exact: true }).fill('Half Typed');
    await reading.goto(`/m/${merchant}/EFT/clients`);
    const name = (await reading.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? '';
    expect(name).not.toBe('');

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page
      .getByRole('menuitem', { name: 'Sign out' })
      .or(page.getByRole('button', { name: 'Sign out' }))
      .click();
    for (const tab of [typing, reading]) {
      await expect(tab.getByRole('heading', { level: 1, name: 'Signed out' })).toBeVisible();
      await expect(tab.getByText('You signed out in another tab of this browser.')).toBeVisible();
      await expect(tab.locator('body')).not.toContainText(name);
      expect(await tab.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    }
    await expect(page.getByLabel('Password')).toBeVisible();
    await reading.getByRole('button', { name: 'Sign in again' }).click();
    await expect(reading.getByLabel('Password')).toBeVisible();
  },
);

test('text never becomes markup or script, and workers start only from the console’s files', async ({
  page,
  signIn,
  complaints,
}) => {
  complaints.allow(/Trusted|require-trusted-types-for/);
  await page.goto('/');
  await signIn();
  const refused = await page.evaluate(() => {
    const tries = [
      () => (document.body.innerHTML = '<img src=x onerror=alert(1)>'),
      () => new Worker('https://elsewhere.example/w.js'),
      () => (document.createElement('script').src = 'https://elsewhere.example/s.js'),
      () => (document.createElement('script').text = 'alert(1)'),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
});
