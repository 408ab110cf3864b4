import type { Page } from '@playwright/test';
import { fullDayText } from '../src/rules/day-text.ts';
import { press, textbox } from './controls.ts';
import { unpaidOnce } from './data.ts';
import { expect, test } from './fixtures.ts';
import { isGateway } from './provider.ts';
import { serviceOf, clientItem } from './service.ts';
import { newNumber, today } from './test-data.ts';

const notesOn = (page: Page) => page.getByRole('region', { name: 'Notes' });

test('a clerk notes what a payer said on the contract, finds it on the client’s page, adds another note and removes it', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const service = await serviceOf(page.request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(number, 'Nandi Notes'));
  const sequence = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber: number,
    ContractNumber: `${number}-A`,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: '2027-01-01 00:00',
    InstalmentAmount: 100,
    NumberOfInstalments: 3,
  });
  await page.goto(`/m/${merchant}/EFT/contracts/${sequence}`);
  await signIn();
  const notes = notesOn(page);
  await textbox(notes, 'Add a note').fill('Pays from 62 1234 5678 9 now');
  await expect(notes.getByText('Leave out account, card and ID numbers.')).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Save note' })).toBeDisabled();
  await textbox(notes, 'Add a note').fill('Called at 10:05 on 072 555 1137.\nAsks for Friday.');
  await axe();
  await page.keyboard.press('Control+Enter');
  const written = notes.getByRole('listitem');
  // In front of a provider this server has the machine's clock.
  const minute = isGateway ? String.raw`\d+ \w+, \d\d:\d\d` : `${fullDayText(today()).slice(0, -5)}, 12:00`;
  await expect(written).toHaveText(
    new RegExp(String.raw`${minute}.*Called at 10:05 on 072 555 1137\.\s*Asks for Friday\.`),
  );
  await expect(textbox(notes, 'Add a note')).toHaveValue('');
  await page.reload();
  await expect(written).toHaveCount(1);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Called at 10:05 on 072 555 1137.');

  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  await expect(notes.getByRole('listitem')).toContainText(`${number}-A`);
  await textbox(notes, 'Add a note').fill('New employer from March.');
  await press(notes, 'Save note');
  await expect(notes.getByRole('listitem')).toHaveText([/New employer/, /Called at 10:05/]);
  await expect(timeline).toContainText(`about ${number}-A`);
  // By its words, wherever one is.
  await page.keyboard.press('Control+k');
  const finder = page.getByRole('dialog', { name: 'Find' });
  await finder.getByRole('combobox').fill('friday called');
  await axe();
  await finder.getByRole('option', { name: /Called at 10:05/ }).click();
  await expect(page).toHaveURL(new RegExp(`/contracts/${sequence}$`));
  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  await page.goto(`/m/${merchant}/EFT/contracts/${sequence}/debits/1`);
  await expect(notes).toContainText('Called at 10:05');
  await page.goBack();
  await notes
    .getByRole('button', { name: /^Remove the note/ })
    .first()
    .click();
  await expect(notes.getByRole('listitem')).toHaveText([/Called at 10:05/]);
});

test('a note of support is there for a colleague; who only views writes none', async ({ page, signInAs, context }) => {
  const client = unpaidOnce.ClientNumber;
  await page.goto(`/m/1001/EFT/clients/${client}`);
  await signInAs('support');
  const text = `Noted by support ${newNumber()}`;
  await textbox(notesOn(page), 'Add a note').fill(text);
  await press(notesOn(page), 'Save note');
  // In the list: the field has the text as well until the answer is here.
  await expect(notesOn(page).getByRole('listitem').filter({ hasText: text })).toBeVisible();
  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(`/m/1001/EFT/clients/${client}`);
  await signInAs('auditor');
  await expect(notesOn(page).getByRole('listitem').filter({ hasText: text })).toBeVisible();
  await expect(notesOn(page).getByRole('textbox')).toHaveCount(0);
  await expect(notesOn(page).getByRole('button')).toHaveCount(0);
});
