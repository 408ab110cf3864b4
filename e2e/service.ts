import { expect, type APIRequestContext } from '@playwright/test';

export type Json = Record<string, unknown>;

/** A client as far as the service needs one. */
export const clientItem = (ClientNumber: string, ClientName = 'Naledi Dlamini') => ({
  ClientNumber,
  ClientName,
  BankCode: 4,
  BranchCode: 470010,
  AccountType: 2,
  AccountNumber: 1234567890,
});

/** The service as another program sees it: what the console made of a merchant's records. */
export async function serviceOf(request: APIRequestContext, merchant: string) {
  const answer = await request.post('/oauth/token', {
    headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox-only-secret').toString('base64')}` },
    form: { grant_type: 'client_credentials' },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const path = (resource: string, product: string) => `/v1/payments/${merchant}/maintain/${resource}/${product}`;
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
      return recordsOf(`/v1/payments/${merchant}/reports/${report}`, { Version: 'v1', ...query });
    },
    /** Makes one; the number that the service gave it. */
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
    /** Edits one, as another program does in the meantime. */
    async edit(resource: string, key: string, item: Json, product = 'EFT'): Promise<void> {
      const response = await request.put(path(resource, product), {
        headers,
        params: { Version: 'v1' },
        data: { [key]: [item] },
      });
      expect(await response.text()).toContain('"Failed":[]');
    },
  };
}
export type Service = Awaited<ReturnType<typeof serviceOf>>;
