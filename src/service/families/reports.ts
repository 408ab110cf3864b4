import { reports as the } from '../../contract/reports.ts';
import type { Call, ListHandler } from '../call.ts';
import { columnOf, selecting, wordsOf } from '../rows.ts';
import type { Subject } from '../changes.ts';
import { mustBeRange } from './terms.ts';

interface Range {
  StartDate: string;
  EndDate: string;
}

/** Rows of a table within a range of one of its times, both ends included, and by the other words of the query. */
async function within<Row>(
  call: Call,
  from: { table: string; time: string; order: string; and?: string[] },
  query: Range & Record<string, unknown>,
  select: string,
): Promise<Row[]> {
  mustBeRange(query);
  const { StartDate, EndDate, ...rest } = query;
  const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const where = given.map(([word], index) => `${columnOf(word)} = $${index + 4}`);
  // A minute belongs to its range as a whole: the stored times may carry seconds.
  const time = `${from.time} >= $2::timestamp and ${from.time} < $3::timestamp + interval '1 minute'`;
  return call.query<Row>(
    `select ${select} from ${from.table}
      where ${['merchant = $1', time, ...where, ...(from.and ?? [])].join(' and ')} order by ${from.order}`,
    [call.merchant, StartDate, EndDate, ...given.map(([, value]) => value)],
  );
}

const transactionReport: ListHandler<'transactionReport'> = (call, query) =>
  within(
    call,
    { table: 'transaction', time: 'transaction_date', order: 'transaction_date, transaction_sequence' },
    query,
    selecting(wordsOf(the.transactionReport.output)),
  );

const changesOf = (subjects: Subject[]) => ({
  table: 'change',
  time: 'change_date',
  order: 'change_date, change_sequence',
  and: [`subject in (${subjects.map((subject) => `'${subject}'`).join(', ')})`],
});

const mandateChangeReport: ListHandler<'mandateChangeReport'> = (call, query) =>
  within(
    call,
    changesOf(['mandate']),
    { ...query, Product: call.product },
    selecting(wordsOf(the.mandateChangeReport.output)),
  );

/** A contract's changes are its own and its instalments'. */
const contractChangeReport: ListHandler<'contractChangeReport'> = (call, query) =>
  within(
    call,
    changesOf(['contract', 'instalment']),
    { ...query, Product: call.product },
    selecting(wordsOf(the.contractChangeReport.output)),
  );

export const reports = { transactionReport, mandateChangeReport, contractChangeReport };
