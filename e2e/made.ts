import type { Page } from '@playwright/test';
import { addMonths } from '../src/rules/calendar.ts';
import { combobox, pick, pickFirst } from './controls.ts';
import { expect } from './fixtures.ts';

/** A number that no earlier test has used, however often the suite runs against one database. */
let made = 0;
export const newNumber = (): string => `E${process.pid}-${Date.now()}-${++made}`;

/** The merchant's own today, as text. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' });

/** Fills the form of a new client, as far as the service needs it. */
export async function fillClient(page: Page, number: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Client number', exact: true }).fill(number);
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill(name);
  await pick(combobox(page, 'Bank'), 'Capitec');
  await pickFirst(combobox(page, 'Branch'));
  await pick(combobox(page, 'Account type'), '2');
  await page.getByLabel(/^Account number/).fill('1234567890');
}

/** Fills the terms of a new mandate, collected on the 25th of each month. */
export async function fillMandate(
  page: Page,
  terms: { contract: string; start: string; amount: string; number: string },
): Promise<void> {
  const typed = (name: string) => page.getByRole('textbox', { name, exact: true });
  await typed('Contract number').fill(terms.contract);
  await pick(combobox(page, 'Frequency'), 'MNTH');
  await pick(combobox(page, 'Collection day'), '25');
  await typed('Instalment start date').fill(terms.start);
  await typed('Instalment amount').fill(terms.amount);
  await typed('Number of instalments').fill(terms.number);
}

/** The next call of this kind reaches the service, its answer reaches nobody. `resource` as the path writes it. */
export async function loseAnswer(page: Page, method: string, resource: string): Promise<void> {
  let isLost = false;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** What the page asks for here from now on waits until it is released. */
export async function hold(page: Page, url: string | RegExp): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return { release };
}

/**
 * The next call of this kind reaches the service, its answer comes when it is released. `resource` as the path writes it.
 * @param after calls that go as usual
 */
export async function holdAnswer(
  page: Page,
  method: string,
  resource: string,
  after = 0,
): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let waiting = after + 1;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    waiting -= 1;
    if (waiting !== 0) return route.fallback();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return { release };
}

/** As a link does: the session and what was met stay. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

interface Stored {
  InstalmentSequence: number;
  InstalmentActionDate: string;
  InstalmentAmount: number;
  InstalmentStatus: string;
}

/** Stands for the caller of another program: what is made here was not typed into the console. */
export async function asProgram(page: Page, merchant: string) {
  const [sentRequest] = await Promise.all([page.waitForRequest(/\/v1\/payments\//), page.reload()]);
  const { authorization = '' } = await sentRequest.allHeaders();
  const headers = { authorization };
  const path = (resource: string) => `/v1/payments/${merchant}/maintain/${resource}/EFT?Version=v1`;
  return {
    /** A mandate of twelve months on the 25th, at most R 200 a time; its sequence. */
    async mandate(more: object = {}): Promise<number> {
      const item = {
        ClientNumber: 'C00003',
        ContractNumber: newNumber(),
        FrequencyCode: 'MNTH',
        CollectionDay: 25,
        InstalmentStartDate: `${addMonths(today(), 1).slice(0, 8)}01 00:00`,
        InstalmentAmount: 150.5,
        MaximumAmount: 200,
        NumberOfInstalments: 12,
        ...more,
      };
      const answer = await page.request.post(path('mandates'), { headers, data: { MandatePostRequest: [item] } });
      const { MandatePostResponse } = (await answer.json()) as {
        MandatePostResponse: { Successful: { ContractSequence: number }[] }[];
      };
      const created = MandatePostResponse.flatMap((it) => it.Successful)[0];
      expect(created, 'the mandate that the test works on').toBeDefined();
      return created?.ContractSequence ?? 0;
    },
    /** The instalments of a contract, as they are stored. */
    async instalments(contract: number): Promise<Stored[]> {
      const answer = await page.request.get(`${path('instalments')}&ContractSequence=${contract}`, { headers });
      return ((await answer.json()) as { InstalmentGetResponse: Stored[] }).InstalmentGetResponse;
    },
    async move(ContractSequence: number, InstalmentSequence: number, InstalmentActionDate: string): Promise<void> {
      const data = { InstalmentPutRequest: [{ ContractSequence, InstalmentSequence, InstalmentActionDate }] };
      expect((await page.request.put(path('instalments'), { headers, data })).ok()).toBe(true);
    },
    async cancelInstalment(contract: number, sequence: number): Promise<void> {
      const of = `&ContractSequence=${contract}&InstalmentSequence=${sequence}`;
      expect((await page.request.delete(path('instalments') + of, { headers })).ok()).toBe(true);
    },
  };
}
