import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MonthText } from '#contract/month-end.ts';
import { addDays, type DateText } from '#rules/calendar.ts';
import type { Clock } from '#service/base/clock.ts';
import { refusedField } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import { serveExtension, viewing, type Extension, type Within } from '#service/http/extension.ts';
import { formats, type Format, type AccountStatement } from './formats.ts';
import { bankLines, firstBalance, type OutcomeHistory, type SettledItem } from './lines.ts';

const Query = z.strictObject({
  Month: MonthText().check(z.describe('The month, written YYYY-MM.')),
  Format: z
    .string()
    .transform((name, context) => {
      if (Object.hasOwn(formats, name)) return { name, ...(formats[name] as Format) };
      context.addIssue(`must be one of ${Object.keys(formats).join(', ')}`);
      return z.NEVER;
    })
    .describe(`One of ${Object.keys(formats).join(', ')}.`),
});

/**
 * The statement of the simulated bank for a month, in the formats of real banks; not part of the interface. A month in progress ends
 * with today. A day without outcomes has no line.
 */
export function serveSandboxStatement(app: FastifyInstance, parts: Extension & { clock: Clock }): void {
  const shape = {
    summary: 'Retrieve the statement of the simulated bank for a month',
    query: Query,
    answer: 'text/plain',
  };
  serveExtension(
    app,
    parts,
    'sandboxStatement',
    shape,
    async ({ merchant, query: { Month, Format: format }, request, reply }) => {
      const statement = await viewing(
        parts,
        request,
        reply,
        (within) => statementOf(within, parts.clock, merchant, Month),
        { isSandbox: true },
      );
      const name = `statement-${merchant}-${Month}-${format.name}.${format.extension}`;
      return reply
        .header('content-type', format.type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(format.write(statement));
    },
  );
}

/**
 * @param month `YYYY-MM`
 * @throws HttpError 400 for a month that has not begun
 */
async function statementOf(
  { query, begun: { daysAhead } }: Within,
  clock: Clock,
  merchant: string,
  month: string,
): Promise<AccountStatement> {
  const from = `${month}-01`;
  const today = clock.today(daysAhead);
  if (from > today) throw refusedField('INVALID', 'Month', 'Month has not begun yet.');
  const monthEnd = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
  const to = monthEnd < today ? monthEnd : today;
  const [named] = await query<{ name: string }>('select name from merchant where merchant = $1', [merchant]);
  const name = named?.name ?? merchant;
  const history = await historyOf(query, merchant, to);
  const lines = bankLines(merchant, history).filter(({ date }) => date <= to);
  const opening = lines.reduce((sum, { date, cents }) => (date < from ? sum + cents : sum), firstBalance);
  const account = `6200${merchant.replaceAll(/\D/g, '').padStart(7, '0')}`;
  return { account, name, from, to, opening, lines: lines.filter(({ date }) => date >= from) };
}

/** A debit is returned late if it was paid before. */
async function historyOf(query: Query, merchant: string, to: DateText): Promise<OutcomeHistory> {
  const ofDay = `to_char(transaction_date, 'YYYY-MM-DD') as date`;
  const item = `${ofDay}, contract_number as "contractNumber", amount as cents`;
  const until = `merchant = $1 and transaction_date < ($2::date + 1)::timestamp`;
  const wasPaid = `exists (select from transaction p where p.merchant = t.merchant and p.contract_sequence = t.contract_sequence
      and p.instalment_sequence = t.instalment_sequence and p.status = 'PAID' and p.transaction_date < t.transaction_date)`;
  const rows = <Row>(text: string) => query<Row>(text, [merchant, to]);
  return {
    collected: await rows<{ date: DateText; cents: number; count: number }>(
      `select ${ofDay}, sum(amount)::bigint as cents, count(*) from transaction
        where ${until} and status = 'PAID' and instalment_sequence is not null group by 1 order by 1`,
    ),
    lateReturns: await rows<SettledItem>(
      `select ${item} from transaction t where ${until} and status = 'UNPAID' and ${wasPaid}
        order by transaction_date, transaction_sequence`,
    ),
    paidByClient: await rows<SettledItem>(
      `select distinct on (date_trunc('month', transaction_date)) ${item} from transaction t
        where ${until} and status = 'UNPAID' and instalment_sequence is not null and not ${wasPaid}
          and extract(day from transaction_date) between 3 and 20
        order by date_trunc('month', transaction_date), transaction_date, transaction_sequence`,
    ),
    paidOut: await rows<SettledItem>(
      `select ${item} from transaction
        where ${until} and status = 'PAID' and payment_sequence is not null order by transaction_date, transaction_sequence`,
    ),
  };
}
