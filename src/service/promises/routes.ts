import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  furthestPromise,
  longestReason,
  mostPromises,
  type PaymentPromise,
  type PromiseDraft,
  type PromiseList,
  type PromiseWithdrawal,
} from '#contract/promises.ts';
import { addDays, dateOf } from '#rules/calendar.ts';
import { fromCents, toCents } from '#rules/money.ts';
import { appending } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound, refusedField } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import {
  changing,
  happenedBy,
  merchantProduct,
  serveExtension,
  viewing,
  type Entered,
  type Extension,
} from '#service/http/extension.ts';
import {
  clientNumberField,
  contractSequenceField,
  dayField,
  mustHaveNoPersonalNumber,
} from '#service/http/own-fields.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { phoneMark } from './held-back.ts';
import { ownPayer, type PayerSource } from './payer.ts';

const PromiseFilter = z.strictObject({
  ClientNumber: clientNumberField.optional().describe('Of this client alone, with those of its contracts.'),
  ContractSequence: z.coerce
    .number()
    .pipe(contractSequenceField)
    .optional()
    .describe('Of this contract, and of its client as a whole, whose number must be given, too.'),
  Since: dayField.optional().describe('Those whose day is this one or later; without a client, today or later.'),
});

const PromiseBody = z.strictObject({
  PromiseId: z.uuid().describe('Chosen by the caller: a promise that is sent twice is one.'),
  ClientNumber: clientNumberField.describe('Who has promised.'),
  ContractSequence: contractSequenceField
    .optional()
    .describe('The contract that it is about; without it, all of the client.'),
  Day: dayField.describe(`The last day to pay, at most ${furthestPromise} days from today.`),
  Amount: z.number().positive().describe('What was promised, with at most two decimals.'),
}) satisfies z.ZodType<PromiseDraft>;

const WithdrawBody = z.strictObject({
  Reason: z.string().trim().min(1).max(longestReason).describe('Without numbers of accounts or persons.'),
}) satisfies z.ZodType<PromiseWithdrawal>;

interface Parts extends Extension {
  clock: Clock;
  isSandbox: boolean;
  numbers: Numbers;
  products: readonly string[];
  /** Where a provider has the records: they are read before the promise is stored. */
  elsewhere: PayerSource | undefined;
}

type StoredPromise = Omit<PaymentPromise, 'Amount' | 'Withdrawn'> & {
  cents: number;
  WithdrawnAt: string | null;
  WithdrawnName: string | null;
  Reason: string | null;
};

function promiseOf({ cents, WithdrawnAt, WithdrawnName, Reason, ...promise }: StoredPromise): PaymentPromise {
  const Withdrawn = WithdrawnAt === null ? null : { By: WithdrawnName ?? '', At: WithdrawnAt, Reason: Reason ?? '' };
  return { ...promise, Amount: fromCents(cents), Withdrawn };
}

const columns = `promise_id as "PromiseId", client_number as "ClientNumber", contract_sequence as "ContractSequence",
    contract_number as "ContractNumber", to_char(day, 'YYYY-MM-DD') as "Day", amount as cents, author as "By",
    to_char(written_at, 'YYYY-MM-DD HH24:MI') as "At", to_char(withdrawn_at, 'YYYY-MM-DD HH24:MI') as "WithdrawnAt",
    withdrawn_name as "WithdrawnName", reason as "Reason"`;

/** Promises to pay; not part of the interface. What they hold back is judged in held-back.ts. */
export function servePromises(app: FastifyInstance, parts: Parts): void {
  const { clock, isSandbox, numbers, products, elsewhere } = parts;

  const bookOf = (entered: Pick<Entered, 'merchant' | 'names'>) => merchantProduct(entered, products);
  type Book = ReturnType<typeof bookOf>;

  async function listOf(
    query: Query,
    { merchant, product }: Book,
    { client, contract, since }: { client?: string; contract?: number; since?: string },
  ): Promise<PromiseList> {
    const rows = await query<StoredPromise>(
      `select ${columns} from promise
        where merchant = $1 and product = $2 and ($3::text is null or client_number = $3)
          and ($4::bigint is null or contract_sequence is null or contract_sequence = $4)
          and ($5::timestamp is null or day >= $5)
        order by stored_at desc, promise_id limit $6`,
      [merchant, product, client ?? null, contract ?? null, since ?? null, mostPromises + 1],
    );
    return { Promises: rows.slice(0, mostPromises).map(promiseOf), HasMore: rows.length > mostPromises };
  }

  const listing = { summary: 'Retrieve promises to pay', query: PromiseFilter };
  serveExtension(app, parts, 'promiseList', listing, ({ query: filter, request, reply, ...entered }) => {
    const book = bookOf(entered);
    const { ClientNumber: client, ContractSequence: contract, Since } = filter;
    if (contract !== undefined && client === undefined)
      throw refusedField('REQUIRED', 'ClientNumber', 'A contract is asked for with the number of its client.');
    const work = ({ query, begun }: { query: Query; begun: { daysAhead: number } }) => {
      const since = Since ?? (client === undefined ? dateOf(clock.now(begun.daysAhead)) : undefined);
      return listOf(query, book, { client, contract, since });
    };
    return viewing(parts, request, reply, work, { isSandbox });
  });

  const adding = {
    summary: 'Save a promise to pay',
    about:
      'Until its day has passed, the client or the contract is not collected again, and the client gets no message.',
    body: PromiseBody,
    bytes: 16 * 1024,
  };
  serveExtension(app, parts, 'promiseAdd', adding, async ({ body, request, reply, ...entered }) => {
    const { merchant, product } = bookOf(entered);
    const { PromiseId, ClientNumber: client, ContractSequence: contract, Day, Amount } = body;
    const cents = toCents(Amount);
    if (cents === undefined) throw refusedField('INVALID', 'Amount', 'Amount must have at most two decimals.');
    const asked = { merchant, product, client, contract };
    // A provider is read without a connection to the database.
    const found = await elsewhere?.(asked);
    return changing(
      parts,
      request,
      reply,
      async ({ query, begun: { daysAhead, last } }) => {
        const now = clock.now(daysAhead);
        const payer = elsewhere ? found : await ownPayer(query, asked);
        if (!payer)
          throw contract === undefined
            ? refusedField('NOT_FOUND', 'ClientNumber', 'There is no such client.')
            : refusedField('NOT_FOUND', 'ContractSequence', 'The client has no such contract.');
        const added = await query(
          `insert into promise (merchant, promise_id, product, client_number, contract_sequence, contract_number, phone_mark,
              day, amount, subject, author, written_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            on conflict (merchant, promise_id) do nothing returning 1`,
          [
            merchant,
            PromiseId,
            product,
            client,
            contract ?? null,
            payer.contractNumber,
            payer.phone && phoneMark(numbers, merchant, payer.phone),
            Day,
            cents,
            entered.caller.subject,
            entered.caller.name,
            now,
          ],
        );
        if (added.length === 0) await mustBeSame(query, { ...asked, ...body, cents });
        // One that is sent again was judged when it came first.
        else if (Day < dateOf(now)) throw refusedField('IN_THE_PAST', 'Day', 'The day has passed.');
        else if (Day > addDays(dateOf(now), furthestPromise))
          throw refusedField('INVALID', 'Day', `A promise is for at most ${furthestPromise} days from today.`);
        const Details = { PromiseId, Day, ...(!added.length && { IsRepeat: true }) };
        const Targets = [{ ClientNumber: client, ...(contract && { ContractSequence: contract }) }];
        last.push(...appending(merchant, happenedBy(request, { Product: product, Targets, Details })));
        return listOf(query, { merchant, product }, { client });
      },
      { isSandbox },
    );
  });

  /** A promise that is sent again; another one needs an id of its own. */
  async function mustBeSame(query: Query, it: PromiseDraft & Book & { cents: number }): Promise<void> {
    const same = await query(
      `select 1 from promise where merchant = $1 and promise_id = $2 and product = $3 and client_number = $4
        and contract_sequence is not distinct from $5 and day = $6 and amount = $7`,
      [it.merchant, it.PromiseId, it.product, it.ClientNumber, it.ContractSequence ?? null, it.Day, it.cents],
    );
    if (same.length === 0) throw refusedField('DUPLICATE', 'PromiseId', 'Another promise has this PromiseId.');
  }

  const withdrawing = {
    summary: 'Withdraw a promise to pay',
    about: 'Then the client may be collected from and written to again. One that was withdrawn before stays as it is.',
    body: WithdrawBody,
    bytes: 16 * 1024,
  };
  serveExtension(app, parts, 'promiseWithdraw', withdrawing, async ({ body, request, reply, ...entered }) => {
    const { merchant, product } = bookOf(entered);
    const { promise = '' } = entered.names;
    if (!z.uuid().safeParse(promise).success) throw notFound();
    mustHaveNoPersonalNumber('Reason', body.Reason, 'A reason');
    return changing(
      parts,
      request,
      reply,
      async ({ query, begun: { daysAhead, last } }) => {
        const [found] = await query<{ client: string; contract: number | null; isWithdrawn: boolean }>(
          `select client_number as client, contract_sequence as contract, withdrawn_at is not null as "isWithdrawn" from promise
            where merchant = $1 and product = $2 and promise_id = $3 for update`,
          [merchant, product, promise],
        );
        if (!found) throw notFound();
        const { client, contract, isWithdrawn } = found;
        if (!isWithdrawn)
          await query(
            `update promise set withdrawn_at = $3, withdrawn_by = $4, withdrawn_name = $5, reason = $6
              where merchant = $1 and promise_id = $2`,
            [merchant, promise, clock.now(daysAhead), entered.caller.subject, entered.caller.name, body.Reason],
          );
        const Targets = [{ ClientNumber: client, ...(contract !== null && { ContractSequence: contract }) }];
        const Details = { PromiseId: promise, ...(isWithdrawn && { IsRepeat: true }) };
        last.push(...appending(merchant, happenedBy(request, { Product: product, Targets, Details })));
        return listOf(query, { merchant, product }, { client });
      },
      { isSandbox },
    );
  });
}
