import { choose, press, sideways, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber } from './test-data.ts';

test('a client who wants no messages gets none until they want them again', async ({ page, merchant, signIn, axe }) => {
  const service = await serviceOf(page.request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', {
    ...clientItem(number, 'Olwethu Optout'),
    CellphoneNumber: '27825550166',
  });
  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  await signIn();
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account).toContainText('82 555 0166');
  await choose(page, 'No messages any more…');
  const dialog = page.getByRole('dialog', { name: 'No messages any more' });
  await press(dialog, 'Stop messages');
  await expect(dialog.getByText('1 field needs attention')).toBeVisible();
  await dialog.getByRole('textbox').fill('Asked on the telephone');
  await axe();
  await press(dialog, 'Stop messages');
  await expect(statusNote(page, 'The client gets no messages any more')).toBeVisible();
  await expect(account).toContainText('Wants no messages, since 25 Nov');
  await expect(account).toContainText('Sam Staff: Asked on the telephone');
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page), 'pixels to the side').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(`/m/${merchant}/EFT/messages?client=${number}`);
  await expect(page.getByText('The client wants no messages.')).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  await press(account, 'Send messages again');
  await expect(statusNote(page, 'The client gets messages again')).toBeVisible();
  await expect(account).not.toContainText('Wants no messages');
});
