import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  longestOptOutReason,
  mostOptOuts,
  type OptOut,
  type OptOutChange,
  type OptOutList,
} from '#contract/opt-outs.ts';
import { appending } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { refusedField } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import {
  changing,
  happenedBy,
  merchantProduct,
  serveExtension,
  viewing,
  type Extension,
} from '#service/http/extension.ts';
import { clientNumberField, mustHaveNoPersonalNumber } from '#service/http/own-fields.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { phoneMark } from '#service/promises/held-back.ts';
import { ownPayer, type PayerSource } from '#service/promises/payer.ts';

const OptOutFilter = z.strictObject({
  ClientNumber: clientNumberField.optional().describe('This client alone.'),
});

const OptOutBody = z.strictObject({
  ClientNumber: clientNumberField.describe('The client.'),
  IsOptedOut: z.boolean().describe('False where the client wants messages again.'),
  Reason: z
    .string()
    .trim()
    .min(1)
    .max(longestOptOutReason)
    .optional()
    .describe('What the client said. Without numbers of accounts or persons.'),
}) satisfies z.ZodType<OptOutChange>;

interface Parts extends Extension {
  clock: Clock;
  isSandbox: boolean;
  numbers: Numbers;
  products: readonly string[];
  /** Where a provider has the records: they are read before the change. */
  elsewhere: PayerSource | undefined;
}

/** Clients who want no messages; not part of the interface. What that holds back is judged in messages/held-messages.ts. */
export function serveOptOuts(app: FastifyInstance, parts: Parts): void {
  const { clock, isSandbox, numbers, products, elsewhere } = parts;

  async function listOf(
    query: Query,
    { merchant, product, client }: { merchant: string; product: string; client: string | undefined },
  ): Promise<OptOutList> {
    const rows = await query<OptOut>(
      `select client_number as "ClientNumber", reason as "Reason", author as "By",
          to_char(written_at, 'YYYY-MM-DD HH24:MI') as "At"
        from opt_out where merchant = $1 and product = $2 and ($3::text is null or client_number = $3)
        order by stored_at desc, client_number limit $4`,
      [merchant, product, client ?? null, mostOptOuts + 1],
    );
    return { OptOuts: rows.slice(0, mostOptOuts), HasMore: rows.length > mostOptOuts };
  }

  serveExtension(
    app,
    parts,
    'optOutList',
    { summary: 'Retrieve the clients who want no messages', query: OptOutFilter },
    ({ query: { ClientNumber: client }, request, reply, ...entered }) => {
      const { merchant, product } = merchantProduct(entered, products);
      return viewing(parts, request, reply, ({ query }) => listOf(query, { merchant, product, client }));
    },
  );

  const changes = {
    summary: 'Note whether a client wants messages',
    about: 'Until the client wants messages again, every message to its telephone number is refused.',
    body: OptOutBody,
    bytes: 16 * 1024,
  };
  serveExtension(app, parts, 'optOutChange', changes, async ({ body, request, reply, ...entered }) => {
    const { merchant, product } = merchantProduct(entered, products);
    const { ClientNumber: client, IsOptedOut, Reason } = body;
    mustHaveNoPersonalNumber('Reason', Reason, 'A reason');
    const asked = { merchant, product, client, contract: undefined };
    // A provider is read without a connection to the database, and only for who opts out: the way back needs no record.
    const found = IsOptedOut ? await elsewhere?.(asked) : undefined;
    return changing(
      parts,
      request,
      reply,
      async ({ query, begun: { daysAhead, last } }) => {
        const add = async () => {
          const payer = elsewhere ? found : await ownPayer(query, asked);
          if (!payer) throw refusedField('NOT_FOUND', 'ClientNumber', 'There is no such client.');
          return query(
            `insert into opt_out (merchant, product, client_number, phone_marks, reason, subject, author, written_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8)
              on conflict (merchant, product, client_number) do nothing returning 1`,
            [
              merchant,
              product,
              client,
              JSON.stringify(payer.phone ? [phoneMark(numbers, merchant, payer.phone)] : []),
              Reason ?? null,
              entered.caller.subject,
              entered.caller.name,
              clock.now(daysAhead),
            ],
          );
        };
        const remove = () =>
          query('delete from opt_out where merchant = $1 and product = $2 and client_number = $3 returning 1', [
            merchant,
            product,
            client,
          ]);
        const changed = await (IsOptedOut ? add() : remove());
        const Details = { IsOptedOut, ...(changed.length === 0 && { IsRepeat: true }) };
        const Targets = [{ ClientNumber: client }];
        last.push(...appending(merchant, happenedBy(request, { Product: product, Targets, Details })));
        return listOf(query, { merchant, product, client });
      },
      { isSandbox },
    );
  });
}
