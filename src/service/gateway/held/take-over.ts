import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { firstRecord, type Fields } from '#answers/read-back/reader.ts';
import { maxKnownPayees } from '#contract/approvals.ts';
import { appending } from '#service/audit/entry.ts';
import { Events } from '#service/audit/events.ts';
import { mustHaveSecondFactor } from '#service/auth/step-up.ts';
import { HttpError, notFound, unavailable } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { changing, happenedBy, serveExtension, viewing, type Extension } from '#service/http/extension.ts';
import { listedClients, providerReader, rememberingReader } from '../outgoing/reader.ts';
import { worldOf, type OutgoingWorld, type SharedWorld } from '../outgoing/world.ts';
import { notOffered } from '../pass-read.ts';
import { ownReadsAtOnce } from '../provider-line.ts';
import { providerFault } from '../tokens.ts';
import { bankDetailsOf } from './facts.ts';
import { knownPayeeStates, mustNotBeTakenOver, prepareKnownPayees, type PreparedPayee } from './known-payees.ts';
import { payeeAccount, shownAccount } from './payouts.ts';

const KnownPayeesBody = z.strictObject({
  Product: z.string().min(1).max(50).describe('The product whose clients they are.'),
  ClientNumbers: z
    .array(z.string().trim().min(1).max(50))
    .min(1)
    .max(maxKnownPayees)
    .describe('The clients that the merchant has paid before.'),
});

/** Of so many that cannot be read, the provider is away. */
const mostUnreadable = 100;

interface Parts extends Extension {
  world: SharedWorld;
  products: readonly string[];
}

/** Payees that are known from before; not part of the interface. An administrator prepares them, and a second person releases them. */
export function serveKnownPayees(app: FastifyInstance, parts: Parts): void {
  const { world, products } = parts;
  const listed = { summary: 'Retrieve whose known payees were prepared or taken over' };
  serveExtension(app, parts, 'knownPayeesList', listed, async ({ merchant, request, reply }) => ({
    Lists: await viewing(parts, request, reply, ({ query }) => knownPayeeStates(query, merchant)),
  }));

  const prepared = {
    summary: 'Prepare known payees, which a second person releases: once for a product',
    body: KnownPayeesBody,
    bytes: 4 * 1024 * 1024,
  };
  serveExtension(app, parts, 'knownPayeesPrepare', prepared, async ({ merchant, caller, body, request, reply }) => {
    const { Product: product, ClientNumbers } = body;
    if (!products.includes(product)) throw notFound();
    // Before thousands are read, and once more in the transaction.
    mustHaveSecondFactor(caller);
    const { line } = await viewing(parts, request, reply, async ({ query }) => {
      await mustNotBeTakenOver(query, merchant, product);
      return world.lines.read(query, { merchant, operation: 'payoutContractCreate' });
    });
    if (!line.tokens) throw notOffered('Payees are read only with credentials of this server’s own.');
    line.pauses.mustBeOver(merchant);
    const numbers = [...new Set(ClientNumbers)];
    const payees = await readPayees(worldOf(world, line), { merchant, product }, numbers, reply.raw);
    const work = async ({ query, begun }: Parameters<Parameters<typeof changing>[3]>[0]) => {
      const none = { organisation: '', codes: {}, hasNetwork: false, events: new Events() };
      const call: Call = {
        ...none,
        merchant,
        product,
        caller,
        now: world.clock.now(begun.daysAhead),
        sequence: begun.sequence,
        numbers: world.numbers,
        query,
      };
      const approval = await prepareKnownPayees(call, payees);
      const leftOut = payees.filter((it) => it.leftOut !== null).length;
      begun.last.push(
        ...appending(
          merchant,
          happenedBy(request, {
            Action: 'known-payees.prepare',
            Product: product,
            CallSequence: call.sequence,
            Items: payees.length,
            Details: { Approval: approval, LeftOut: leftOut },
          }),
        ),
      );
      return { ApprovalSequence: approval, Count: payees.length - leftOut, LeftOut: leftOut };
    };
    return changing(parts, request, reply, work, { needsFactor: true });
  });
}

/** @throws HttpError 503 if the provider does not answer, or the caller has left. */
async function readPayees(
  world: OutgoingWorld,
  whose: { merchant: string; product: string },
  numbers: readonly string[],
  caller: { destroyed: boolean },
): Promise<PreparedPayee[]> {
  const listed = await listedClients(world, { ...whose, since: '' }, numbers);
  const reader = rememberingReader(providerReader(world, whose), listed);
  const payees: PreparedPayee[] = [];
  const unread = [...numbers];
  let unreadable = 0;
  const work = async () => {
    for (let client = unread.pop(); client !== undefined; client = unread.pop()) {
      if (caller.destroyed) throw unavailable();
      const found = await firstRecord(reader, 'clientList', { ClientNumber: client }).catch((error: unknown) => {
        const fault = providerFault(error);
        if (++unreadable > Math.min(mostUnreadable, numbers.length - 1)) throw fault;
        return fault;
      });
      payees.push(payeeOf(world, whose.merchant, client, found));
    }
  };
  await Promise.all(Array.from({ length: ownReadsAtOnce(world.line) }, work));
  return payees;
}

function payeeOf(
  { numbers }: OutgoingWorld,
  merchant: string,
  client: string,
  found: Fields | HttpError | undefined,
): PreparedPayee {
  const none = { client, account: null, name: null, shown: null };
  if (found instanceof HttpError) return { ...none, leftOut: 'UNREADABLE' };
  if (!found) return { ...none, leftOut: 'NOT_FOUND' };
  const account = bankDetailsOf(found);
  return {
    client,
    account: payeeAccount(numbers, client, account),
    name: typeof found.ClientName === 'string' ? found.ClientName : null,
    // Without its fingerprint, which another key changes.
    shown: shownAccount(numbers, merchant, account).split(' ')[0] ?? null,
    leftOut: null,
  };
}
