// Merchants of the other service with incomplete answers: no list, keys in another case, no statuses.
import { answerWithOwnStatuses, inDays, type Answer } from './own-statuses.ts';

const answered = (Status: string) => ({ CallSequence: 9, Status, Version: '1.0.0', Name: 'x' });

/** `MandateGetResponse` becomes `mandateGetResponse`, and so on; the fields of records stay as documented. */
function withLowerCaseKeys([status, body, headers]: Answer): Answer {
  if (typeof body !== 'object' || body === null) return [status, body, headers];
  const entries = Object.entries(body).map(
    ([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value] as const,
  );
  return [status, Object.fromEntries(entries), headers];
}

const debit = { ClientNumber: 'K1', ContractNumber: 'LEASE/1', ContractSequence: 41 };

const statusless: Record<string, object> = {
  'reports/transactions_report': {
    TransactionsReportGetResponse: [3, 2, 1].map((day) => ({
      ...debit,
      TransactionDate: `${inDays(-day)} 08:00`,
      Amount: 100.5,
    })),
  },
  'maintain/clients': { ClientGetResponse: [{ ClientNumber: 'K1', ClientName: 'Kagiso Own' }] },
  'maintain/mandates': { MandateGetResponse: [debit] },
  'maintain/contracts': { ContractGetResponse: [debit] },
  'maintain/instalments': {
    InstalmentGetResponse: [
      { ...debit, InstalmentSequence: 1, InstalmentActionDate: `${inDays(-3)} 00:00`, InstalmentAmount: 100.5 },
    ],
  },
};

/** By merchant number. */
export const incompleteAnswers: Record<string, (method: string, url: URL, body: string) => Answer> = {
  // Not found, lookups included.
  '79': () => [404, ''],
  // Reports success, without a list.
  '84': () => [200, { APIResponse: answered('SUCCESS') }],
  // Reports failure, without a list.
  '85': () => [200, { APIResponse: answered('FAILED') }],
  // Merchant 78 with keys in another case.
  '86': (method, url, body) => withLowerCaseKeys(answerWithOwnStatuses(method, url, body)),
  '87': (_, url) => {
    const found = Object.keys(statusless).find((path) => url.pathname.includes(path));
    return found ? [200, { ...statusless[found], APIResponse: answered('SUCCESS') }] : [404, ''];
  },
};
