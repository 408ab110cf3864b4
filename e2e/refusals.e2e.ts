import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Operation } from '../src/contract/operation.ts';
import { operations, type OperationName } from '../src/contract/operations.ts';
import { addDays, addMonths } from '../src/rules/calendar.ts';
import { failedShapes, unclearShapes, type FailedShape, type SentItem, type UnclearShape } from './answer-shapes.ts';
import { choose, fillClient, fillMandate, pickFirst, press, rowAction, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

/** The records that the forms edit; the console's own writes never reach the service. */
interface Records {
  mandate: number;
  contract: number;
  payout: number;
  initiated: number;
}

/** Creates one record of each resource for a sample client, as another program does. */
async function createRecords(request: APIRequestContext, merchant: string): Promise<Records> {
  const start = `${addMonths(today(), 1).slice(0, 8)}25 00:00`;
  const { make } = await serviceOf(request, merchant);
  const common = { ClientNumber: 'C00003', FrequencyCode: 'MNTH' };
  const terms = { CollectionDay: 25, InstalmentStartDate: start, InstalmentAmount: 150, NumberOfInstalments: 3 };
  const [mandate, contract, payout, initiated] = await Promise.all([
    make('mandates', 'MandatePostRequest', { ...common, ...terms, ContractNumber: newNumber() }),
    make('contracts', 'ContractPostRequest', { ...common, ...terms, ContractNumber: newNumber() }),
    make('payo/contracts', 'PayoContractPostRequest', {
      ...common,
      ContractNumber: newNumber(),
      PaymentStartDate: start,
      PaymentAmount: 75,
      NumberOfPayments: 2,
    }),
    make(
      'mandates',
      'MandatePostRequest',
      { ...common, ...terms, ContractNumber: newNumber(), ClientNumber: 'C50003', TransactionType: 'TT2' },
      'DEBICHECK',
    ),
  ]);
  return { mandate, contract, payout, initiated };
}

/** Answers every write of one operation in a chosen shape, without running it. */
async function simulateAnswers(page: Page, name: OperationName) {
  const it: Operation = operations[name];
  let shapes: readonly (FailedShape | UnclearShape)[] = [];
  const keys: (string | undefined)[] = [];
  const resource = it.path.replace('{PREFIX}', '').replace('/{product}', '');
  const isMine = (url: URL) => new RegExp(`^/v1/payments/\\d+${resource}/\\w+$`).test(url.pathname);
  const answer: Parameters<Page['route']>[1] = async (route) => {
    const sent = route.request();
    const [shape = shapes.at(-1)] = shapes.slice(keys.length);
    if (sent.method() !== it.method || !shape) return route.fallback();
    const { Version: _, ...query } = Object.fromEntries(new URL(sent.url()).searchParams);
    const body = it.request ? (sent.postDataJSON() as Record<string, SentItem[]>)[it.request] : undefined;
    const item = body?.[0] ?? query;
    const lists =
      'failed' in shape
        ? { Successful: [], Failed: shape.failed(item) }
        : { Successful: shape.Successful?.(item), Failed: shape.Failed?.(item) };
    keys.push(sent.headers()['idempotency-key']);
    await route.fulfill({
      json: { [it.response ?? '']: [lists], APIResponse: { CallSequence: 4242, Status: 'SUCCESS' } },
    });
  };
  await page.route(isMine, answer);
  return {
    /** Submits, and waits until it was sent as often as there are shapes, each the next answer's. */
    async as(next: readonly (FailedShape | UnclearShape)[], submit: () => Promise<unknown>): Promise<void> {
      shapes = next;
      keys.length = 0;
      await submit();
      const sending = { message: 'the write is sent', intervals: [10, 20, 50] };
      await expect.poll(() => keys.length, sending).toBe(next.length);
    },
    /** Of what was submitted last. */
    keys: () => keys,
    stop: () => page.unroute(isMine, answer),
  };
}

interface Form {
  operation: OperationName;
  /** The address below the merchant, with its product. */
  path: (of: Records) => string;
  /** Opens the form, fills it in, and returns its container. */
  open: (page: Page) => Promise<Locator>;
  /** Submits it, after opening it again if needed. */
  submit: (page: Page, at: Locator) => Promise<unknown>;
  /** The input that must be kept; absent if there is none. */
  typed?: readonly [name: string, value: string];
  /** Reports a sum and no reason, as part of a batch. */
  isSum?: true;
}

const within = async (page: Page, role: 'dialog' | 'alertdialog' | 'main'): Promise<Locator> => {
  const at = page.getByRole(role);
  await expect(at).toBeVisible();
  return at;
};
const inDialog =
  (
    opener: string | RegExp,
    fill: (at: Locator) => Promise<unknown>,
    open: (page: Page, name: string | RegExp) => Promise<void> = press,
  ) =>
  async (page: Page) => {
    await open(page, opener);
    const at = await within(page, 'dialog');
    await fill(at);
    return at;
  };
const reason = async (at: Locator) => pickFirst(at.getByRole('combobox', { name: /^Cancellation reason$/ }));
const nextMonth = () => addMonths(today(), 1);
const save = (button: string) => (_: Page, at: Locator) => press(at, button);
const saveChange = async (page: Page) => {
  await press(page, 'Review changes');
  await press(page.getByRole('dialog'), 'Save 1 change');
};
const amountOf = (value: string) => async (page: Page) => {
  const at = await within(page, 'main');
  await textbox(at, 'Instalment amount').fill(value);
  return at;
};
const rowEdit = async (page: Page) => {
  await rowAction(page, 'Edit', 'instalment 2');
  await textbox(page, 'Instalment amount').fill('151');
  return within(page, 'main');
};
/** By Enter, which does nothing while the row's last change is being saved. */
const saveRow = async (page: Page) => {
  await expect(page.getByRole('button', { name: /^Save instalment 2/ })).toBeEnabled();
  await textbox(page, 'Instalment amount').press('Enter');
};
const cancelOne = async (page: Page) => {
  await rowAction(page, 'Cancel', 'instalment 2');
  return within(page, 'alertdialog');
};
/** The queue sends each instalment once; a refused one is started again. */
const cancelAgain = async (page: Page, at: Locator) => {
  if (await at.getByRole('button', { name: 'Close' }).isVisible()) {
    await press(at, 'Close');
    await rowAction(page, 'Cancel', 'instalment 2');
  }
  await press(at, /^Cancel instalment 2/);
};

const forms: Record<string, readonly Form[]> = {
  'clients, mandates and contracts': [
    {
      operation: 'clientCreate',
      path: () => 'EFT/clients/new',
      open: async (page) => {
        await fillClient(page, 'X1', 'Xenia');
        return within(page, 'main');
      },
      submit: save('Create client'),
      typed: ['Client name', 'Xenia'],
    },
    {
      operation: 'clientEdit',
      path: () => 'EFT/clients/C00003/edit',
      open: async (page) => {
        const at = await within(page, 'main');
        await textbox(at, 'Email').fill('x@example.org');
        return at;
      },
      submit: saveChange,
      typed: ['Email', 'x@example.org'],
    },
    {
      operation: 'mandateCreate',
      path: () => 'EFT/mandates/new?client=C00003',
      open: async (page) => {
        await fillMandate(page, { contract: 'WALK-1', start: nextMonth(), amount: '99,50', number: '3' });
        return within(page, 'main');
      },
      submit: save('Create mandate'),
      typed: ['Contract number', 'WALK-1'],
    },
    {
      operation: 'mandateEdit',
      path: ({ mandate }) => `EFT/contracts/${mandate}/edit`,
      open: amountOf('160'),
      submit: saveChange,
      typed: ['Instalment amount', '160'],
    },
    {
      operation: 'mandateCancel',
      path: ({ mandate }) => `EFT/contracts/${mandate}`,
      open: inDialog('Cancel mandate', reason, choose),
      submit: save('Cancel mandate'),
    },
    {
      operation: 'contractCreate',
      path: () => 'EFT/contracts/new?client=C00003',
      open: async (page) => {
        await fillMandate(page, { contract: 'WALK-2', start: nextMonth(), amount: '99,50', number: '3' });
        return within(page, 'main');
      },
      submit: save('Create contract'),
      typed: ['Contract number', 'WALK-2'],
    },
    {
      operation: 'contractEdit',
      path: ({ contract }) => `EFT/contracts/${contract}/edit`,
      open: async (page) => {
        await press(page, 'Edit anyway');
        return amountOf('160')(page);
      },
      submit: saveChange,
      typed: ['Instalment amount', '160'],
    },
    {
      operation: 'contractCancel',
      path: ({ contract }) => `EFT/contracts/${contract}`,
      open: inDialog('Cancel contract', reason, choose),
      submit: save('Cancel contract'),
    },
  ],
  instalments: [
    {
      operation: 'instalmentCreate',
      path: ({ mandate }) => `EFT/contracts/${mandate}`,
      open: inDialog('Add instalment', (at) => textbox(at, 'Action date').fill(nextMonth())),
      submit: save('Add instalment'),
      typed: ['Instalment amount', '150,00'],
    },
    {
      operation: 'instalmentEdit',
      path: ({ mandate }) => `EFT/contracts/${mandate}`,
      open: rowEdit,
      submit: saveRow,
      typed: ['Instalment amount', '151'],
    },
    {
      operation: 'instalmentCancel',
      path: ({ mandate }) => `EFT/contracts/${mandate}`,
      open: cancelOne,
      submit: cancelAgain,
    },
    {
      operation: 'omniInstalmentCreate',
      path: ({ contract }) => `EFT/omni?contract=${contract}`,
      open: inDialog('Add to this contract', (at) =>
        textbox(at, 'Collection date')
          .fill(nextMonth())
          .then(() => textbox(at, 'Instalment amount').fill('150')),
      ),
      submit: save('Add instalment'),
      typed: ['Instalment amount', '150'],
    },
    {
      operation: 'omniInstalmentEdit',
      path: ({ contract }) => `EFT/omni?contract=${contract}`,
      open: rowEdit,
      submit: saveRow,
      typed: ['Instalment amount', '151'],
    },
    {
      operation: 'omniInstalmentCancel',
      path: ({ contract }) => `EFT/omni?contract=${contract}`,
      open: cancelOne,
      submit: cancelAgain,
    },
    {
      operation: 'omniInstalmentCancel',
      path: ({ contract }) => `EFT/omni?contract=${contract}`,
      open: async (page) => {
        const contract = new URL(page.url()).searchParams.get('contract') ?? '';
        return inDialog('Cancel all remaining', (at) => textbox(at, 'Contract ID').fill(contract))(page);
      },
      submit: save('Cancel all remaining'),
    },
  ],
  'payouts, initiated mandates and unpaid debits': [
    {
      operation: 'payoutContractCreate',
      path: () => 'EFT/payouts/new?client=C00003',
      open: async (page) => {
        const at = await within(page, 'main');
        await textbox(at, 'Contract number').fill('WALK-3');
        await textbox(at, 'Payment amount').fill('75');
        await textbox(at, 'Payment start date').fill(nextMonth());
        return at;
      },
      submit: save('Create payout contract'),
      typed: ['Contract number', 'WALK-3'],
    },
    {
      operation: 'payoutPaymentCreate',
      path: ({ payout }) => `EFT/payouts/${payout}`,
      open: inDialog('Add payment', (at) => textbox(at, 'Payment date').fill(addDays(nextMonth(), 1))),
      submit: save('Add payment'),
      typed: ['Payment amount', '75,00'],
    },
    {
      operation: 'payoutPaymentEdit',
      path: ({ payout }) => `EFT/payouts/${payout}`,
      async open(page) {
        await rowAction(page, 'Edit', 'payment 1');
        await textbox(page, 'Payment amount').fill('76');
        return within(page, 'main');
      },
      submit: save('Save payment 1'),
      typed: ['Payment amount', '76'],
    },
    {
      operation: 'payoutContractCancel',
      path: ({ payout }) => `EFT/payouts/${payout}`,
      open: inDialog('Cancel payout contract', reason, choose),
      submit: save('Cancel payout contract'),
    },
    {
      operation: 'mandateInitiateEdit',
      path: ({ initiated }) => `DEBICHECK/initiated-mandates/${initiated}/edit`,
      open: amountOf('160'),
      submit: saveChange,
      typed: ['Instalment amount', '160'],
    },
    {
      operation: 'mandateInitiateCancel',
      path: ({ initiated }) => `DEBICHECK/initiated-mandates?q=${initiated}`,
      open: inDialog('Delete', reason, (page, name) => rowAction(page, String(name), 'mandate .*')),
      submit: save('Delete mandate'),
    },
    {
      operation: 'instalmentCreate',
      path: () => `EFT/unpaid?since=all&from=${addDays(today(), -360)}&to=${today()}`,
      open: async (page) => {
        const at = await within(page, 'main');
        // One debit, not all with a reason.
        await at
          .getByRole('checkbox', { name: /^Select (?!all)/ })
          .first()
          .click();
        await at.getByRole('button', { name: /^Collect (?:1 again|anyway…)$/ }).click();
        await at.getByRole('table', { name: 'New instalments' }).waitFor();
        await expect(at.getByText('Looking…')).toHaveCount(0);
        // Another test of this merchant may have collected it again.
        for (const anyway of await at.getByRole('checkbox', { name: /^Collect anyway/ }).all()) await anyway.check();
        await at.getByLabel('Date for all').fill(addDays(today(), 14));
        return at;
      },
      submit: save('Create 1 instalment'),
      isSum: true,
    },
  ],
};

/**
 * The shapes for a form: a quarter of them, different ones from its neighbours', so that each group of forms gets every shape.
 * With WALK=whole every form gets every shape, which takes three times as long.
 */
const shapesFor = (index: number) =>
  process.env['WALK'] === 'whole' ? failedShapes : failedShapes.filter((_, n) => n % 4 === index % 4);

for (const [group, list] of Object.entries(forms))
  test(
    `whatever shape a refusal has, the form shows that and why it was refused, and keeps the input: ${group}`,
    { tag: '@long' },
    async ({ page, request, merchant, signIn, axe, complaints }) => {
      test.slow();
      complaints.allow(/404/);
      const of = await createRecords(request, merchant);
      await page.goto(`/m/${merchant}/EFT/lookups`);
      await signIn();
      for (const [index, form] of list.entries())
        await test.step(`${form.operation} ${index}`, async () => {
          await page.goto(`/m/${merchant}/${form.path(of)}`);
          const at = await form.open(page);
          const answer = await simulateAnswers(page, form.operation);
          // On the page, because `filter` looks inside the alert.
          const heading = page.getByRole('heading', {
            name: form.isSum ? '0 done + 1 refused + 0 unknown = 1 sent' : 'Not accepted',
            exact: true,
          });
          const verdict = at.getByRole('alert').filter({ has: heading });
          for (const shape of shapesFor(index))
            await test.step(shape.name, async () => {
              await answer.as([shape], () => form.submit(page, at));
              await expect(verdict).toContainText(shape.reason ?? 'No reason was given.');
              if (shape.more) await expect(verdict.locator('details')).toContainText(shape.more);
              if (form.typed) await expect(textbox(at, form.typed[0])).toHaveValue(form.typed[1]);
            });
          await at.getByText('Show all').first().click();
          await axe();
          // What an unclear answer leaves open is asked for again under the same key.
          const [unclear] = unclearShapes.slice(index % unclearShapes.length);
          const [refusal] = failedShapes;
          if (!unclear || !refusal) throw new Error('there are no shapes');
          await answer.as([unclear, refusal], () => form.submit(page, at));
          await expect(verdict).toContainText('No reason was given.');
          expect(new Set(answer.keys()).size).toBe(1);
          await answer.stop();
        });
    },
  );
