import type { BrowserContext } from '@playwright/test';
import type { SentCallEnd, SentCallQuestion } from '../src/contract/sent-calls.ts';
import { addDays } from '../src/rules/calendar.ts';
import { today } from './test-data.ts';

type Json = Record<string, unknown>;

/** A simulated service with more returned debits than the sample data has, and faults for each write. */
export interface UnpaidDebits {
  /** Stored instalments by contract. */
  stored: Map<number, Json[]>;
  /** Number of create calls. */
  calls: number;
  /** The fault of the nth call, from 1: its answer or the write itself is lost. */
  fault(call: number): 'none' | 'answer lost' | 'write lost';
  /** A colleague collects it again. */
  collectElsewhere(sequence: number): void;
  /** Another debit of the contract goes to the bank. */
  submit(sequence: number, date: string): void;
  /** Another debit of the contract is returned. */
  fail(sequence: number, date: string, reason: string): void;
}

export const reasons = ['02', '12', '04', 'X9'] as const;
const first = 700_001;
const now = () => `${today()} 09:00`;

/**
 * Answers the calls of the Unpaid page for `count` debits: each with its own contract and client, one a day and then again from
 * the first day, with each of the reasons in turn (`codes`). Contracts in `closed` accept no instalments. With `isSilent` the change
 * reports omit creations.
 */
export async function simulateUnpaidDebits(
  context: BrowserContext,
  count: number,
  closed: readonly number[] = [],
  isSilent = false,
  codes: readonly string[] = reasons,
): Promise<UnpaidDebits> {
  const debits = Array.from({ length: count }, (_, at) => ({
    TransactionDate: `${addDays(today(), -1 - (at % 80))} 18:00`,
    ClientNumber: `U${at + 1}`,
    ContractNumber: `UNP-${at + 1}`,
    ContractSequence: first + at,
    TransactionType: 'DEBIT',
    Amount: 100,
    Status: 'UNPAID',
    reason: codes[at % codes.length],
  }));
  const unpaid: UnpaidDebits = {
    stored: new Map(),
    calls: 0,
    fault: () => 'none',
    collectElsewhere: (sequence) =>
      store({
        ContractSequence: sequence,
        InstalmentActionDate: `${addDays(today(), 9)} 00:00`,
        InstalmentAmount: 100,
      }),
    fail: (ContractSequence, date, reason) => {
      const [debit] = debits.filter((it) => it.ContractSequence === ContractSequence);
      if (debit) debits.push({ ...debit, TransactionDate: `${date} 18:00`, reason });
    },
    submit: (ContractSequence, date) =>
      void atBank.push({
        UserId: 'clearing',
        ContractSequence,
        InstalmentSequence: 90,
        InstalmentActionDate: `${date} 00:00`,
        InstalmentAmount: 100,
        InstalmentStatus: 'SUBMITTED',
        LastUpdateDate: `${date} 17:30`,
      }),
  };
  const atBank: Json[] = [];
  const store = (item: Json): Json => {
    const of = unpaid.stored.get(Number(item['ContractSequence'])) ?? [];
    const stored = { ...item, InstalmentSequence: of.length + 2, InstalmentStatus: 'SCHEDULED', UserId: 'staff' };
    unpaid.stored.set(Number(item['ContractSequence']), [...of, stored]);
    return stored;
  };
  const added = () => [...unpaid.stored.values()].flat();
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
        ...atBank,
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
        // The first contract continues.
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
      return ['InstalmentGetResponse', [own, ...(unpaid.stored.get(sequence) ?? [])]];
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
  /** By their Idempotency-Keys. */
  const kept = new Map<string, Json>();
  const create = (items: readonly Json[]): Json => {
    const isClosed = (it: Json) => closed.includes(Number(it['ContractSequence']));
    const Successful = items.filter((it) => !isClosed(it)).map(store);
    const Failed = items
      .filter(isClosed)
      .map((it) => ({ ...it, Errors: [{ Code: 'CANCELLED', Message: 'The contract is cancelled.' }] }));
    return answered('InstalmentPostResponse', [{ Successful, Failed }]);
  };
  await context.route(/\/v1\/payments\/\d+\/(?:reports|maintain)\//, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const name = url.pathname.split('/').findLast((it) => Object.hasOwn(answers, it));
    const answer = name === undefined ? undefined : answers[name];
    if (!answer) return route.fallback();
    if (request.method() === 'GET') return route.fulfill({ json: answered(...answer(url.searchParams)) });
    if (name !== 'instalments') return route.fallback();
    if (request.method() === 'DELETE') {
      const [sequence, number] = ['ContractSequence', 'InstalmentSequence'].map((it) =>
        Number(url.searchParams.get(it)),
      );
      const found = unpaid.stored.get(Number(sequence))?.find((it) => it['InstalmentSequence'] === number);
      if (found) found['InstalmentStatus'] = 'CANCELLED';
      const result = { ContractSequence: sequence, InstalmentSequence: number };
      return route.fulfill({ json: answered('InstalmentDeleteResponse', [{ Successful: [result], Failed: [] }]) });
    }
    unpaid.calls += 1;
    const fault = unpaid.fault(unpaid.calls);
    if (fault === 'write lost') return route.abort();
    const key = request.headers()['idempotency-key'] ?? '';
    const { InstalmentPostRequest } = request.postDataJSON() as { InstalmentPostRequest: Json[] };
    const json = kept.get(key) ?? create(InstalmentPostRequest);
    kept.set(key, json);
    return fault === 'answer lost' ? route.abort() : route.fulfill({ json });
  });
  await context.route(/\/sent-calls\//, (route) => {
    const { Key } = route.request().postDataJSON() as SentCallQuestion;
    const Answer = kept.get(Key);
    const json: SentCallEnd = Answer ? { Outcome: 'answered', Status: 200, Answer } : { Outcome: 'nothing' };
    return route.fulfill({ json });
  });
  return unpaid;
}

/** How many new instalments the contracts got. */
export const createdCounts = (unpaid: UnpaidDebits): number[] => [
  ...new Set([...unpaid.stored.values()].map((it) => it.length)),
];
