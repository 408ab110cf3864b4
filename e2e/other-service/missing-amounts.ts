// The other service's fourth merchant: missing amounts, records outside the range, duplicates, and no change that gives the
// reason of a return.
import { inDays, type Answer } from './own-statuses.ts';

const names = { ClientNumber: 'F1', ContractNumber: 'FIG-1', ContractSequence: 810001 };
const terms = { FrequencyCode: 'MNTH', CollectionDay: 1, InstalmentAmount: 100, NumberOfInstalments: 2 };
const mandate = { ...names, ...terms, MandateType: 'FIXED', MandateStatusCode: 'ACTIVE' };

const instalments = () => {
  const first = {
    ...names,
    InstalmentSequence: 1,
    InstalmentActionDate: `${inDays(-40)} 00:00`,
    InstalmentAmount: 100,
    InstalmentStatus: 'PAID',
  };
  const second = { ...first, InstalmentSequence: 2, InstalmentActionDate: `${inDays(3)} 00:00` };
  return [first, first, { ...second, InstalmentStatus: 'SCHEDULED' }];
};

const transactions = () => [
  { ...names, TransactionDate: `${inDays(0)} 00:05`, Status: 'PAID' },
  { ...names, TransactionDate: `${inDays(0)} 00:06`, Amount: 2000.56, Status: 'UNPAID' },
  { ...names, TransactionDate: '2031-05-05 00:05', Amount: 500, Status: 'PAID' },
];

const due = () => {
  const instalment = { ...names, InstalmentSequence: 2, InstalmentAmount: 100, InstalmentStatus: 'SCHEDULED' };
  const dated = { ...instalment, InstalmentActionDate: `${inDays(3)} 00:00` };
  return [
    dated,
    dated,
    { ...instalment, InstalmentSequence: 3, InstalmentActionDate: '2099-01-01 00:00' },
    { ...instalment, InstalmentSequence: 4, InstalmentAmount: 50 },
  ];
};

/** Of days that only a test of currencies asks for. */
const dueLater = () => {
  const instalment = { ...names, InstalmentActionDate: `${inDays(21)} 00:00`, InstalmentStatus: 'SCHEDULED' };
  return [
    { ...instalment, InstalmentSequence: 5, InstalmentAmount: 100, Currency: 'ZAR' },
    { ...instalment, InstalmentSequence: 6, InstalmentAmount: 30, Currency: 'NAD' },
    { ...instalment, InstalmentSequence: 7, InstalmentAmount: null, Currency: 'NAD', InstalmentStatus: 'MISSED' },
  ];
};

export function answerWithMissingAmounts(url: URL): Answer {
  const list = (key: string, records: readonly object[]): Answer => [
    200,
    { [key]: records, APIResponse: { CallSequence: 1, Status: 'SUCCESS', Version: '1.0.0', Name: 'x' } },
  ];
  switch (url.pathname.replace('/v1/payments/81/', '').replace(/\/NAEDO$/, '')) {
    case 'maintain/mandates':
      return list('MandateGetResponse', [mandate, mandate]);
    case 'maintain/contracts':
      return list('ContractGetResponse', [{ ...names, ...terms, InstalmentStartDate: `${inDays(-40)} 00:00` }]);
    case 'maintain/instalments':
      return list('InstalmentGetResponse', instalments());
    case 'maintain/omni/instalments':
      return list('InstalmentGetResponse', []);
    case 'maintain/clients':
      return list('ClientGetResponse', [{ ClientNumber: 'F1', ClientName: 'Fikile Figures' }]);
    case 'reports/transactions_report':
      return list('TransactionsReportGetResponse', transactions());
    case 'reports/omni/future_transactions':
      return list(
        'FutureTransactionsGetResponse',
        url.searchParams.get('StartDate')?.startsWith(inDays(20)) ? dueLater() : due(),
      );
    case 'reports/omni/instalment_changes_report':
      return list('InstalmentChangesGetResponse', []);
    default:
      return [404, ''];
  }
}
