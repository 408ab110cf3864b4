// The other service's third merchant: lists of instalments identify their contract incompletely, or by a number beyond 2^53.
import { parseJson } from '../../src/rules/json.ts';
import { inDays, type Answer } from './own-statuses.ts';

/** More than a JavaScript number can hold; `jsonOf` writes it as a number. */
export const long = '9007199254770003';

const contracts = [{ ClientNumber: 'K1', ContractNumber: 'LONG', ContractSequence: long, InstalmentAmount: 100 }];

const due = () => {
  const instalment = {
    Name: 'Kagiso',
    InstalmentSequence: 2,
    InstalmentActionDate: `${inDays(9)} 00:00`,
    InstalmentAmount: 100,
    InstalmentStatus: 'SCHEDULED',
  };
  return [
    { ...instalment, ContractNumber: 'LONG', ContractSequence: long },
    { ...instalment, ContractNumber: 'BARE-1' },
    { ...instalment, ContractNumber: 'BARE-2' },
    { ...instalment, ClientNumber: 'K1', ContractNumber: 'BOTH' },
  ];
};

/** The writes: method, query and body, unchanged. */
export const writesWithIds: { method: string; query: string; body: string }[] = [];

export function answerWithPartialIds(method: string, url: URL, body: string): Answer {
  const path = url.pathname.replace('/v1/payments/80/', '').replace(/\/NAEDO$/, '');
  const sequence = url.searchParams.get('ContractSequence');
  const list = (key: string, records: readonly Readonly<Record<string, unknown>>[]): Answer => [
    200,
    {
      [key]: records.filter((it) => sequence === null || it['ContractSequence'] === sequence),
      APIResponse: { CallSequence: 1, Status: 'SUCCESS', Version: '1.0.0', Name: 'x' },
    },
  ];
  if (method !== 'GET') {
    writesWithIds.push({ method, query: url.search, body });
    const items = method === 'DELETE' ? {} : Object.values(parseJson(body) as object)[0];
    return [200, { AnyResponse: [{ Successful: [items].flat(), Failed: [] }] }];
  }
  if (path === 'maintain/contracts') return list('ContractGetResponse', contracts);
  if (path === 'maintain/mandates') return list('MandateGetResponse', contracts);
  if (path === 'maintain/instalments')
    return list(
      'InstalmentGetResponse',
      due().filter((it) => it.ContractNumber === 'LONG'),
    );
  if (path === 'reports/omni/future_transactions') return list('FutureTransactionsGetResponse', due());
  if (path === 'reports/transactions_report') return list('TransactionsReportGetResponse', []);
  if (path === 'maintain/clients') return list('ClientGetResponse', [{ ClientNumber: 'K1', ClientName: 'Kagiso Own' }]);
  return [404, ''];
}
