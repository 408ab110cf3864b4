import type { FastifyReply } from 'fastify';
import { repeatedly, type Begin, type Begun } from '#service/database/transaction.ts';
import type { RecordQuery } from './call.ts';
import { tenantOf } from './entry.ts';
import { around } from './envelope.ts';
import { beginOf, type Dependencies, type Incoming, type Retrieve } from './incoming.ts';
import type { Slots } from './limits/slots.ts';
import { allOf, typedQuery } from './request.ts';
import { recordsOf, streamed } from './stream.ts';

/** Answers a retrieve or report. */
export async function answerRetrieve(incoming: Incoming, handler: Retrieve): Promise<FastifyReply> {
  const { reply, entry, query, dependencies } = incoming;
  const { operation, merchant, product } = entry;
  const { shares, pool, numbers } = dependencies;
  const { isAll, query: fields } = allOf(operation, query);
  const statement = handler.retrieve(
    { merchant: merchant ?? '', product },
    typedQuery(operation, fields) as never,
    isAll,
  );
  const begin = beginOf(incoming);
  const tenant = tenantOf(entry);
  const open = statement.hasSensitive ? numbers.openJson : undefined;
  if (statement.named) {
    const retrieve = () => repeatedly(() => recordsOf(pool, begin, statement));
    const [records, sequence] = await shares.reads.within(tenant, reply.raw, retrieve);
    return reply.send(around(operation, sequence).join(open ? open(records) : records));
  }
  const aroundThem = ({ sequence }: Begun) => around(operation, (entry.sequence = sequence));
  return sendStreamed(
    reply,
    { share: shares.streams, tenant, begin, around: aroundThem, open },
    statement,
    dependencies,
  );
}

interface Streamed extends Omit<Parameters<typeof streamed>[3], 'response'> {
  share: Slots;
  tenant: string;
  begin: Begin;
}

/** Answers with the records of a statement, within the tenant's share. */
export async function sendStreamed(
  reply: FastifyReply,
  { share, tenant, begin, ...to }: Streamed,
  statement: RecordQuery,
  { streams, readerTimeoutMs }: Pick<Dependencies, 'streams' | 'readerTimeoutMs'>,
): Promise<FastifyReply> {
  const leave = await share.enter(tenant, reply.raw);
  // Frees the database connection of a reader that has stopped.
  reply.raw.setTimeout(readerTimeoutMs, () => reply.raw.destroy());
  try {
    const records = await streamed(streams, begin, statement, { ...to, response: reply.raw });
    records.once('close', leave);
    return reply.send(records);
  } catch (error) {
    leave();
    throw error;
  }
}
