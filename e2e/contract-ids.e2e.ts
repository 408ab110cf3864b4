import { press, rowAction, selectionAction, textbox } from './controls.ts';
import { long, writesWithIds } from './other-service/contract-ids.ts';
import { inDays } from './other-service/own-statuses.ts';
import { expect, test } from './other-service/product.ts';

const tenant = '/m/80/NAEDO';
const days = `from=${inDays(1)}&to=${inDays(30)}`;

/** The queries of the cancels that reached the other service. */
const deletes = () =>
  writesWithIds.flatMap(({ method, query }) => (method === 'DELETE' ? [query.slice(1).split('&').toSorted()] : []));

test.beforeEach(({ complaints }) => complaints.allow(/Failed to load resource/));

for (const [tab, address] of [
  ['All contracts', `instalments?${days}`],
  ['By collection date', `omni?${days}`],
] as const)
  test(`only instalments with an identified contract can be changed or cancelled from the list: ${tab}`, async ({
    page,
    other,
    signIn,
  }) => {
    writesWithIds.length = 0;
    await page.goto(`${other}${tenant}/${address}`);
    await signIn();
    await expect(
      page.getByText('2 instalments can’t be changed from this list, which doesn’t say whose they are.'),
    ).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(2);
    await expect(
      page.getByRole('row').filter({ hasText: 'BARE-1' }).getByTitle('its client is not known here'),
    ).toBeVisible();

    await press(page, 'Select all 2');
    await expect(page.getByText('2 instalments, R 200,00 selected')).toBeVisible();
    await selectionAction(page, 'Cancel 2 instalments…');
    await press(page.getByRole('alertdialog'), 'Cancel 2 instalments');
    await expect(page.getByRole('status').filter({ hasText: '2 instalments cancelled' })).toBeVisible();
    expect(deletes().toSorted()).toEqual([
      ['ClientNumber=K1', 'ContractNumber=BOTH', 'InstalmentSequence=2', 'Version=v1'],
      [`ContractSequence=${long}`, 'InstalmentSequence=2', 'Version=v1'],
    ]);

    await page.getByRole('row').filter({ hasText: 'BOTH' }).getByRole('checkbox').click();
    await press(page, 'Change amount…');
    const change = page.getByRole('dialog');
    await change.getByLabel('Instalment amount').fill('5');
    await press(change, 'Change instalment 2');
    await expect.poll(() => writesWithIds.at(-1)?.method).toBe('PUT');
    expect(writesWithIds.at(-1)?.body).toBe(
      '{"InstalmentPutRequest":[{"ClientNumber":"K1","ContractNumber":"BOTH","InstalmentSequence":2,"InstalmentAmount":5}]}',
    );
  });

test('a contract ID beyond 2^53 is shown, linked and sent with all its digits', async ({ page, other, signIn }) => {
  writesWithIds.length = 0;
  await page.goto(`${other}${tenant}/instalments?${days}`);
  await signIn();
  await page.getByRole('row').filter({ hasText: 'LONG' }).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/contracts/${long}\\?instalment=2$`));
  await expect(page.getByText(long, { exact: true }).first()).toBeVisible();
  await rowAction(page, 'Edit', 'instalment 2');
  await textbox(page, 'Instalment amount').fill('5');
  await press(page, 'Save instalment 2');
  const edited = () => writesWithIds.at(-1)?.body;
  const sent = `{"InstalmentPutRequest":[{"ContractSequence":${long},"InstalmentSequence":2,"InstalmentAmount":5}]}`;
  await expect.poll(edited).toBe(sent);
  await rowAction(page, 'Cancel', 'instalment 2');
  await press(page.getByRole('alertdialog'), 'Cancel instalment 2');
  await expect.poll(deletes).toEqual([[`ContractSequence=${long}`, 'InstalmentSequence=2', 'Version=v1']]);
});
