import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Operation } from '../src/contract/operation.ts';
import { operations, type OperationName } from '../src/contract/operations.ts';
import { addMonths } from '../src/rules/calendar.ts';
import { choose, combobox, dialogOf, fillClient, fillMandate, pick, press, rowAction, textbox } from './controls.ts';
import { clientItem, type Json, type Service } from './service.ts';
import { newNumber, today } from './test-data.ts';

export const next = (day: string) => `${addMonths(today(), 1).slice(0, 8)}${day}`;

/** Creates the records that the writes change. */
export async function createRecords(service: Service) {
  const [client, product] = ['C00002', 'DEBICHECK'];
  const terms = (number: string) => ({
    ClientNumber: client,
    ContractNumber: `${newNumber()}-${number}`,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${next('01')} 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 6,
  });
  const owner = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(owner, 'Olwethu Once'));
  const payoutTerms = (number: string) => ({
    ClientNumber: client,
    ContractNumber: `${newNumber()}-${number}`,
    PaymentAmount: 50,
    NumberOfPayments: 2,
    PaymentStartDate: `${next('12')} 00:00`,
    FrequencyCode: 'MNTH',
  });
  const mandate = (number: string) => service.make('mandates', 'MandatePostRequest', terms(number));
  const contract = (number: string) => service.make('contracts', 'ContractPostRequest', terms(number));
  const initiated = (number: string) =>
    service.make(
      'mandates',
      'MandatePostRequest',
      { ...terms(number), ClientNumber: 'C50003', TransactionType: 'TT2' },
      product,
    );
  const payout = (number: string) => service.make('payo/contracts', 'PayoContractPostRequest', payoutTerms(number));
  return {
    client,
    owner,
    number: newNumber(),
    mandates: [await mandate('1'), await mandate('2'), await mandate('3')] as const,
    contracts: [await contract('1'), await contract('2'), await contract('3')] as const,
    initiated: [await initiated('1'), await initiated('2')] as const,
    payouts: [await payout('1'), await payout('2')] as const,
  };
}
export type Records = Awaited<ReturnType<typeof createRecords>>;

export interface Write {
  name: string;
  method: 'POST' | 'PUT' | 'DELETE';
  resource: string;
  product?: string;
  path(on: Records): string;
  /** Opens where the write begins. */
  open?(page: Page, on: Records): Promise<void>;
  /** Fills in the form and submits it. */
  send(page: Page, on: Records): Promise<void>;
  /** What the service has stored, to compare with `want`. */
  state(service: Service, on: Records): Promise<unknown>;
  want: unknown;
  /** Where the record itself shows the stored write. */
  shows?(page: Page, on: Records): Locator;
  /** Sent twice, it would create a second record. */
  adds?: true;
}

export const count = async (list: Promise<Json[]>) => (await list).length;
const saveEdit = async (page: Page, amount: string) => {
  await textbox(page, 'Instalment amount').fill(amount);
  await press(page, 'Review changes');
  await press(page, 'Save 1 change');
};
const cancel = async (page: Page, label: string, what: string, code: string) => {
  await choose(page, what);
  await pick(combobox(dialogOf(page), label), code);
  await press(dialogOf(page), what);
};
const amountOf = async (list: Promise<Json[]>) => (await list)[0]?.['InstalmentAmount'];
const statusesOf = async (list: Promise<Json[]>) => [
  ...new Set((await list).map((it) => it['InstalmentStatus'] ?? it['Status'] ?? it['MandateStatusCode'])),
];
const terms = async (page: Page, on: Records, number: string, button: string) => {
  await pick(combobox(page, 'Client'), on.client);
  await fillMandate(page, { contract: number, start: next('01'), amount: '99,50', number: '3' });
  await press(page, button);
};
const addTo = async (page: Page, date: string) => {
  const dialog = dialogOf(page);
  await textbox(dialog, date).fill(next('17'));
  await textbox(dialog, 'Instalment amount').fill('12,34');
  await press(dialog, 'Add instalment');
};

export const writes: Write[] = [
  {
    name: 'new client',
    method: 'POST',
    resource: 'clients',
    path: () => 'clients/new',
    async send(page, { number }) {
      await fillClient(page, number, 'Nomsa New');
      await press(page, 'Create client');
    },
    state: (service, { number }) => count(service.list('clients', { ClientNumber: number })),
    want: 1,
    adds: true,
  },
  {
    name: 'edit of a client',
    method: 'PUT',
    resource: 'clients',
    path: ({ owner }) => `clients/${owner}/edit`,
    async send(page) {
      await textbox(page, 'Email').fill('once@example.org');
      await press(page, 'Review changes');
      await press(page, 'Save 1 change');
    },
    state: async (service, { owner }) => (await service.list('clients', { ClientNumber: owner }))[0]?.['EMail'],
    want: 'once@example.org',
  },
  {
    name: 'new mandate',
    method: 'POST',
    resource: 'mandates',
    path: () => 'mandates/new',
    send: (page, on) => terms(page, on, `${on.number}-M`, 'Create mandate'),
    state: (service, { client, number }) =>
      count(service.list('mandates', { ClientNumber: client, ContractNumber: `${number}-M` })),
    want: 1,
    adds: true,
  },
  {
    name: 'new contract',
    method: 'POST',
    resource: 'contracts',
    path: () => 'contracts/new',
    send: (page, on) => terms(page, on, `${on.number}-C`, 'Create contract'),
    state: (service, { client, number }) =>
      count(service.list('contracts', { ClientNumber: client, ContractNumber: `${number}-C` })),
    want: 1,
    adds: true,
  },
  {
    name: 'edit of a mandate',
    method: 'PUT',
    resource: 'mandates',
    path: ({ mandates }) => `contracts/${mandates[0]}/edit`,
    send: (page) => saveEdit(page, '111'),
    state: (service, { mandates }) => amountOf(service.list('mandates', { ContractSequence: mandates[0] })),
    want: 111,
  },
  {
    name: 'edit of a contract',
    method: 'PUT',
    resource: 'contracts',
    path: ({ contracts }) => `contracts/${contracts[0]}/edit?anyway=yes`,
    send: (page) => saveEdit(page, '112'),
    state: (service, { contracts }) => amountOf(service.list('contracts', { ContractSequence: contracts[0] })),
    want: 112,
  },
  {
    name: 'edit of an initiated mandate',
    method: 'PUT',
    resource: 'mandate_initiate_records',
    product: 'DEBICHECK',
    path: ({ initiated }) => `initiated-mandates/${initiated[0]}/edit`,
    send: (page) => saveEdit(page, '113'),
    state: (service, { initiated }) =>
      amountOf(service.list('mandates', { ContractSequence: initiated[0] }, 'DEBICHECK')),
    want: 113,
  },
  {
    name: 'deletion of an initiated mandate',
    method: 'DELETE',
    resource: 'mandate_initiate_records',
    product: 'DEBICHECK',
    path: ({ initiated }) => `initiated-mandates/${initiated[1]}/edit`,
    async send(page) {
      await press(page, 'Delete mandate');
      await pick(combobox(dialogOf(page), 'Cancellation reason'), 'MICN');
      // Wait for the count: a click on a button that moves is lost.
      await dialogOf(page).getByText('Counting…').waitFor({ state: 'hidden' });
      await press(dialogOf(page), 'Delete mandate');
    },
    state: (service, { initiated }) =>
      statusesOf(service.list('mandates', { ContractSequence: initiated[1] }, 'DEBICHECK')),
    want: ['CANCELLED'],
    shows: (page) => page.getByText('This mandate is no longer awaiting approval'),
  },
  {
    name: 'cancel of a mandate',
    method: 'DELETE',
    resource: 'mandates',
    path: ({ mandates }) => `contracts/${mandates[1]}`,
    send: (page) => cancel(page, 'Cancellation reason', 'Cancel mandate', 'MD17'),
    state: (service, { mandates }) => statusesOf(service.list('mandates', { ContractSequence: mandates[1] })),
    want: ['CANCELLED'],
    shows: (page) => page.getByText('Cancelled', { exact: true }).first(),
  },
  {
    name: 'cancel of a contract',
    method: 'DELETE',
    resource: 'contracts',
    path: ({ contracts }) => `contracts/${contracts[1]}`,
    send: (page) => cancel(page, 'Cancellation reason', 'Cancel contract', 'MD17'),
    state: (service, { contracts }) => statusesOf(service.list('instalments', { ContractSequence: contracts[1] })),
    want: ['CANCELLED'],
    shows: (page) => page.getByText('Cancelled', { exact: true }).first(),
  },
  {
    name: 'added instalment',
    method: 'POST',
    resource: 'instalments',
    path: ({ mandates }) => `contracts/${mandates[2]}`,
    open: (page) => press(page, 'Add instalment'),
    send: (page) => addTo(page, 'Action date'),
    state: (service, { mandates }) => count(service.list('instalments', { ContractSequence: mandates[2] })),
    want: 7,
    adds: true,
  },
  {
    name: 'edit of an instalment',
    method: 'PUT',
    resource: 'instalments',
    path: ({ mandates }) => `contracts/${mandates[2]}`,
    async send(page) {
      await rowAction(page, 'Edit', 'instalment 2');
      await textbox(page.getByRole('grid', { name: 'Instalments' }), 'Instalment amount').fill('77,70');
      await page.keyboard.press('Enter');
    },
    state: (service, { mandates }) =>
      amountOf(service.list('instalments', { ContractSequence: mandates[2], InstalmentSequence: 2 })),
    want: 77.7,
    shows: (page) => page.getByRole('grid', { name: 'Instalments' }).getByText('R 77,70'),
  },
  {
    name: 'cancel of an instalment',
    method: 'DELETE',
    resource: 'instalments',
    path: ({ mandates }) => `contracts/${mandates[2]}`,
    async send(page) {
      await rowAction(page, 'Cancel', 'instalment 3');
      await press(dialogOf(page), 'Cancel instalment 3');
    },
    state: (service, { mandates }) =>
      statusesOf(service.list('instalments', { ContractSequence: mandates[2], InstalmentSequence: 3 })),
    want: ['CANCELLED'],
    shows: (page) => page.getByRole('grid', { name: 'Instalments' }).getByText('Cancelled'),
  },
  {
    name: 'added omni instalment',
    method: 'POST',
    resource: 'omni',
    path: () => 'omni',
    open: (page) => press(page, 'Add instalment'),
    async send(page, { contracts }) {
      await textbox(dialogOf(page), 'Contract ID').fill(String(contracts[2]));
      await addTo(page, 'Collection date');
    },
    state: (service, { contracts }) => count(service.list('instalments', { ContractSequence: contracts[2] })),
    want: 7,
    adds: true,
  },
  {
    name: 'edit of an omni instalment',
    method: 'PUT',
    resource: 'omni',
    path: ({ contracts }) => `omni?contract=${contracts[2]}`,
    async send(page) {
      await rowAction(page, 'Edit', 'instalment 2');
      await textbox(page, 'Instalment amount').fill('77,70');
      await page.keyboard.press('Enter');
    },
    state: (service, { contracts }) =>
      amountOf(service.list('instalments', { ContractSequence: contracts[2], InstalmentSequence: 2 })),
    want: 77.7,
    shows: (page) => page.getByRole('grid', { name: 'Instalments by collection date' }).getByText('R 77,70'),
  },
  {
    name: 'cancel of an omni instalment',
    method: 'DELETE',
    resource: 'omni',
    path: ({ contracts }) => `omni?contract=${contracts[2]}`,
    async send(page) {
      await rowAction(page, 'Cancel', 'instalment 3');
      await press(dialogOf(page), 'Cancel instalment 3');
    },
    state: (service, { contracts }) =>
      statusesOf(service.list('instalments', { ContractSequence: contracts[2], InstalmentSequence: 3 })),
    want: ['CANCELLED'],
    shows: (page) => page.getByRole('grid', { name: 'Instalments by collection date' }).getByText('Cancelled'),
  },
  {
    name: 'cancel of all that remains',
    method: 'DELETE',
    resource: 'omni',
    path: ({ contracts }) => `omni?contract=${contracts[2]}`,
    async send(page, { contracts }) {
      await press(page, 'Cancel all remaining');
      await textbox(dialogOf(page), 'Contract ID').fill(String(contracts[2]));
      await press(dialogOf(page), 'Cancel all remaining');
    },
    state: (service, { contracts }) => statusesOf(service.list('instalments', { ContractSequence: contracts[2] })),
    want: ['CANCELLED'],
    shows: (page) => page.getByRole('grid', { name: 'Instalments by collection date' }).getByText('Cancelled').first(),
  },
  {
    name: 'new payout contract',
    method: 'POST',
    resource: 'payo/contracts',
    path: () => 'payouts/new',
    async send(page, { client, number }) {
      await pick(combobox(page, 'Client'), client);
      await textbox(page, 'Contract number').fill(`${number}-P`);
      await textbox(page, 'Payment amount').fill('30');
      await textbox(page, 'Number of payments').fill('2');
      await textbox(page, 'Payment start date').fill(next('12'));
      await pick(combobox(page, 'Frequency'), 'MNTH');
      await press(page, 'Create payout contract');
    },
    state: (service, { client, number }) =>
      count(service.list('payo/payments', { ClientNumber: client, ContractNumber: `${number}-P` })),
    want: 2,
    adds: true,
  },
  {
    name: 'added payment',
    method: 'POST',
    resource: 'payo/payments',
    path: ({ payouts }) => `payouts/${payouts[0]}`,
    open: (page) => press(page, 'Add payment'),
    async send(page) {
      const dialog = dialogOf(page);
      // The date and amount of an existing payment, on purpose: only the earlier list identifies the new one.
      await textbox(dialog, 'Payment date').fill(next('12'));
      await textbox(dialog, 'Payment amount').fill('50');
      await press(dialog, 'Add payment');
    },
    state: (service, { payouts }) => count(service.list('payo/payments', { ContractSequence: payouts[0] })),
    want: 3,
    adds: true,
  },
  {
    name: 'edit of a payment',
    method: 'PUT',
    resource: 'payo/payments',
    path: ({ payouts }) => `payouts/${payouts[0]}`,
    async send(page) {
      await rowAction(page, 'Edit', 'payment 1');
      await textbox(page.getByRole('grid', { name: 'Payments' }), 'Payment amount').fill('55');
      await page.keyboard.press('Enter');
    },
    state: async (service, { payouts }) =>
      (await service.list('payo/payments', { ContractSequence: payouts[0], PaymentSequence: 1 }))[0]?.['PaymentAmount'],
    want: 55,
    shows: (page) => page.getByRole('grid', { name: 'Payments' }).getByText('R 55,00').first(),
  },
  {
    name: 'cancel of a payout contract',
    method: 'DELETE',
    resource: 'payo/contracts',
    path: ({ payouts }) => `payouts/${payouts[1]}`,
    send: (page) => cancel(page, 'Cancellation reason', 'Cancel payout contract', 'DUPL'),
    state: async (service, { payouts }) => [
      ...new Set(
        (await service.list('payo/payments', { ContractSequence: payouts[1] })).map((it) => it['PaymentStatus']),
      ),
    ],
    want: ['CANCELLED'],
    shows: (page) => page.getByText('This payout contract is cancelled', { exact: false }),
  },
];

/** The operation of the interface. */
export function operationOf({
  method,
  resource,
}: Pick<Write, 'method' | 'resource'>): Operation & { name: OperationName } {
  const found = Object.values<Operation>(operations).find(
    (it) => it.method === method && it.path.startsWith(`{PREFIX}/maintain/${resource}/`),
  );
  if (!found) throw new Error(`there is no ${method} of ${resource}`);
  return found as Operation & { name: OperationName };
}

/**
 * Faults of the network: the answer to the next write is lost, all writes are, or all after the next one, of which the answer is
 * lost as well (`cut off`).
 */
export interface Network {
  fault: 'none' | 'answer lost' | 'writes lost' | 'cut off';
  /** Number of writes that reached the service. */
  reached: number;
  /** Called once the service has stored a write whose answer is lost. */
  onStored: () => Promise<void> | void;
}

export async function simulateFaults(context: BrowserContext): Promise<Network> {
  const network: Network = { fault: 'none', reached: 0, onStored: () => {} };
  await context.route('**/v1/**/maintain/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const { fault } = network;
    if (fault === 'none') {
      network.reached += 1;
      return route.continue();
    }
    if (fault === 'writes lost' || (fault === 'cut off' && network.reached > 0)) return route.abort();
    if (fault === 'answer lost') network.fault = 'none';
    network.reached += 1;
    await route.fetch();
    await network.onStored();
    // A killed browser takes no answer.
    await route.abort().catch(() => {});
  });
  return network;
}

export const unknownNote = (page: Page) => page.getByText(/may or may not have been saved|unknown = \d+ sent/).first();
/** What the console says of a write that was left without an answer. */
export const earlierNote = (page: Page, outcome: string) => page.getByText(new RegExp(`without an answer, ${outcome}`));
