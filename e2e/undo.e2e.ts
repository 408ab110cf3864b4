import { addDays, addMonths } from '../src/rules/calendar.ts';
import { weekdayText } from '../src/rules/day-text.ts';
import { press, rowAction, statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { holdAnswer, loseAnswer, lostAnswer } from './network.ts';
import { clientItem, serviceOf, type Service } from './service.ts';
import { newNumber, today } from './test-data.ts';

const start = () => `${addMonths(today(), 1).slice(0, 8)}25`;

/** A mandate of three months from next month's 25th, R 150 a time, for a new client. */
async function createMandate(service: Service): Promise<{ client: string; number: string; contract: number }> {
  const [client, number] = [newNumber(), newNumber()];
  await service.make('clients', 'ClientPostRequest', {
    ...clientItem(client),
    EMail: 'naledi@example.org',
  });
  const contract = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber: client,
    ContractNumber: number,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${start()} 00:00`,
    InstalmentAmount: 150,
    NumberOfInstalments: 3,
  });
  return { client, number, contract };
}

test(
  'an edit returns to its record with an Undo; a value changed again meanwhile is asked about',
  { tag: '@long' },
  async ({ page, request, merchant, signIn, axe }) => {
    const service = await serviceOf(request, merchant);
    const { client, number, contract } = await createMandate(service);
    const amount = async () =>
      (await service.list('mandates', { ContractSequence: contract }))[0]?.['InstalmentAmount'];
    const edit = async (value: string) => {
      await page.getByRole('link', { name: 'Edit mandate' }).click();
      await textbox(page, 'Instalment amount').fill(value);
      await press(page, 'Review changes');
      await press(page.getByRole('dialog'), 'Save 1 change');
    };
    const facts = page.getByRole('region', { name: 'Key facts' });

    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    await signIn();
    await edit('175');
    await expect(statusNote(page, `Mandate ${number} updated: amount R 150,00 → R 175,00`)).toBeVisible();
    await expect(statusNote(page, `Mandate ${number} updated`)).toBeInViewport({ ratio: 1 });
    await statusNote(page, `Mandate ${number} updated`).hover();
    await expect(page.getByRole('heading', { level: 1, name: `Naledi Dlamini · ${number}` })).toBeFocused();
    await expect(facts).toContainText('R 175,00');
    await axe();
    expect(await amount()).toBe(175);
    await press(page, 'Undo');
    await expect(statusNote(page, 'Undone: amount R 175,00 → R 150,00')).toBeVisible();
    await expect(facts).toContainText('R 150,00');
    expect(await amount()).toBe(150);
    // An undone edit cannot be undone again.
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();

    await edit('180');
    await expect(statusNote(page, 'updated: amount R 150,00 → R 180,00')).toBeVisible();
    // Pointed at, it stays.
    await statusNote(page, 'updated: amount R 150,00 → R 180,00').hover();
    await service.edit('mandates', 'MandatePutRequest', { ContractSequence: contract, InstalmentAmount: 150 });
    await press(page, 'Undo');
    await expect(page.getByText('It has already been changed back, as far as it can be read.')).toBeVisible();
    await press(page, 'Don’t undo');
    await service.edit('mandates', 'MandatePutRequest', { ContractSequence: contract, InstalmentAmount: 190 });
    await press(page, 'Undo');
    await expect(
      page.getByText('It has been changed again since. Undo would replace that: amount R 190,00 → R 150,00.'),
    ).toBeVisible();
    await press(page, 'Don’t undo');
    expect(await amount()).toBe(190);
    await press(page, 'Undo');
    await press(page, 'Undo anyway');
    await expect(statusNote(page, /^Undone/)).toBeVisible();
    expect(await amount()).toBe(150);
    // It belongs to this page and disappears with it.
    await page.getByRole('link', { name: client }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Naledi Dlamini/ })).toBeVisible();
    await expect(statusNote(page, /^Undone/)).toBeHidden();
  },
);

test(
  'Undo moves an instalment back, next to its row wherever the page is scrolled to',
  { tag: '@long' },
  async ({ page, request, merchant, signIn, axe, complaints }) => {
    complaints.allow(lostAnswer);
    const service = await serviceOf(request, merchant);
    const { contract } = await createMandate(service);
    const due = async () =>
      (await service.list('instalments', { ContractSequence: contract, InstalmentSequence: 2 }))[0]?.[
        'InstalmentActionDate'
      ];
    const before = addMonths(start(), 1);
    const moved = addDays(before, 3);
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    await signIn();
    const grid = page.getByRole('grid', { name: 'Instalments' });
    await rowAction(grid, 'Edit', 'instalment 2');
    const place = async () => (await grid.boundingBox())?.y;
    await textbox(page, 'Action date').fill(moved);
    await textbox(page, 'Action date').press('Enter');
    await expect(statusNote(page, `Instalment 2 moved to ${weekdayText(moved)}`)).toBeInViewport();
    await statusNote(page, /^Instalment 2 moved/).hover();
    const [y] = [await place()];
    expect(await due()).toBe(`${moved} 00:00`);
    await axe();

    await loseAnswer(page, 'instalmentEdit');
    await press(page, 'Undo');
    // Its lost answer is asked for again.
    await expect(statusNote(page, /^Undone: /)).toBeVisible();
    expect(await due()).toBe(`${before} 00:00`);
    await press(page, 'Dismiss');
    await expect(statusNote(page, /^Undone: /)).toBeHidden();
    expect(await place(), 'nothing moves when the sentence comes or goes').toBe(y);
  },
);

test(
  'a slow save keeps its button as wide as before, and after five seconds asks to stay',
  { tag: '@long' },
  async ({ page, request, merchant, signIn, axe }) => {
    const service = await serviceOf(request, merchant);
    const { contract } = await createMandate(service);
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}/edit`);
    await signIn();
    await textbox(page, 'Instalment amount').fill('160');
    await press(page, 'Review changes');
    const answer = await holdAnswer(page, 'mandateEdit');
    const dialog = page.getByRole('dialog');
    const widthOf = async (name: string) => (await dialog.getByRole('button', { name }).boundingBox())?.width;
    const width = await widthOf('Save 1 change');
    await press(dialog, 'Save 1 change');
    await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeDisabled();
    expect(await widthOf('Saving…')).toBe(width);
    await axe();
    await expect(dialog.getByText('Still saving. Don’t close this page.')).toBeVisible();
    await answer.release();
    await expect(statusNote(page, 'updated: amount R 150,00 → R 160,00')).toBeVisible();
  },
);

test('the sentence about what was done goes after ten seconds, but not while it is pointed at or has the focus', async ({
  page,
  request,
  merchant,
  signIn,
}) => {
  const { contract } = await createMandate(await serviceOf(request, merchant));
  await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
  await signIn();
  const move = async (days: number) => {
    await rowAction(page, 'Edit', 'instalment 2');
    await textbox(page, 'Action date').fill(addDays(addMonths(start(), 1), days));
    await textbox(page, 'Action date').press('Enter');
    await expect(statusNote(page, /^Instalment 2 moved/)).toBeInViewport();
  };
  await page.clock.install();
  await move(3);
  await statusNote(page, /^Instalment 2 moved/).hover();
  await page.clock.runFor(25_000);
  await expect(statusNote(page, /^Instalment 2 moved/)).toBeVisible();
  await page.mouse.move(1400, 10);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.clock.runFor(21_000);
  await expect(statusNote(page, /^Instalment 2 moved/)).toBeHidden();
  await move(4);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.clock.runFor(25_000);
  await expect(statusNote(page, /^Instalment 2 moved/)).toBeVisible();
});
