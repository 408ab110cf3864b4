import type { BrowserContext } from '@playwright/test';
import { addDays } from '../src/rules/calendar.ts';
import { today } from './test-data.ts';

type Json = Record<string, unknown>;

/** A service's book of returned debits: more of them than the sample data has, and what becomes of each write. */
export interface Book {
  /** Instalments that were stored, by contract. */
  stored: Map<number, Json[]>;
  /** Calls that brought new instalments. */
  calls: number;
  /** What happens to the call of this number, from 1: its answer or the write itself is lost. */
  fault(call: number): 'none' | 'answer lost' | 'write lost';
  /** A colleague collects it again. */
  collectElsewhere(sequence: number): void;
}

export const reasons = ['02', '12', '04', 'X9'] as const;
const first = 700_001;
const now = () => `${today()} 09:00`;

/**
 * Answers what the page of unpaid debits asks for, for so many debits: each of its own contract and client, returned one a
 * day and then again from the first day on, for each of the reasons in turn. Contracts in `closed` take no instalment. The
 * change reports of one that is `silent` tell of nothing that is created.
 */
export async function simulateUnpaidDebits(
  context: BrowserContext,
  count: number,
  closed: readonly number[] = [],
  isSilent = false,
): Promise<Book> {
  const debits = Array.from({ length: count }, (_, at) => ({
    TransactionDate: `${addDays(today(), -1 - (at % 80))} 18:00`,
    ClientNumber: `U${at + 1}`,
    ContractNumber: `UNP-${at + 1}`,
    ContractSequence: first + at,
    TransactionType: 'DEBIT',
    Amount: 100,
    Status: 'UNPAID',
    reason: reasons[at % reasons.length],
  }));
  const book: Book = {
    stored: new Map(),
    calls: 0,
    fault: () => 'none',
    collectElsewhere: (sequence) =>
      store({
        ContractSequence: sequence,
        InstalmentActionDate: `${addDays(today(), 9)} 00:00`,
        InstalmentAmount: 100,
      }),
  };
  const store = (item: Json) => {
    const of = book.stored.get(Number(item['ContractSequence'])) ?? [];
    book.stored.set(Number(item['ContractSequence']), [
      ...of,
      { ...item, InstalmentSequence: of.length + 2, InstalmentStatus: 'SCHEDULED', UserId: 'staff' },
    ]);
  };
  const added = () => [...book.stored.values()].flat();
  const answers: Record<string, (query: URLSearchParams) => [string, Json[]]> = {
    transactions_report: (query) => {
      const client = query.get('ClientNumber');
      const paid = { ...debits[0], TransactionDate: `${addDays(today(), -100)} 18:00`, Status: 'PAID' };
      const list = client
        ? [...debits.filter((it) => it.ClientNumber === client), { ...paid, ClientNumber: client }]
        : debits;
      return ['TransactionsReportGetResponse', list.map((it) => ({ ...it, reason: undefined }))];
    },
    instalment_changes_report: () => [
      'InstalmentChangesGetResponse',
      [
        ...debits.map((it) => ({
          UserId: 'clearing',
          ContractNumber: it.ContractNumber,
          ContractSequence: it.ContractSequence,
          InstalmentSequence: 1,
          InstalmentActionDate: it.TransactionDate,
          InstalmentAmount: it.Amount,
          InstalmentStatus: it.Status,
          InstalmentResult: it.reason,
          LastUpdateDate: it.TransactionDate,
        })),
        ...(isSilent ? [] : added()).map((it) => ({ ...it, LastUpdateDate: now() })),
      ],
    ],
    contract_changes_report: () => [
      'ContractChangesReportGetResponse',
      (isSilent ? [] : added()).map((it) => ({
        ChangeDate: now(),
        ContractSequence: it['ContractSequence'],
        ChangeType: 'CREATE',
        FieldChanged: `InstalmentActionDate[${String(it['InstalmentSequence'])}]`,
        NewValue: it['InstalmentActionDate'],
      })),
    ],
    future_transactions: () => [
      'FutureTransactionsGetResponse',
      [
        // The first contract goes on as it did.
        { ContractSequence: first, InstalmentActionDate: `${addDays(today(), 20)} 00:00`, InstalmentAmount: 100 },
        ...added(),
      ],
    ],
    instalments: (query) => {
      const sequence = Number(query.get('ContractSequence'));
      const own = {
        ContractSequence: sequence,
        InstalmentSequence: 1,
        InstalmentAmount: 100,
        InstalmentStatus: 'UNPAID',
      };
      return ['InstalmentGetResponse', [own, ...(book.stored.get(sequence) ?? [])]];
    },
    clients: (query) => [
      'ClientGetResponse',
      debits
        .map((it, at) => ({
          ClientNumber: it.ClientNumber,
          ClientName: `Payer ${at + 1}`,
          CellphoneNumber: `08255${String(50_000 + at)}`,
        }))
        .filter((it) => !query.get('ClientNumber') || query.get('ClientNumber') === it.ClientNumber),
    ],
  };
  const answered = (key: string, records: Json[]) => ({
    [key]: records,
    APIResponse: { CallSequence: 1, Status: 'SUCCESS', Version: '1.0.0', Name: key },
  });
  await context.route(/\/v1\/payments\/\d+\/(?:reports|maintain)\//, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const name = url.pathname.split('/').findLast((it) => Object.hasOwn(answers, it));
    const answer = name === undefined ? undefined : answers[name];
    if (!answer) return route.fallback();
    if (request.method() === 'GET') return route.fulfill({ json: answered(...answer(url.searchParams)) });
    if (name !== 'instalments') return route.fallback();
    book.calls += 1;
    const fault = book.fault(book.calls);
    if (fault === 'write lost') return route.abort();
    const items = (request.postDataJSON() as { InstalmentPostRequest: Json[] }).InstalmentPostRequest;
    const isClosed = (it: Json) => closed.includes(Number(it['ContractSequence']));
    for (const item of items) if (!isClosed(item)) store(item);
    if (fault === 'answer lost') return route.abort();
    const Failed = items
      .filter(isClosed)
      .map((it) => ({ ...it, Errors: [{ Code: 'CANCELLED', Message: 'The contract is cancelled.' }] }));
    const Successful = items.filter((it) => !isClosed(it));
    return route.fulfill({ json: answered('InstalmentPostResponse', [{ Successful, Failed }]) });
  });
  return book;
}

/** How often each contract was given a new instalment. */
export const timesOf = (book: Book): number[] => [...new Set([...book.stored.values()].map((it) => it.length))];
