import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { deliveryStatusOf } from '#answers/messages.ts';
import {
  mostSentMessages,
  mostToldDebits,
  type MessagesToTakeBack,
  type SentMessageDrafts,
  type SentMessageList,
  type SentMessageRecord,
  type TakenBack,
  type ToldDebit,
  type ToldList,
  type ToldQuestion,
} from '#contract/sent-messages.ts';
import { toCents } from '#rules/money.ts';
import { appending } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import type { Query } from '#service/database/query.ts';
import type { Begin } from '#service/database/transaction.ts';
import {
  changing,
  happenedBy,
  merchantProduct,
  serveExtension,
  viewing,
  type Extension,
} from '#service/http/extension.ts';
import { clientNumberField, contractNumberField, dayField, instalmentSequenceField } from '#service/http/own-fields.ts';
import {
  messageOwner,
  unknownStanding,
  waitingStandings,
  type DeliverySource,
  type MessageStanding,
} from '#service/messages/deliveries.ts';
import { rejectedMessage } from '#service/messages/statuses.ts';
import { takeBackWaiting } from '#service/messages/waiting-messages.ts';

const SentMessageFilter = z.strictObject({
  ClientNumber: clientNumberField
    .optional()
    .describe('The client whose messages are asked for; those of all without it.'),
});

const SentMessagesBody = z.strictObject({
  Organisation: z.string().min(1).max(100).describe('The one that sends them; the merchant is one of its own.'),
  Messages: z
    .array(
      z.strictObject({
        MessageId: z
          .string()
          .min(1)
          .max(200)
          .describe('Of the message that is sent next. One that is said again is one.'),
        ClientNumber: clientNumberField.optional().describe('The client that gets it, unless its number was typed.'),
        ContractNumber: contractNumberField.optional().describe('The contract that it is about.'),
        InstalmentSequence: instalmentSequenceField.optional().describe('The debit of that contract that it is about.'),
        InstalmentActionDate: dayField
          .optional()
          .describe('The day on which it says that the debit is due: a message that waits goes only while it is.'),
        InstalmentAmount: z
          .number()
          .optional()
          .describe('The amount that it says. One that waits goes only while it is so.'),
        Template: z.string().min(1).max(200).describe('The name of its template.'),
        ToEnd: z
          .string()
          .regex(/^\d{0,4}$/)
          .describe('The last four digits of the telephone’s number.'),
      }),
    )
    .min(1)
    .max(1000)
    .describe('Messages that are about to be sent.'),
}) satisfies z.ZodType<SentMessageDrafts>;

const TakeBackBody = z.strictObject({
  Messages: z.array(z.string().min(1).max(200)).min(1).max(1000).describe('Their messageIds.'),
}) satisfies z.ZodType<MessagesToTakeBack>;

const ToldBody = z.strictObject({
  Debits: z
    .array(
      z.strictObject({
        ClientNumber: clientNumberField.describe('The client of the contract.'),
        ContractNumber: contractNumberField.describe('The contract.'),
        InstalmentSequence: instalmentSequenceField.describe('The debit of that contract.'),
      }),
    )
    .min(1)
    .max(mostToldDebits)
    .describe('The debits that are asked about.'),
}) satisfies z.ZodType<ToldQuestion>;

interface Parts extends Extension {
  clock: Clock;
  isSandbox: boolean;
  products: readonly string[];
  source: DeliverySource;
}

type StoredMessage = Omit<SentMessageRecord, keyof MessageStanding> & { organisation: string };

/** Which clients got messages, and the status of each; not part of the interface. */
export function serveSentMessages(app: FastifyInstance, parts: Parts): void {
  const { clock, isSandbox, products, source } = parts;

  const stored = (query: Query, merchant: string, product: string, client: string | null): Promise<StoredMessage[]> =>
    query<StoredMessage>(
      `select message_id as "MessageId", client_number as "ClientNumber", contract_number as "ContractNumber",
          instalment_sequence as "InstalmentSequence", template as "Template", to_end as "ToEnd", author as "By",
          to_char(sent_at, 'YYYY-MM-DD HH24:MI') as "At", organisation
        from sent_message where merchant = $1 and product = $2 and ($3::text is null or client_number = $3)
        order by stored_at desc, message_id limit ${mostSentMessages + 1}`,
      [merchant, product, client],
    );

  type View = <T>(work: (query: Query) => Promise<T>, begin?: Begin) => Promise<T>;
  type Kept = Pick<StoredMessage, 'organisation' | 'MessageId'>;

  /** The statuses of messages that a merchant's organisations have sent. */
  async function standingsOf(
    view: View,
    merchant: string,
    kept: readonly Kept[],
  ): Promise<(it: Kept) => MessageStanding> {
    const standings = new Map<string, (messageId: string) => MessageStanding>();
    for (const organisation of new Set(kept.map((it) => it.organisation))) {
      const ids = kept.flatMap((it) => (it.organisation === organisation ? [it.MessageId] : []));
      const owner = await view((query) => messageOwner(query, organisation, merchant), { organisation });
      if (owner)
        standings.set(organisation, await view((query) => source.standings(query, owner, ids), source.begin(owner)));
    }
    const ids = kept.map(({ MessageId }) => MessageId);
    const waiting = await view((query) => waitingStandings(query, merchant, ids));
    return ({ organisation, MessageId }) =>
      waiting.get(`${organisation} ${MessageId}`) ?? standings.get(organisation)?.(MessageId) ?? unknownStanding;
  }

  const asked = { summary: 'Retrieve the messages that were sent to a client, or to all', query: SentMessageFilter };
  serveExtension(
    app,
    parts,
    'sentMessageList',
    asked,
    async ({ query: { ClientNumber }, request, reply, ...entered }) => {
      const { merchant, product } = merchantProduct(entered, products);
      const view: View = (work, begin = {}) => viewing(parts, request, reply, ({ query }) => work(query), begin);
      const rows = await view((query) => stored(query, merchant, product, ClientNumber ?? null));
      const listed = rows.slice(0, mostSentMessages);
      const standingOf = await standingsOf(view, merchant, listed);
      const Messages = listed.map((it): SentMessageRecord => {
        const { organisation: _, ...message } = it;
        return { ...message, ...standingOf(it) };
      });
      return { Messages, IsPartial: rows.length > listed.length } satisfies SentMessageList;
    },
  );

  const telling = {
    summary: 'Retrieve of which debits the payers were told',
    about: 'A message that was refused or did not arrive told nothing.',
    body: ToldBody,
    bytes: 1024 * 1024,
  };
  serveExtension(app, parts, 'sentMessageTold', telling, async ({ body: { Debits }, request, reply, ...entered }) => {
    const { merchant, product } = merchantProduct(entered, products);
    const view: View = (work, begin = {}) => viewing(parts, request, reply, ({ query }) => work(query), begin);
    const rows = await view((query) =>
      query<ToldDebit & Kept>(
        `select client_number as "ClientNumber", contract_number as "ContractNumber",
            instalment_sequence as "InstalmentSequence", message_id as "MessageId", organisation
          from sent_message
            join unnest($3::text[], $4::text[], $5::int[]) as asked (client, contract, instalment)
              on client_number = client and contract_number = contract and instalment_sequence = instalment
          where merchant = $1 and product = $2`,
        [
          merchant,
          product,
          Debits.map((it) => it.ClientNumber),
          Debits.map((it) => it.ContractNumber),
          Debits.map((it) => it.InstalmentSequence),
        ],
      ),
    );
    const standingOf = await standingsOf(view, merchant, rows);
    const told = rows.filter(
      (it) => !['rejected', 'undelivered'].includes(deliveryStatusOf(standingOf(it).Status ?? {})),
    );
    const Told = told.map(({ ClientNumber, ContractNumber, InstalmentSequence }) => ({
      ClientNumber,
      ContractNumber,
      InstalmentSequence,
    }));
    return { Told } satisfies ToldList;
  });

  const takingBack = {
    summary: 'Take back messages that wait until they may go',
    about: 'One that has gone meanwhile is not in the answer.',
    body: TakeBackBody,
    bytes: 256 * 1024,
  };
  serveExtension(app, parts, 'sentMessageTakeBack', takingBack, async ({ body, request, reply, ...entered }) => {
    const { merchant, product } = merchantProduct(entered, products);
    return changing(parts, request, reply, async ({ query, begun: { last } }) => {
      const refusal = rejectedMessage('REJECTED_TAKEN_BACK', `Not sent: ${entered.caller.name} took it back.`);
      const ids = await takeBackWaiting(query, { merchant, product }, body.Messages, refusal);
      last.push(...appending(merchant, happenedBy(request, { Product: product, Items: ids.length })));
      return { TakenBack: ids } satisfies TakenBack;
    });
  });

  const adding = {
    summary: 'Keep to whom messages go that are about to be sent',
    about: 'The messages themselves are sent by the interface’s own call.',
    body: SentMessagesBody,
    bytes: 1024 * 1024,
  };
  serveExtension(app, parts, 'sentMessageAdd', adding, async ({ body, request, reply, ...entered }) => {
    const { caller } = entered;
    const { merchant, product } = merchantProduct(entered, products);
    const { Organisation, Messages } = body;
    const column = <T>(of: (message: (typeof Messages)[number]) => T) => Messages.map(of);
    return changing(
      parts,
      request,
      reply,
      async ({ query, begun: { daysAhead, last } }) => {
        // Ordered, so that two calls with the same messages cannot deadlock.
        const added = await query(
          `insert into sent_message (merchant, message_id, product, organisation, client_number, contract_number,
              instalment_sequence, template, to_end, due_on, due_cents, subject, author, sent_at)
            select $1, id, $2, $3, client, contract, instalment, template, to_end, due_on, due_cents, $4, $5, $6
            from unnest($7::text[], $8::text[], $9::text[], $10::int[], $11::text[], $12::text[], $13::date[], $14::bigint[])
              as _ (id, client, contract, instalment, template, to_end, due_on, due_cents)
            order by id on conflict (merchant, message_id) do nothing returning 1`,
          [
            merchant,
            product,
            Organisation,
            caller.subject,
            caller.name,
            clock.now(daysAhead),
            column((it) => it.MessageId),
            column((it) => it.ClientNumber ?? null),
            column((it) => it.ContractNumber ?? null),
            column((it) => it.InstalmentSequence ?? null),
            column((it) => it.Template),
            column((it) => it.ToEnd),
            column((it) => it.InstalmentActionDate ?? null),
            column((it) => (it.InstalmentAmount === undefined ? null : (toCents(it.InstalmentAmount) ?? null))),
          ],
        );
        const clients = [...new Set(Messages.flatMap((it) => it.ClientNumber ?? []))];
        const Targets = clients.slice(0, 20).map((ClientNumber) => ({ ClientNumber }));
        const MoreTargets = clients.length - Targets.length;
        last.push(
          ...appending(
            merchant,
            happenedBy(request, {
              Product: product,
              Items: added.length,
              Targets,
              ...(MoreTargets > 0 && { MoreTargets }),
            }),
          ),
        );
        return {};
      },
      { isSandbox },
    );
  });
}
