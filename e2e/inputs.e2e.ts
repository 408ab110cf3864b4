import type { Locator, Page } from '@playwright/test';
import { fieldOf } from '../src/contract/fields.ts';
import { Message } from '../src/contract/messages.ts';
import { operations, type OperationName } from '../src/contract/operations.ts';
import { addMonths } from '../src/rules/calendar.ts';
import { choose, combobox, go, messageTo, pick, press, rowAction, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

interface Records {
  client: string;
  mandate: number;
  pending: number;
  plain: number;
  payout: number;
}

async function createRecords(page: Page, merchant: string): Promise<Records> {
  const { make } = await serviceOf(page.request, merchant);
  const client = newNumber();
  const create = (resource: string, product: string, request: string, item: object) =>
    make(resource, request, { ClientNumber: client, ...item }, product);
  const start = `${addMonths(today(), 3).slice(0, 8)}01 00:00`;
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 25, InstalmentStartDate: start, InstalmentAmount: 100 };
  for (const product of ['EFT', 'DEBICHECK']) await make('clients', 'ClientPostRequest', clientItem(client), product);
  const payout = { PaymentAmount: 100, PaymentStartDate: start, NumberOfPayments: 2, FrequencyCode: 'MNTH' };
  return {
    client,
    mandate: await create('mandates', 'EFT', 'MandatePostRequest', {
      ...terms,
      ContractNumber: 'M',
      NumberOfInstalments: 2,
    }),
    pending: await create('mandates', 'DEBICHECK', 'MandatePostRequest', {
      ...terms,
      ContractNumber: 'P',
      TransactionType: 'TT2',
    }),
    plain: await create('contracts', 'EFT', 'ContractPostRequest', {
      ...terms,
      ContractNumber: 'C',
      NumberOfInstalments: 2,
    }),
    payout: await create('payo/contracts', 'EFT', 'PayoContractPostRequest', { ...payout, ContractNumber: 'O' }),
  };
}

const identification = ['ClientNumber', 'ContractNumber', 'ContractSequence'];
const range = { StartDate: 'From', EndDate: 'To' };
/** Chosen by name. */
const client = { ClientNumber: 'Client' };
const more = [/^More options/];
const adjusted = { 'Adjustment category': 'A' };
const times = { StartDate: 'From time', EndDate: 'To time' };

interface FormPage {
  /** The address below the merchant; in DEBICHECK if it begins with `~`. */
  at(stored: Records): string;
  /** Buttons that show the fields, and keys, in this order. */
  press?: (RegExp | 'Escape')[];
  /** Fields, by label, that make others appear. */
  fill?: Record<string, string>;
  /** Inputs that follow from the record on screen. */
  given?: readonly string[];
  /** Inputs whose control has another name than the field. */
  named?: Record<string, string>;
}

/** Where each operation's inputs are. Lookups have none; the product is in the path. */
const formPages: Partial<Record<OperationName, FormPage>> = {
  mandateCreate: { at: () => 'mandates/new', press: more, fill: adjusted, named: client },
  mandateEdit: { at: (it) => `contracts/${it.mandate}/edit`, press: more, fill: adjusted, given: identification },
  mandateCancel: {
    at: (it) => `contracts/${it.mandate}`,
    press: [/^More$/, /^Cancel mandate$/],
    given: identification,
  },
  mandateList: {
    at: () => 'mandates',
    named: { ...labelled(identification, 'Find a mandate'), MandateStatusCode: 'Status' },
  },
  contractCreate: { at: () => 'contracts/new', named: client },
  contractEdit: { at: (it) => `contracts/${it.plain}/edit`, press: [/anyway$/], given: identification },
  contractCancel: {
    at: (it) => `contracts/${it.plain}`,
    press: [/^More$/, /^Cancel contract$/],
    given: identification,
  },
  contractList: { at: () => 'contracts', named: labelled(identification, 'Find a contract') },
  instalmentCreate: { at: (it) => `contracts/${it.mandate}`, press: [/^Add instalment$/], given: identification },
  instalmentEdit: {
    at: (it) => `contracts/${it.mandate}`,
    press: [/^Actions for instalment 1$/, /^Edit$/],
    given: [...identification, 'InstalmentSequence'],
  },
  instalmentCancel: { at: (it) => `contracts/${it.mandate}`, given: [...identification, 'InstalmentSequence'] },
  instalmentList: {
    at: () => 'instalments',
    named: labelled([...identification, 'InstalmentSequence'], 'Find instalments'),
  },
  omniInstalmentCreate: { at: () => 'omni', press: [/^Add instalment$/] },
  omniInstalmentEdit: {
    at: (it) => `omni?contract=${it.mandate}`,
    press: [/^Actions for instalment 1$/, /^Edit$/],
    given: ['ContractSequence', 'InstalmentSequence'],
  },
  omniInstalmentCancel: {
    at: (it) => `omni?contract=${it.mandate}`,
    given: ['ContractSequence', 'InstalmentSequence'],
  },
  omniInstalmentList: {
    at: (it) => `omni?contract=${it.mandate}`,
    named: { ...labelled(['ContractSequence', 'InstalmentSequence'], 'Find instalments'), Status: 'Filter by status' },
  },
  payoutContractCreate: { at: () => 'payouts/new', named: client },
  payoutContractCancel: {
    at: (it) => `payouts/${it.payout}`,
    press: [/^More$/, /^Cancel payout contract$/],
    given: identification,
  },
  payoutContractList: { at: () => 'payouts', named: labelled(identification, 'Find a payout contract') },
  payoutPaymentCreate: { at: (it) => `payouts/${it.payout}`, press: [/^Add payment$/], given: identification },
  payoutPaymentEdit: {
    at: (it) => `payouts/${it.payout}`,
    press: [/^Actions for payment 1$/, /^Edit$/],
    given: [...identification, 'PaymentSequence'],
  },
  payoutPaymentList: { at: () => 'payments', named: labelled([...identification, 'PaymentSequence'], 'Find payments') },
  clientCreate: { at: () => 'clients/new' },
  clientEdit: { at: (it) => `clients/${it.client}/edit`, given: ['ClientNumber'] },
  clientList: { at: () => 'clients', named: { ClientNumber: 'Find a client' } },
  mandateInitiateEdit: { at: (it) => `~initiated-mandates/${it.pending}/edit`, fill: adjusted, given: identification },
  mandateInitiateCancel: {
    at: () => '~initiated-mandates',
    press: [/^Actions for mandate/, /^Delete/],
    given: identification,
  },
  futureTransactionReport: { at: () => 'reports/future-transactions', press: [/^Period/], named: range },
  omniContractChangeReport: { at: () => 'reports/omni-contract-changes', press: [/^Period/], named: range },
  omniInstalmentChangeReport: { at: () => 'reports/omni-instalment-changes', press: [/^Period/], named: range },
  transactionReport: {
    at: () => 'reports/transactions',
    press: [/^Period/, /^Add times$/, 'Escape', /^More filters/],
    named: times,
    // Chosen in a menu.
    given: ['Product'],
  },
  mandateChangeReport: {
    at: () => 'reports/mandate-changes',
    press: [/^Period/, /^Add times$/, 'Escape', /^More filters/],
    named: times,
  },
  contractChangeReport: {
    at: () => 'reports/contract-changes',
    press: [/^Period/, /^Add times$/, 'Escape', /^More filters/],
    named: times,
  },
  payoutPaymentChangeReport: {
    at: () => 'reports/payout-payment-changes',
    press: [/^Period/, /^Add times$/, 'Escape', /^More filters/],
    named: times,
  },
  caseView: { at: () => 'cases' },
};

function labelled(fields: readonly string[], label: string): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, label]));
}

/** The labels of every control on the page, without the mark of required ones, and of groups of buttons that filter. */
const labels = (page: Page): Promise<string[]> =>
  page.locator('input, select, textarea, [role=group]').evaluateAll((controls) =>
    controls.map((it) => {
      const { labels: named } = it as HTMLInputElement;
      return (it.getAttribute('aria-label') ?? named?.[0]?.textContent ?? '').replace(/\s*\*$/, '').trim();
    }),
  );

test(
  'every input of the interface has a control in the console',
  { tag: '@long' },
  async ({ page, merchant, signIn, complaints }) => {
    test.slow();
    // A contract without a mandate is requested as a mandate as well.
    complaints.allow(/404/);
    await page.goto(`/m/${merchant}/EFT`);
    await signIn();
    const stored = await createRecords(page, merchant);
    for (const [name, operation] of Object.entries(operations)) {
      const inputs = Object.keys(operation.input.shape);
      if (inputs.length === 0 || name === 'templateSend') continue;
      await test.step(name, async () => {
        const form = formPages[name as OperationName];
        expect(form, `where the inputs of ${name} are given`).toBeDefined();
        if (!form) return;
        const path = form.at(stored);
        const product = path.startsWith('~') ? 'DEBICHECK' : 'EFT';
        // Goes to a page without fields first, so that the previous page's are not mistaken for these.
        await go(page, `/m/${merchant}/${product}/nowhere`);
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
        await go(page, `/m/${merchant}/${product}/${path.replace(/^~/, '')}`);
        // A panel closes when the next one opens.
        const there = new Set<string>();
        const look = async () => (await labels(page)).forEach((it) => there.add(it));
        for (const action of form.press ?? []) {
          if (action === 'Escape') {
            await page.keyboard.press(action);
            continue;
          }
          await page
            .getByRole('button', { name: action })
            .or(page.getByRole('menuitem', { name: action }))
            .first()
            .click();
          await look();
        }
        for (const [label, value] of Object.entries(form.fill ?? {})) {
          await page.getByLabel(label).fill(value);
          await page.keyboard.press('Tab');
        }
        const wanted = inputs
          .filter((field) => !form.given?.includes(field))
          .map((field) => form.named?.[field] ?? fieldOf(field)?.label ?? field);
        const lacking = async () => {
          await look();
          return missing(wanted, [...there]);
        };
        await expect.poll(lacking, { message: `without a control` }).toEqual([]);
      });
    }
  },
);

test('an instalment can be added and edited with its debit type and tracking code', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.goto(`/m/${merchant}/EFT`);
  await signIn();
  const { mandate } = await createRecords(page, merchant);
  await go(page, `/m/${merchant}/EFT/contracts/${mandate}`);
  const grid = page.getByRole('grid', { name: 'Instalments' });
  await rowAction(page, 'Edit', 'instalment 1');
  await pick(combobox(grid, 'Tracking code'), '04');
  await pick(combobox(grid, 'Debit type'), 'OOFF');
  await page.keyboard.press('Enter');
  const row = grid
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Actions for instalment 1', exact: true }) });
  await expect(row).toContainText('Once off');

  await rowAction(page, 'Duplicate', 'instalment 1');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Tracking code')).toHaveValue('6 days (04)');
  await pick(combobox(dialog, 'Debit type'), 'RCUR');
  await dialog.getByRole('button', { name: 'Add instalment' }).click();
  await expect(statusNote(page, /^Instalment 3 added: R\s100,00/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(grid.getByRole('row', { name: /Recurring/ }).first()).toBeVisible();
});

test('a form that is submitted while the options of a field are on their way sends what was typed there', async ({
  page,
  signIn,
  merchant,
}) => {
  const { payout } = await createRecords(page, merchant);
  // Before the page: its history names these codes too.
  const codes = await hold(page, /\/payout_cancel_codes\//);
  await page.goto(`/m/${merchant}/EFT/payouts/${payout}`);
  await signIn();
  await choose(page, 'Cancel payout contract');
  const dialog = page.getByRole('dialog');
  await pick(combobox(dialog, 'Cancellation reason'), 'Duplicate');
  await press(dialog, 'Cancel payout contract');
  await expect(dialog.getByRole('button', { name: 'Checking…' })).toBeVisible();
  await codes.release();
  await expect(statusNote(page, /^Payout contract .* cancelled/)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Duplicate payment');
});

test('instalments are found by number, and omni instalments by status, in every contract', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.goto(`/m/${merchant}/EFT/instalments`);
  await signIn();
  const { payout } = await createRecords(page, merchant);
  /** The numbers of the shown instalments. */
  const endings = (cells: Locator) =>
    cells.evaluateAll((all) => all.map((it) => it.getAttribute('data-item')?.split('/').at(-1)));
  await page.getByRole('searchbox', { name: 'Find instalments' }).fill('No. 2');
  const numbers = page.getByRole('grid', { name: 'Instalments' }).locator('[data-item]');
  await expect.poll(async () => new Set(await endings(numbers))).toEqual(new Set(['2']));

  await go(page, `/m/${merchant}/EFT/instalments`);
  await combobox(page, 'Date').selectOption({ label: 'Collection date' });
  const omni = page.getByRole('grid', { name: 'Instalments by collection date' });
  await page.getByRole('searchbox', { name: 'Find instalments' }).fill('No. 1');
  await page
    .getByRole('group', { name: 'Filter by status' })
    .getByRole('button', { name: /^Scheduled/ })
    .click();
  const first = omni.locator('[data-item$="/1"]');
  await expect(first.nth(1)).toBeVisible();
  await expect.poll(async () => new Set(await endings(omni.locator('[data-item]')))).toEqual(new Set(['1']));
  await expect(omni.getByRole('cell', { name: /Paid|Cancelled/ })).toHaveCount(0);
  await expect(omni.getByRole('link', { name: /^\d+$/ }).nth(1)).toBeVisible();

  await go(page, `/m/${merchant}/EFT/payments?q=${payout}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Payouts/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find payments' }).fill(`${payout} No. 2`);
  await expect(page.getByRole('grid', { name: 'Payments' }).getByRole('row')).toHaveCount(2);
});

test('a report accepts times, and refuses a day that ends before it begins', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT/reports/transactions?range=today');
  await signIn();
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: 'Add times' }).click();
  const requested = page.waitForRequest(
    (it) => new URL(it.url()).searchParams.get('StartDate')?.endsWith(' 09:30') ?? false,
  );
  await page.getByLabel('From time').fill('930');
  await page.keyboard.press('Enter');
  await requested;
  await page.getByLabel('To time').fill('09:29');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The first time is after the last.');
  const whole = page.waitForRequest((it) => new URL(it.url()).searchParams.get('EndDate')?.endsWith(' 17:00') ?? false);
  await page.getByLabel('To time').fill('17:00');
  await page.keyboard.press('Enter');
  await whole;
});

const missing = (wanted: readonly string[], there: readonly string[]) => wanted.filter((it) => !there.includes(it));

/** The typed fields of a message; the others are chosen, or belong to a recipient. */
const messageLabels: Record<string, string> = {
  from: 'From',
  to: 'Number of row 1',
  messageId: 'Message ID of row 1',
  'content.templateName': 'Template',
  'content.templateData.body.placeholders': 'Value 1 of row 1',
  'content.templateData.header.type': 'Header type',
  'content.templateData.header.mediaUrl': 'Address of the media',
  'content.templateData.header.filename': 'File name',
  'content.language': 'Language',
  callbackData: 'Callback data',
  notifyUrl: 'Notification URL',
  'urlOptions.shortenUrl': 'Shorten links',
  'urlOptions.trackClicks': 'Track clicks on links',
  'urlOptions.trackingUrl': 'Tracking address',
  'urlOptions.removeProtocol': 'Hide https:// in short links',
  'urlOptions.customDomain': 'Domain of short links',
};

/** The fields of an object schema, nested ones by their path. */
function pathsOf(schema: unknown, before = ''): string[] {
  const inner = (schema as { _zod?: { def: { innerType?: unknown } } })._zod?.def.innerType;
  if (inner) return pathsOf(inner, before);
  const { shape } = schema as { shape?: Record<string, unknown> };
  return shape
    ? Object.entries(shape).flatMap(([name, it]) => pathsOf(it, before ? `${before}.${name}` : name))
    : [before];
}

test('every input of a message has a control in the composer', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT/messages');
  await signIn();
  await page.getByRole('combobox', { name: 'Template' }).selectOption('Other template…');
  await page.getByLabel('Number of values').fill('1');
  await page.getByLabel('Header type').fill('TEXT');
  await page.getByText('Advanced').click();
  await page.getByLabel('Use my own IDs').check();
  await messageTo(page).fill('0825550101');
  await messageTo(page).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message ID of row 1' })).toBeVisible();
  const wanted = pathsOf(Message).map((path) => messageLabels[path] ?? path);
  expect(missing(wanted, await labels(page))).toEqual([]);
});
