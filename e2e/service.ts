import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { addMonths } from '../src/rules/calendar.ts';
import { unpaidOnce } from './data.ts';
import { programToken } from './fixtures.ts';
import { addProgram } from './own-people.ts';
import { isGateway, sandboxAddress } from './provider.ts';
import { newNumber, today } from './test-data.ts';

export type Json = Record<string, unknown>;

/** A client with the required fields. */
export const clientItem = (ClientNumber: string, ClientName = 'Naledi Dlamini') => ({
  ClientNumber,
  ClientName,
  BankCode: 4,
  BranchCode: 470010,
  AccountType: 2,
  AccountNumber: 1234567890,
});

/** Calls the service that has the records as another program does, to check what the console stored. */
export const serviceOf = async (request: APIRequestContext, merchant: string) =>
  serviceAt(request, merchant, sandboxAddress, await programToken(request));

/** Calls the tested server as another program does: in front of a provider what it asks for is in this server's audit, and may wait. */
export async function programOf(request: APIRequestContext, merchant: string) {
  if (!isGateway) return serviceOf(request, merchant);
  const secret = addProgram(newNumber(), merchant);
  return serviceAt(request, merchant, (path) => path, await tokenOf(request, secret));
}

/** @param program as `name:secret`, of the tested server */
export async function tokenOf(request: APIRequestContext, program: string, scope?: string): Promise<string> {
  const answer = await request.post('/oauth/token', {
    headers: { authorization: `Basic ${Buffer.from(program).toString('base64')}` },
    form: { grant_type: 'client_credentials', ...(scope && { scope }) },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

function serviceAt(request: APIRequestContext, merchant: string, addressOf: (path: string) => string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const path = (resource: string, product: string) =>
    addressOf(`/v1/payments/${merchant}/maintain/${resource}/${product}`);
  const recordsOf = async (url: string, params: Record<string, string | number>): Promise<Json[]> => {
    const response = await request.get(url, { headers, params });
    if (response.status() === 404) return [];
    const text = await response.text();
    expect(response.ok(), text).toBe(true);
    return (
      Object.entries(JSON.parse(text) as Record<string, Json[]>).find(([key]) => key.endsWith('GetResponse'))?.[1] ?? []
    );
  };
  return {
    list(resource: string, query: Record<string, string | number>, product = 'EFT'): Promise<Json[]> {
      return recordsOf(path(resource, product), { Version: 'v1', ...query });
    },
    report(report: string, query: Record<string, string>): Promise<Json[]> {
      return recordsOf(addressOf(`/v1/payments/${merchant}/reports/${report}`), { Version: 'v1', ...query });
    },
    /** The simulated bank's statement of a month, as FNB's site writes it. */
    async statement(month: string): Promise<Buffer> {
      const response = await request.get(sandboxAddress(`/sandbox/statement/${merchant}`), {
        headers,
        params: { Month: month, Format: 'fnb' },
      });
      expect(response.ok()).toBe(true);
      return response.body();
    },
    /** Moves the merchant's test clock to a day, and waits until the bank has reported all that is due by then. */
    async moveClockTo(Today: string): Promise<void> {
      const url = sandboxAddress(`/sandbox/clock/${merchant}`);
      await expect
        .poll(async () => (await request.post(url, { headers, data: { Today } })).status(), { timeout: 120_000 })
        .toBe(200);
    },
    /** Creates a record and returns its sequence. */
    async make(resource: string, key: string, item: Json, product = 'EFT'): Promise<number> {
      const response = await request.post(path(resource, product), {
        headers,
        params: { Version: 'v1' },
        data: { [key]: [item] },
      });
      const text = await response.text();
      const [made] = Object.entries(JSON.parse(text) as Record<string, { Successful: Json[] }[]>)
        .filter(([name]) => name.endsWith('PostResponse'))
        .flatMap(([, results]) => results.flatMap((it) => it.Successful));
      expect(made, text).toBeDefined();
      return Number(made?.['ContractSequence']);
    },
    /** Sends new payouts that a second person must release: in front of a provider they have no record yet. */
    async prepare(resource: string, key: string, items: Json[]): Promise<void> {
      const response = await request.post(path(resource, 'EFT'), {
        headers,
        params: { Version: 'v1' },
        data: { [key]: items },
      });
      expect(await response.text()).toContain(isGateway ? '"AWAITING_RELEASE"' : '"Failed":[]');
    },
    /** Edits a record, as another program does in the meantime. */
    async edit(resource: string, key: string, item: Json, product = 'EFT'): Promise<void> {
      const response = await request.put(path(resource, product), {
        headers,
        params: { Version: 'v1' },
        data: { [key]: [item] },
      });
      expect(await response.text()).toContain('"Failed":[]');
    },
    /** Cancels a record, or what the query names of it. */
    async cancel(resource: string, query: Record<string, string | number>, product = 'EFT'): Promise<void> {
      const response = await request.delete(path(resource, product), { headers, params: { Version: 'v1', ...query } });
      expect(await response.text()).toContain('"Failed":[]');
    },
  };
}
export type Service = ReturnType<typeof serviceAt>;

/** Weekly debits of R 100,00 from 26 November on, of an account that never pays. */
export async function payerWhoNeverPays(service: Service, name: string, NumberOfInstalments: number) {
  const ClientNumber = newNumber();
  await service.make('clients', 'ClientPostRequest', { ...clientItem(ClientNumber, name), AccountNumber: 1234560000 });
  const ContractSequence = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber,
    ContractNumber: `${ClientNumber}-A`,
    FrequencyCode: 'WEEK',
    CollectionDay: 4,
    InstalmentStartDate: '2026-11-26 00:00',
    InstalmentAmount: 100,
    NumberOfInstalments,
  });
  return { ClientNumber, ContractSequence };
}

/** `unpaidOnce` with its records as they are stored. */
export async function contractWithOneUnpaid(service: Service) {
  const { ContractSequence, ContractNumber, ClientNumber, ClientName } = unpaidOnce;
  const [[terms], instalments, [client]] = await Promise.all([
    service.list('mandates', { ContractSequence }),
    service.list('instalments', { ContractSequence }),
    service.list('clients', { ClientNumber }),
  ]);
  const of = (status: string) => instalments.filter((it) => it['InstalmentStatus'] === status);
  const [failed] = of('UNPAID');
  if (!terms || !failed) throw new Error(`the sample has no unpaid debit of ${ContractNumber}`);
  const name = { client: ClientName, contract: ContractNumber };
  return {
    path: `/m/1001/EFT/contracts/${ContractSequence}`,
    ClientNumber,
    name,
    terms,
    client,
    instalments,
    of,
    failed,
  };
}

/** The debits that have an outcome this month: on the morning of its first day there are none. */
export async function outcomesOfMonth(service: Service): Promise<{ paid: number; all: number }> {
  const days = { StartDate: `${today().slice(0, 7)}-01 00:00`, EndDate: `${today()} 23:59` };
  const rows = await service.report('transactions_report', { Product: 'EFT', ...days });
  const debits = rows.filter((it) => it['TransactionType'] !== 'PAYOUT');
  return { paid: debits.filter((it) => it['Status'] === 'PAID').length, all: debits.length };
}

interface Stored {
  InstalmentSequence: number;
  InstalmentActionDate: string;
  InstalmentAmount: number;
  InstalmentStatus: string;
}

/** Calls the service as another program, with the page's token: nothing is typed into the console. */
export async function asProgram(page: Page, merchant: string) {
  const [sentRequest] = await Promise.all([page.waitForRequest(/\/v1\/payments\//), page.reload()]);
  const { authorization = '' } = await sentRequest.allHeaders();
  const headers = { authorization };
  const path = (resource: string) => `/v1/payments/${merchant}/maintain/${resource}/EFT?Version=v1`;
  return {
    /** Creates a mandate of twelve months on the 25th, at most R 200 each; returns its sequence. */
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
