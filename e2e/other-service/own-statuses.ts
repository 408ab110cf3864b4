// The other service's second merchant: unknown statuses, contracts identified by the two numbers alone, amounts that are not
// whole cents, and retrieves that fail.
import { addDays } from '../../src/rules/calendar.ts';
import { wallTime } from '../../src/rules/wall-time.ts';

/** Status, body and headers; a text is sent unchanged. */
export type Answer = [status: number, body: unknown, headers?: Record<string, string>];

/** So many days from today: only a sandbox's clock can be stopped, and a product in front of another service is none. */
export const inDays = (days: number): string => addDays(wallTime('Africa/Johannesburg', new Date()).slice(0, 10), days);

const names = { ClientNumber: 'K1', ContractNumber: 'LEASE/1' };
const terms = { FrequencyCode: 'MNTH', CollectionDay: 1, InstalmentAmount: 100, NumberOfInstalments: 3 };
const mandate = { ...names, ...terms, MandateType: 'FIXED', MandateStatusCode: 'booked' };

/** Kept until this server ends. */
const moved = new Map<number, object>();

const instalments = () =>
  [
    {
      InstalmentSequence: 1,
      InstalmentActionDate: `${inDays(-40)} 00:00`,
      InstalmentAmount: 100,
      InstalmentStatus: 'PAID',
    },
    {
      InstalmentSequence: 2,
      InstalmentActionDate: `${inDays(20)} 00:00`,
      InstalmentAmount: 100,
      InstalmentStatus: 'On_the_way',
    },
    {
      InstalmentSequence: 3,
      InstalmentActionDate: `${inDays(50)} 00:00`,
      InstalmentAmount: 'ten',
      InstalmentStatus: 'booked',
    },
    {
      InstalmentSequence: 4,
      InstalmentActionDate: `${inDays(80)} 00:00`,
      InstalmentAmount: 100,
      InstalmentStatus: 'booked',
    },
  ].map((it) => ({ ...it, ...moved.get(it.InstalmentSequence) }));

const payments = () => [
  {
    ClientNumber: 'K1',
    ContractNumber: 'OUT 1',
    PaymentSequence: 1,
    PaymentDate: `${inDays(-9)} 08:00`,
    PaymentAmount: 40,
    PaymentStatus: 'On_the_way',
  },
  {
    ClientNumber: 'K1',
    ContractNumber: 'OUT 1',
    PaymentSequence: 2,
    PaymentDate: `${inDays(9)} 08:00`,
    PaymentAmount: 60,
    PaymentStatus: 'booked',
  },
  {
    ClientNumber: 'K1',
    ContractNumber: 'OUT 2',
    PaymentSequence: 1,
    PaymentDate: `${inDays(12)} 08:00`,
    PaymentAmount: 10.005,
    PaymentStatus: 'PAID',
  },
];

const transactions = () => [
  { ...names, TransactionDate: `${inDays(0)} 00:05`, Amount: 100, Status: 'bounced_back' },
  { ...names, TransactionDate: `${inDays(0)} 00:06`, Amount: '99,999', Status: 'UNPAID' },
];

const changes = () => [
  {
    ...names,
    ChangeDate: `${inDays(-3)} 10:00`,
    ChangeType: 'EDIT',
    FieldChanged: 'some.internal.path[3]',
    OldValue: '1',
    NewValue: '2',
  },
  {
    ...names,
    ChangeDate: `${inDays(-2)} 10:00`,
    ChangeType: 'EDIT',
    FieldChanged: 'InstalmentAmount[3]',
    OldValue: '9.00',
    NewValue: '10.00',
  },
];

function retrieve(path: string, url: URL): Answer {
  const queried = (fieldName: string) => url.searchParams.get(fieldName);
  const sequence = queried('ContractSequence');
  const has = (it: Record<string, unknown>) =>
    ['ClientNumber', 'ContractNumber'].every((fieldName) => [null, it[fieldName]].includes(queried(fieldName)));
  const list = (key: string, records: readonly Record<string, unknown>[]): Answer => [
    200,
    { [key]: records.filter(has), APIResponse: { CallSequence: 1, Status: 'SUCCESS', Version: '1.0.0', Name: 'x' } },
  ];
  switch (path) {
    case 'maintain/mandates':
      // Contract 503 has a mandate whose contract cannot be read, contract 504 a contract whose mandate cannot.
      return sequence === '504' ? [503, ''] : list('MandateGetResponse', [mandate]);
    case 'maintain/contracts':
      if (sequence === '503') return [503, ''];
      return list('ContractGetResponse', [{ ...names, ...terms, InstalmentStartDate: `${inDays(-40)} 00:00` }]);
    case 'maintain/instalments':
      return list(
        'InstalmentGetResponse',
        instalments().map((it) => ({ ...(sequence ? {} : names), ...it })),
      );
    case 'maintain/omni/instalments':
      return list(
        'InstalmentGetResponse',
        instalments().map(({ InstalmentActionDate, InstalmentStatus, ...it }) => ({
          ...it,
          CollectionDate: InstalmentActionDate.slice(0, 10),
          Status: InstalmentStatus,
        })),
      );
    case 'maintain/payo/contracts':
      return list('PayoContractGetResponse', [
        { ClientNumber: 'K1', ContractNumber: 'OUT 1', NumberOfPayments: 2, ContractPayments: [] },
      ]);
    case 'maintain/payo/payments':
      return list('PaymentGetResponse', payments());
    case 'maintain/clients':
      return list('ClientGetResponse', [{ ClientNumber: 'K1', ClientName: 'Kagiso Own', AccountType: 'GOLD' }]);
    case 'reports/transactions_report':
      return list('TransactionsReportGetResponse', transactions());
    case 'reports/omni/future_transactions':
      return [503, ''];
    case 'reports/omni/instalment_changes_report':
      return list('InstalmentChangesGetResponse', [
        { ContractNumber: 'LEASE/1', InstalmentStatus: 'bounced_back', InstalmentAmount: 1 },
      ]);
    case 'reports/contract_changes_report':
      return list('ContractChangesReportGetResponse', changes());
    case 'general/payout_cancel_codes':
      return [200, { PayoutCancelCodesGetResponse: ['DUPL', 'TECH'] }];
    default:
      return [404, ''];
  }
}

/** The writes, for tests of how their contract was identified. */
export const written: { method: string; path: string; fields: Record<string, unknown> }[] = [];

export function answerWithOwnStatuses(method: string, url: URL, body: string): Answer {
  const path = url.pathname.replace(/^\/v1\/payments\/\d+\//, '').replace(/\/NAEDO$/, '');
  if (method === 'GET') return retrieve(path, url);
  const items =
    method === 'DELETE' ? Object.fromEntries(url.searchParams) : Object.values(JSON.parse(body) as object)[0];
  const [item] = [items].flat() as Record<string, unknown>[];
  written.push({ method, path, fields: item ?? {} });
  const number = Number(item?.InstalmentSequence);
  if (number) moved.set(number, method === 'DELETE' ? { InstalmentStatus: 'called_off' } : (item ?? {}));
  return [200, { AnyResponse: [{ Successful: [item], Failed: [] }] }];
}
