// Merchants of the other service whose answers support less than they seem to: without a list, in keys of another case, without statuses.
import { answerInOwnWords, inDays, type Answer } from './own-statuses.ts';

const answered = (Status: string) => ({ CallSequence: 9, Status, Version: '1.0.0', Name: 'x' });

/** `MandateGetResponse` as `mandateGetResponse`, and so on down to the records, whose fields are as documented. */
function inAnotherCase([status, body, headers]: Answer): Answer {
  if (typeof body !== 'object' || body === null) return [status, body, headers];
  const entries = Object.entries(body).map(
    ([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value] as const,
  );
  return [status, Object.fromEntries(entries), headers];
}

const debit = { ClientNumber: 'K1', ContractNumber: 'LEASE/1', ContractSequence: 41 };

/** Records that do not say how far they have come. */
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

/** What each merchant is answered, by number. */
export const otherAnswers: Record<string, (method: string, url: URL, body: string) => Answer> = {
  // Nothing is found, not even a lookup.
  '79': () => [404, ''],
  // Called a success, and no list.
  '84': () => [200, { APIResponse: answered('SUCCESS') }],
  // Called a failure, and no list.
  '85': () => [200, { APIResponse: answered('FAILED') }],
  // As merchant 78, in keys of another case.
  '86': (method, url, body) => inAnotherCase(answerInOwnWords(method, url, body)),
  '87': (_, url) => {
    const found = Object.keys(statusless).find((path) => url.pathname.includes(path));
    return found ? [200, { ...statusless[found], APIResponse: answered('SUCCESS') }] : [404, ''];
  },
};
