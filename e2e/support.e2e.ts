import type { Page } from '@playwright/test';
import { go, messageTo, pasteInto, sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { serviceOf } from './service.ts';
import { tabTo } from './tab-to.ts';

const sending = '**/v1/send-whatsapp-template';

async function fillCredentials(page: Page, password: string): Promise<void> {
  await page.getByLabel('Messaging username').fill('demo-messages');
  await page.getByLabel('Messaging password').fill(password);
}

/** @param password where the person is not signed in to messaging yet */
async function send(page: Page, count: string, password?: string): Promise<void> {
  await page.getByRole('button', { name: `Send ${count}` }).click();
  if (password) await fillCredentials(page, password);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Send ${count}` })
    .click();
}

test('a person opens a case by number or reference, sees its client, and is told if it does not exist', async ({
  page,
  signIn,
  axe,
  complaints,
}) => {
  complaints.allow(/404/);
  await page.goto('/m/1001/EFT/cases');
  await signIn();
  await expect(page.getByText('Find a case')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Case number' }).fill('CS-10021');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cases\?case_number=CS-10021$/);
  await expect(page.getByRole('main').getByText('Umthombo Home Finance')).toBeVisible();
  // One quiet line of facts, then what it is about.
  await expect(page.getByRole('main').getByText(/^Opened by .* · /)).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Description');
  // An ID number is masked until revealed.
  const reveal = page.getByRole('button', { name: 'Show creator id number' });
  await expect(page.getByText(/^•••• \d{3}/)).toBeVisible();
  await reveal.click();
  await expect(page.getByText(/^\d{13}$/)).toBeVisible();
  await axe();

  // By the case's reference, here a contract; the link to the client says why.
  const number = page.getByRole('searchbox', { name: 'Case number' });
  const reference = page.getByRole('searchbox', { name: 'External reference' });
  await number.fill('');
  await reference.fill('LN000012');
  await page.getByRole('main').getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page).toHaveURL(/cases\?external_ref=LN000012$/);
  await expect(page.getByText('ID number matches')).toBeVisible();
  await expect(page.getByRole('link', { name: /^[A-Z]\S+ .* · LN000012$/ })).toHaveAttribute(
    'href',
    /\/contracts\/\d+$/,
  );
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page)).toEqual([]);

  // Both must match, and another organisation has other cases.
  await number.fill('CS-10021');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No case of organisation demo has the case number “CS-10021” and the')).toBeVisible();
  await reference.fill('');
  await page.getByRole('button', { name: 'Other organisation' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Organisation' }).fill('elsewhere');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cases\?case_number=CS-10021&organisation=elsewhere$/);
  await expect(page.getByText('No case of organisation elsewhere has')).toBeVisible();

  await page.goto('/m/1001/EFT/cases?case_number=LN000012');
  await page.getByRole('button', { name: 'Search external references instead' }).click();
  await expect(page.getByText('Reference matches')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No case of organisation demo has the case number “LN000012”.')).toBeVisible();
});

test('files of a case are links only if they are safe, whatever shape the case has', async ({
  page,
  signIn,
  complaints,
}) => {
  // A reference is tried as several numbers.
  complaints.allow(/404/);
  await page.route('**/v1/demo/case?*', async (route) => {
    const answer = await route.fetch();
    const attachment = [{ filename: 'bad.html', url: 'javascript:alert(1)' }, 'odd', { filename: 'no-address.pdf' }];
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), attachment, subject: null, handler: { team: 3 } },
    });
  });
  await page.goto('/m/1001/EFT/cases?case_number=CS-10001');
  await signIn();
  await expect(page.getByText(/javascript: is no web address/)).toBeVisible();
  await expect(page.getByText('{"team":3}')).toBeVisible();
  await expect(page.getByRole('link', { name: /bad|odd|no-address/ })).toHaveCount(0);

  await page.unroute('**/v1/demo/case?*');
  await page.goto('/m/1001/EFT/cases?case_number=CS-10021');
  const file = page.getByRole('main').getByRole('link', { name: /\.\w{3,4}$/ });
  await expect(file.first()).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(file.first()).toHaveAttribute('target', '_blank');
  await expect(page.getByText(/on files\.example\.com/).first()).toBeVisible();
});

test(
  'a clerk sends messages to clients and numbers, corrects the credentials, and sends only rejected ones again',
  { tag: '@long' },
  async ({ page, signIn, axe, complaints }) => {
    complaints.allow(/401|404/);
    await page.goto('/m/1001/EFT/messages?client=C00012,NOBODY');
    await signIn();
    await expect(page.getByText('no such client: NOBODY')).toBeVisible();
    await page.getByRole('combobox', { name: 'Template' }).selectOption('Mandate request');
    // The name is filled in; the amount of a client with several mandates is not known.
    await expect(page.getByLabel('Name of row 1')).toHaveValue(/Mathebula/);
    await page.getByLabel('Amount of row 1').fill('R 100,00');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(
      preview.getByText(/Hello .*Mathebula.*, your bank will ask you to accept a mandate of R 100,00/),
    ).toBeVisible();

    // A number as people write it, an invalid one, and a duplicate.
    await pasteInto(messageTo(page), '082 555 0101\tNaledi\nnobody 1\tx\n27825550101\tNaledi\n0825550102\tPieter');
    await page.getByLabel('Amount for everyone').fill('R 100,00');
    await expect(page.getByText('Goes to 27825550101')).toBeVisible();
    await expect(page.getByText('The same message to the same number as row 2.')).toBeVisible();
    await page.getByLabel('Name of row 5').fill('x'.repeat(5000));
    await axe();

    // The messaging sign-in is asked for at the end, and again if it is wrong.
    await expect(page.getByLabel('Messaging username')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send 3 messages' }).click();
    await expect(page.getByLabel('Messaging username')).toBeFocused();
    await fillCredentials(page, 'not-this-one');
    await page.getByLabel('Messaging password').press('Enter');
    await expect(page.getByText('Incorrect username or password. Nothing was sent.')).toBeVisible();
    await fillCredentials(page, 'sandbox-only');
    await expect(page.getByRole('dialog')).toContainText('2 more need fixing first and are not sent');
    await axe();
    await page.getByRole('dialog').getByRole('button', { name: 'Send 3 messages' }).click();
    await expect(page.getByText('2 accepted + 1 refused + 0 unknown = 3 sent')).toBeVisible();
    const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
    await expect(rows.nth(6)).toContainText('Rejected');
    await expect(rows.nth(6)).toContainText('longer than 4096');
    await expect(page.getByLabel('Number of row 2')).toBeDisabled();

    await page.getByLabel('Name of row 5').fill('Pieter');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Send 1 message' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 accepted + 0 refused + 0 unknown = 3 sent')).toBeVisible();
    const sent = page.getByRole('table', { name: 'Sent messages' });
    await expect(sent.getByText('•••• 0102').first()).toBeVisible();

    // Typed text survives the reload, and what was sent is on the server; credentials do not survive.
    await page.reload();
    await expect(page.getByText('Restored what you typed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
    await expect(page.getByText('2 recipients')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await sideways(page)).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept).toContain('mandate_request');
    expect(kept).not.toContain('sandbox-only');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('table', { name: 'Recipients' })).toHaveCount(0);
  },
);

test(
  'after a lost answer messages stay unknown, also after a reload, until they are checked under the same IDs',
  { tag: '@long' },
  async ({ page, signIn, complaints }) => {
    complaints.allow(/ERR_FAILED/);
    const ids: string[][] = [];
    await page.route(sending, async (route) => {
      const request = route.request();
      const { messages } = request.postDataJSON() as { messages: { messageId: string }[] };
      ids.push(messages.map((it) => it.messageId));
      if (ids.length !== 2) return route.continue();
      await route.fetch();
      return route.abort();
    });
    // Of another merchant: so many would push what other tests send off the list of the last ones.
    await page.goto('/m/1002/EFT/messages');
    await signIn();
    await page.getByRole('combobox', { name: 'Template' }).selectOption('Payment received');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'From a file' }).click();
    const people = Array.from(
      { length: 150 },
      (_, index) => `27825552${String(index).padStart(3, '0')};Ann;R 5,00;LN1`,
    );
    const buffer = Buffer.from(['Number;Name;Amount;Contract', ...people].join('\r\n'));
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await send(page, '150 messages', 'sandbox-only');
    await expect(page.getByText('100 accepted + 0 refused + 50 unknown = 150 sent')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send/ })).toHaveText('Send messages');

    await page.reload();
    await expect(page.getByText('0 accepted + 0 refused + 50 unknown = 50 sent')).toBeVisible();
    await page.getByRole('button', { name: 'Check their status' }).click();
    await expect(page.getByRole('dialog')).toContainText('under the same IDs');
    await fillCredentials(page, 'sandbox-only');
    await page.getByRole('dialog').getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('50 accepted + 0 refused + 0 unknown = 50 sent')).toBeVisible();
    expect(ids[2]).toEqual(ids[1]);
    await page.getByRole('button', { name: 'New message' }).click();
    await expect(page.getByRole('table', { name: 'Recipients' })).toHaveCount(0);
  },
);

test('with a service’s own message IDs each result is at its recipient, with all its details; unmatched ones are shown', async ({
  page,
  signIn,
  axe,
}) => {
  await page.route(sending, async (route) => {
    const { messages } = route.request().postDataJSON() as { messages: { to: string }[] };
    const resultFor = (to: string | undefined, messageId: string, status: object) => ({
      to,
      messageId,
      messageCount: 2,
      status,
    });
    const pending = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED', description: 'In the queue' };
    const [one, two, three] = messages.map(({ to }) => to);
    await route.fulfill({
      json: {
        bulkId: 'BULK-77',
        messages: [
          resultFor(`+${two}`, 'theirs-2', {
            groupName: 'REJECTED',
            id: 12,
            name: 'REJECTED_NOT_ENOUGH_CREDITS',
            action: 'Top up',
          }),
          resultFor(one, 'theirs-1', pending),
          resultFor(three, 'theirs-3', { groupId: 9, groupName: 'SOMETHING NEW', name: 'ODD' }),
          resultFor('27825559999', 'theirs-4', pending),
        ],
      },
    });
  });
  await page.goto('/m/1001/EFT/messages');
  await signIn();
  await page.getByRole('combobox', { name: 'Template' }).selectOption('Mandate request');
  await messageTo(page).fill('0825550121, 0825550122, 0825550123');
  await messageTo(page).press('Enter');
  await page.getByLabel('Name for everyone').fill('Naledi');
  await page.getByLabel('Amount for everyone').fill('R 5,00');
  await send(page, '3 messages', 'sandbox-only');
  await expect(page.getByText('2 accepted + 1 refused + 0 unknown = 3 sent')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
  await expect(rows.nth(3)).toContainText('Rejected');
  await rows.nth(3).getByText('Details').click();
  for (const words of ['theirs-2', 'BULK-77', 'Parts: 2', '12 REJECTED_NOT_ENOUGH_CREDITS', 'Top up'])
    await expect(rows.nth(3).locator('details')).toContainText(words);
  await expect(rows.nth(4).locator('details')).toContainText('9 SOMETHING NEW');
  const stray = page.getByRole('alert').filter({ hasText: '1 answer is not clearly about any of these messages' });
  await expect(stray).toContainText('•••• 9999');
  await expect(stray.locator('details')).toContainText('theirs-4');
  await axe();
});

test('recipients survive a reload, and nothing of them outlives the session', async ({ page, signIn }) => {
  // Pasted before the list of clients is there.
  const clients = await hold(page, '**/maintain/clients/**');
  await page.goto('/m/1001/EFT/messages');
  await signIn();
  await pasteInto(messageTo(page), '0825550131\nC00012');
  await clients.release();
  const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Mathebula' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Restored what you typed')).toBeVisible();
  await expect(rows.filter({ hasText: 'Mathebula' })).toBeVisible();
  await expect(page.getByText('2 recipients')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('82555013');
});

test('ten clients get a message by name within twelve actions', async ({ page, request, signIn }) => {
  const service = await serviceOf(request, '1001');
  const clients = await service.list('clients', {});
  const names = clients.map((it) => String(it['ClientName']));
  const ten = names
    .filter((name) => names.filter((it) => it === name).length === 1 && !name.includes(','))
    .slice(0, 10);
  // Typed before the list of clients is there.
  const held = await hold(page, '**/maintain/clients/**');
  await page.goto('/m/1001/EFT');
  await signIn();
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions++;
    await action;
  };
  // Typing is not an action, a click or Enter is.
  await act(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Messages' }).click());
  await act(messageTo(page).click());
  await messageTo(page).fill(ten.join(', '));
  await act(messageTo(page).press('Enter'));
  await held.release();
  await expect(page.getByText('10 recipients')).toBeVisible();
  await act(page.getByRole('combobox', { name: 'Template' }).selectOption('Thank you'));
  await page.getByLabel(/^Address of the image/).fill('https://example.com/thanks.png');
  await act(page.getByRole('button', { name: 'Send 10 messages' }).click());
  await fillCredentials(page, 'sandbox-only');
  await act(page.getByRole('dialog').getByRole('button', { name: 'Send 10 messages' }).click());
  await expect(page.getByText('10 accepted + 0 refused + 0 unknown = 10 sent')).toBeVisible();
  expect(actions).toBeLessThanOrEqual(12);
});

test('a person who may not send messages is told so before typing, and cannot send by keyboard either', async ({
  page,
  signInAs,
  axe,
}) => {
  await page.goto('/m/1001/EFT/messages');
  await signInAs('finance');
  await expect(
    page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'Ask your administrator' }),
  ).toContainText('You don’t have permission to send');
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled();
  await messageTo(page).press('Control+Enter');
  await expect(page.getByText('Choose a template.')).toHaveCount(0);
  await axe();
});

test(
  'messages are written, corrected and sent, and a case is read, by keyboard alone',
  { tag: '@long' },
  async ({ page, signIn, complaints }) => {
    test.slow();
    // A reference is tried as several numbers.
    complaints.allow(/404/);
    await page.goto('/m/1001/EFT/messages');
    await signIn();
    const keys = page.keyboard;
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const type = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await keys.type(text);
    };
    const to = messageTo(page);
    await tabTo(page, to);
    await keys.type('082 555 0111, 082 555 0112, 1234567');
    await keys.press('Enter');
    await expect(to).toBeFocused();
    await keys.type('C00012');
    await keys.press('Enter');
    await expect(page.getByText('3 recipients')).toBeVisible();
    await tabTo(page, page.getByRole('combobox', { name: 'Template' }));
    await keys.type('Mandate r');
    await tabTo(page, page.getByText('Advanced'));
    await keys.press('Enter');
    await expect(page.getByLabel('Callback data')).toBeVisible();
    await keys.press('Enter');
    // The next control has the focus after each removal: the next row, or the field of recipients.
    await tabTo(page, button('Remove row 2'));
    await keys.press('Enter');
    await expect(page.getByText('2 recipients')).toBeVisible();
    await expect(button('Remove row 2')).toBeFocused();
    await tabTo(page, button('Remove row 1'));
    await keys.press('Enter');
    await expect(page.getByText('1 recipient', { exact: true })).toBeVisible();
    await expect(button('Remove row 1')).toBeFocused();
    await tabTo(page, to);
    await keys.type('082 555 0113, 082 555 0114');
    await keys.press('Enter');
    await type('Name for everyone', 'Kim');
    await keys.press('Control+Enter');
    await expect(page.getByText('Without a value: Amount.').first()).toBeVisible();
    await type('Amount for everyone', 'R 100,00');
    await type('Name of row 2', 'Naledi');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText(/2 of 3/)).toBeVisible();
    await tabTo(page, preview.getByRole('button', { name: 'Next recipient' }));
    await keys.press('Enter');
    await keys.press('Enter');
    await expect(preview.getByText(/3 of 3/)).toBeVisible();
    await expect(preview.getByRole('button', { name: 'Next recipient' })).toBeFocused();

    await tabTo(page, button(/^Send \d/));
    await keys.press('Enter');
    await keys.press('Escape');
    await expect(button('Send 3 messages')).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByLabel('Messaging username')).toBeFocused();
    await keys.type('demo-messages');
    await keys.press('Tab');
    await keys.type('sandbox-only');
    await keys.press('Enter');
    await expect(page.getByText('3 accepted + 0 refused + 0 unknown = 3 sent')).toBeVisible();
    await expect(button('New message')).toBeFocused();
    await keys.press('Enter');
    await expect(to).toBeFocused();
    await tabTo(page, button('Disconnect'));
    await keys.press('Enter');
    await expect(button('Disconnect')).toHaveCount(0);

    await go(page, '/m/1001/EFT/cases');
    await tabTo(page, page.getByRole('searchbox', { name: 'External reference' }));
    await keys.type('CS-10021');
    await keys.press('Enter');
    await tabTo(page, button('Search case numbers instead'));
    await keys.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'External reference' })).toHaveValue('');
    await expect(page.getByRole('region', { name: 'Description' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(page, button('Show creator id number'));
    await keys.press('Enter');
    await expect(page.getByText(/^\d{13}$/)).toBeVisible();
  },
);

test('a contract leads to its cases', async ({ page, signIn, complaints }) => {
  // The reference is tried as a client's number.
  complaints.allow(/404/);
  await page.goto('/m/1001/EFT/contracts/100012');
  await signIn();
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Find cases' }).click();
  await expect(page).toHaveURL(/cases\?external_ref=LN000012$/);
  await expect(page.getByText('Reference matches')).toBeVisible();
});
