import { addDays } from '../src/rules/calendar.ts';
import { press, sideways, statusNote, textbox } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { isGateway, peoplePassword } from './provider.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test(
  'an administrator says when messages go and how many; what comes too soon waits, and goes when it may',
  { tag: '@long' },
  async ({ page, browser, signInAs, axe }) => {
    // Of the organisation, and no other test sends messages for it.
    const merchant = '1015';
    const service = await serviceOf(page.request, merchant);
    const number = newNumber();
    const CellphoneNumber = `2782${number.replaceAll(/\D/g, '').padStart(7, '5').slice(-7, -2)}01`;
    await service.make('clients', 'ClientPostRequest', { ...clientItem(number, 'Wendy Weekly'), CellphoneNumber });

    const administrator = await (await browser.newContext()).newPage();
    await administrator.goto(`/m/${merchant}/EFT/settings/merchants/${merchant}`);
    await fillSignIn(administrator, 'administrator');
    const hours = administrator.getByRole('region', { name: 'When messages go' });
    await expect(hours).toContainText('Messages go at any hour of any day.');
    await hours.getByRole('checkbox', { name: 'Only at certain hours' }).check();
    await textbox(hours, 'From').fill('20:00');
    await textbox(hours, 'To').fill('8');
    await press(hours, 'Save');
    await expect(hours.getByText('Enter a time, such as 20:00')).toBeVisible();
    await textbox(hours, 'From').fill('00:00');
    await textbox(hours, 'To').fill('24:00');
    for (const name of ['On Sundays', 'On public holidays']) await hours.getByRole('checkbox', { name }).check();
    await textbox(hours, 'Messages to a client in seven days').fill('1');
    await press(hours, 'Save');
    await expect(hours).toContainText('A client gets at most 1 message in seven days.');

    const messageTo = async (outcome: string) => {
      await page.goto(`/m/${merchant}/EFT/messages?client=${number}`);
      await page.getByRole('combobox', { name: 'Template' }).selectOption('Thank you');
      await textbox(page, 'Address of the image').fill('https://example.com/thanks.png');
      await press(page, 'Send 1 message');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Messaging username').fill('demo-messages');
      await dialog.getByLabel('Messaging password').fill(peoplePassword());
      await press(dialog, 'Send 1 message');
      await expect(page.getByText(outcome)).toBeVisible();
    };
    await page.goto(`/m/${merchant}/EFT/messages`);
    await signInAs('staff');
    await messageTo('1 accepted + 0 refused + 0 unknown = 1 sent');
    await messageTo('0 accepted + 1 waiting + 0 refused + 0 unknown = 1 sent');
    await expect(page.getByText(/^One waits until messages of this merchant may go/)).toBeVisible();
    await axe();
    await page.goto(`/m/${merchant}/EFT/clients/${number}`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages).toContainText('Waiting');
    await expect(messages).toContainText(/It goes on Wed 2 Dec 2026, \d\d:\d\d/);
    await axe();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await sideways(page), 'pixels to the side').toEqual([]);
    await press(messages, 'Don’t send');
    await expect(statusNote(page, 'The message won’t be sent')).toBeVisible();
    await expect(messages).toContainText('Not sent: Sam Staff took it back.');
    await page.setViewportSize({ width: 1280, height: 800 });
    await messageTo('0 accepted + 1 waiting + 0 refused + 0 unknown = 1 sent');
    await page.goto(`/m/${merchant}/EFT/clients/${number}`);
    await expect(messages).toContainText('Waiting');
    // The business time of a server in front of a provider is not the sandbox's.
    if (!isGateway) {
      await service.moveClockTo(addDays(today(), 7));
      await expect(async () => {
        await page.reload();
        await expect(messages.getByText('Delivered')).toHaveCount(2, { timeout: 2000 });
      }).toPass();
    }

    await hours.getByRole('checkbox', { name: 'Only at certain hours' }).uncheck();
    await press(hours, 'Save');
    await expect(hours).toContainText('Messages go at any hour of any day.');
    await administrator.context().close();
  },
);
