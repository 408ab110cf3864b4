import type { IncomingMessage } from 'node:http';
import { isSuccess } from '#answers/decode.ts';
import { normalizedRecords } from '#answers/normalize.ts';
import type { Fields, RecordReader } from '#answers/read-back/reader.ts';
import { ReportColumns } from '#answers/report/columns.ts';
import { ReportParser } from '#answers/report/parse.ts';
import { operations } from '#contract/operations.ts';

/*
 * Thousands of payees are read in one list of all clients, where the provider has one that says what it says of each: one by one they
 * take it longer than everything else.
 */

/** How clients are read. */
interface ClientReading {
  one: RecordReader;
  /** The answer with all of them, of any status. */
  all(signal: AbortSignal): Promise<IncomingMessage>;
  merchant: string;
  product: string;
  /** The database's time before. */
  since: string;
}

/** What is read of each: the judge and the approval of a payout need no more. */
export const payeeFields: readonly string[] = [
  'ClientName',
  'BankCode',
  'BranchCode',
  'AccountType',
  'AccountNumber',
  'AccountHolderName',
];

export interface ListedClients {
  /** The database's time before they were read. */
  since: string;
  /** Undefined for one that the list does not have, or has twice. */
  find(ClientNumber: string): Fields | undefined;
}

/** Fewer are sooner read one by one. */
const fewest = 100;

/** A longer list takes longer than the clients of a call, and too much memory: some 50,000 clients. */
const mostBytes = 16 * 1024 * 1024;

/** The calls of an import follow each other; each of its payees is read again before anything is sent. */
const keptMs = 60_000;
const mostKept = 4;

/** Until a list that was of no use is tried again. */
const uselessMs = 600_000;

const { clientList } = operations;

export class ClientLists {
  private readonly kept = new Map<string, { list: Promise<ListedClients | undefined>; endsMs: number }>();
  private readonly useless = new Map<string, number>();

  /**
   * All clients, if that is a shorter way to these.
   * @param importId calls of the same import share a list for a minute.
   */
  async of(reading: ClientReading, wanted: readonly string[], importId?: string): Promise<ListedClients | undefined> {
    const whose = JSON.stringify([reading.merchant, reading.product]);
    if (new Set(wanted).size < fewest) return undefined;
    if (performance.now() < (this.useless.get(whose) ?? 0)) return undefined;
    const keptFor = importId && `${whose} ${importId}`;
    const list = await (keptFor ? this.keeping(reading, keptFor) : readList(reading));
    const first = wanted.find((it) => list?.find(it));
    if (list && first !== undefined && (await saysTheSame(reading.one, list, first))) return list;
    if (keptFor) this.kept.delete(keptFor);
    this.useless.set(whose, performance.now() + uselessMs);
    return undefined;
  }

  private keeping(reading: ClientReading, keptFor: string): Promise<ListedClients | undefined> {
    const now = performance.now();
    const found = this.kept.get(keptFor);
    if (found && now < found.endsMs) return found.list;
    const list = readList(reading);
    const kept = { list, endsMs: now + keptMs };
    this.kept.delete(keptFor);
    this.kept.set(keptFor, kept);
    const [oldest] = this.kept.keys();
    if (this.kept.size > mostKept && oldest !== undefined) this.kept.delete(oldest);
    const forget = () => this.kept.get(keptFor) === kept && this.kept.delete(keptFor);
    setTimeout(forget, keptMs).unref();
    return list;
  }
}

/** Providers may show less in lists, such as masked numbers. */
async function saysTheSame(reader: RecordReader, list: ListedClients, ClientNumber: string): Promise<boolean> {
  const [one] = await reader.read('clientList', { ClientNumber });
  const listed = list.find(ClientNumber);
  return payeeFields.every((field) => (one?.[field] ?? null) === (listed?.[field] ?? null));
}

/** As its bytes arrive. @returns undefined if there is none, or it is too long: then clients are read one by one. */
async function readList({ all, since }: ClientReading): Promise<ListedClients | undefined> {
  const ending = new AbortController();
  const columns = new ReportColumns(
    ['ClientNumber', ...payeeFields].map((fieldName) => ({ fieldName, kind: 'text' as const })),
  );
  const parser = new ReportParser(columns, clientList.response);
  const rows = new Map<string, number | undefined>();
  try {
    const answer = await all(ending.signal);
    if (answer.statusCode !== 200) return undefined;
    let [bytes, row] = [0, 0];
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) return undefined;
      parser.push(chunk);
      for (; row < columns.length; row += 1) {
        const number = numberAt(columns, row);
        rows.set(number, rows.has(number) ? undefined : row);
      }
    }
    const { isWhole, hasList, status } = parser.end();
    if (!isWhole || !hasList || (status !== undefined && !isSuccess(status))) return undefined;
  } catch {
    // If the provider is away, reading one by one says so.
    return undefined;
  } finally {
    ending.abort();
  }
  return {
    since,
    find(ClientNumber) {
      const row = rows.get(ClientNumber);
      return row === undefined ? undefined : normalizedRecords([columns.rowAt(row) as Fields])[0];
    },
  };
}

function numberAt(columns: ReportColumns, row: number): string {
  const [column] = columns.list;
  return column ? String(columns.valueAt(column, row)).trim() : '';
}
