import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isSuccess } from '#answers/decode.ts';
import { rowReader } from '#answers/month/lines.ts';
import { ReportColumns } from '#answers/report/columns.ts';
import { ReportParser, Unreadable } from '#answers/report/parse.ts';
import { minutesOf, minutesOfDay, noTime } from '#answers/report/wall-minutes.ts';
import { interfaceRequest } from '#answers/request.ts';
import type { MonthRow } from '#contract/month-end.ts';
import { operations } from '#contract/operations.ts';
import type { DateText } from '#rules/calendar.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { forbidden, HttpError } from '#service/base/errors.ts';
import { authorizedRead } from '#service/gateway/authorized-read.ts';
import type { ProviderLine } from '#service/gateway/provider-line.ts';
import { providerAway, providerRefused } from '#service/gateway/tokens.ts';

/** Whose transactions are read, and for whom: who leaves ends the reading. */
export interface Asking {
  line: ProviderLine;
  merchant: string;
  product: string;
  /** The caller's, for a provider that takes it. */
  authorization: string | undefined;
  response: ServerResponse;
  signal: AbortSignal;
}

/** What a month's line has (src/contract/month-end.ts). */
const specs: readonly ColumnSpec[] = [
  { fieldName: 'TransactionDate', kind: 'dateTime' },
  { fieldName: 'ContractSequence', kind: 'integer' },
  { fieldName: 'ClientNumber', kind: 'text' },
  { fieldName: 'ContractNumber', kind: 'text' },
  { fieldName: 'TransactionType', kind: 'text' },
  { fieldName: 'Amount', kind: 'amount' },
  { fieldName: 'Status', kind: 'text' },
];

const { transactionReport } = operations;

/**
 * The transactions of these days in the order of the provider's report, as its bytes arrive and as the console reads them: those
 * of other days are left out, those without a day are not.
 * @throws HttpError 503 if the provider does not answer or breaks off, 400 for an amount that is not in whole cents.
 */
export async function* transactionsOf(asking: Asking, from: DateText, to: DateText): AsyncGenerator<MonthRow[]> {
  const leave = await asking.line.slots.enter(asking.merchant, asking.response);
  try {
    const answer = await answerOf(asking, from, to);
    if (!answer) return;
    try {
      yield* rowsOf(answer, [minutesOfDay(from), minutesOf(`${to} 23:59`)]);
    } catch (error) {
      throw faultOf(error);
    } finally {
      answer.destroy();
    }
  } finally {
    leave();
  }
}

/** @returns undefined where nothing is found */
async function answerOf(asking: Asking, from: DateText, to: DateText): Promise<IncomingMessage | undefined> {
  const { line, merchant, product, authorization, signal } = asking;
  line.pauses.mustBeOver(merchant);
  const service = { segment: line.provider.segment, organisation: '' };
  const range = { StartDate: `${from} 00:00`, EndDate: `${to} 23:59`, Product: product };
  const answer = await authorizedRead(line, {
    path: interfaceRequest(transactionReport, { merchant, product }, service, range).url,
    tenant: merchant,
    merchant,
    owner: merchant,
    authorization,
    headers: { 'accept-encoding': 'gzip' },
    signal,
  });
  if (answer.statusCode === 200) return answer;
  answer.destroy();
  if (answer.statusCode === 404) return undefined;
  if (answer.statusCode === 401) throw forbidden('The provider does not permit this.');
  if (answer.statusCode === 500) throw providerAway();
  throw providerRefused('The provider did not accept the question for the transactions of a month.');
}

const cut = (Message: string) => new HttpError(503, [{ Code: 'PROVIDER_AWAY', Message }], { 'retry-after': '1' });

function faultOf(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (error instanceof Unreadable) return providerRefused('The provider’s answer could not be understood.');
  if (error instanceof RangeError) return unclearMonth('The amount of a transaction is missing or not in whole cents.');
  return cut('The provider’s answer broke off. Try again shortly.');
}

export const unclearMonth = (Message: string): HttpError => new HttpError(400, [{ Code: 'MONTH_UNCLEAR', Message }]);

async function* rowsOf(answer: IncomingMessage, [least, most]: [number, number]): AsyncGenerator<MonthRow[]> {
  const columns = new ReportColumns(specs);
  const [at] = columns.list;
  const parser = new ReportParser(columns, transactionReport.response);
  const taken = (): MonthRow[] => {
    // Its caches know the texts of one batch.
    const read = rowReader(columns);
    const rows: MonthRow[] = [];
    for (let row = 0; row < columns.length; row += 1) {
      const minutes = at && 'minutes' in at ? (at.minutes[row] as number) : noTime;
      if (minutes === noTime || (minutes >= least && minutes <= most)) rows.push(read(row));
    }
    columns.empty();
    return rows;
  };
  for await (const chunk of bytesOf(answer) as AsyncIterable<Buffer>) {
    parser.push(chunk);
    if (columns.length > 0) yield taken();
  }
  const { isWhole, hasList, status } = parser.end();
  if (!isWhole || (status !== undefined && !isSuccess(status)))
    throw cut('The provider’s answer broke off. Try again shortly.');
  if (!hasList) throw providerRefused('The provider’s answer has no list of transactions.');
  yield taken();
}

function bytesOf(answer: IncomingMessage): Readable {
  if (answer.headers['content-encoding'] !== 'gzip') return answer;
  // An error of the answer reaches the reader through the stream that it reads.
  return pipeline(answer, createGunzip(), () => {});
}
