import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { operations, type OperationName } from '#contract/operations.ts';
import { appending } from '#service/audit/entry.ts';
import { HttpError, unavailable } from '#service/base/errors.ts';
import { parsedInput } from '#service/base/parsed.ts';
import { changing, enteredBy, entering, happenedBy, type Extension } from './extension.ts';

const route = '/sandbox/faults/:merchant';
const names = Object.values(operations).flatMap(({ name, path }) => (path.startsWith('{PREFIX}') ? [name] : []));
const Wanted = z.strictObject({
  Operation: z.enum(names as [OperationName, ...OperationName[]]),
  Fault: z.enum(['LOSE', 'HOLD', 'REFUSE']),
  After: z.nullish(z.int().check(z.gte(0), z.lte(1000))),
});

const mostFaults = 100;

interface SetFault {
  Operation: OperationName;
  Fault: 'LOSE' | 'HOLD' | 'REFUSE';
  /** Calls until it; below 0 it is late, since another fault came first. */
  After: number;
}

/**
 * The sandbox's faults of a network and of a busy service, for one merchant and one call, so that a person can see what a
 * program does then. Not part of the interface. POST `{ Operation, Fault, After }`: of the next call, or of the one after so
 * many,
 * - `LOSE`: it is processed, and its answer breaks off;
 * - `HOLD`: its answer waits; a read is not begun before;
 * - `REFUSE`: it is not processed (503).
 *
 * GET answers the faults to come and the number of calls that wait; DELETE takes them back and lets those calls go on. Kept by
 * the process that got them, until it ends.
 */
export function serveSandboxFaults(app: FastifyInstance, extension: Extension): void {
  const faultsOf = new Map<string, SetFault[]>();
  const waitingOf = new Map<string, Set<() => void>>();
  const taken = new WeakMap<FastifyRequest, SetFault>();

  app.post(route, entering(extension, 'sandbox.faults', 'sandbox:write'), async (request, reply) => {
    const { merchant } = enteredBy(request);
    const { After, ...wanted } = parsedInput(Wanted, request.body);
    const fault: SetFault = { ...wanted, After: After ?? 0 };
    const faults = faultsOf.get(merchant) ?? [];
    if (faults.length === mostFaults)
      throw new HttpError(400, [{ Code: 'INVALID', Message: `${mostFaults} faults are to come already.` }]);
    await record(request, reply, { ...fault });
    faultsOf.set(merchant, [...(faultsOf.get(merchant) ?? []), fault]);
    return reply.send(stateOf(merchant));
  });
  app.get(route, entering(extension, 'sandbox.faults', 'sandbox:read'), async (request, reply) => {
    const { merchant } = enteredBy(request);
    return reply.send(stateOf(merchant));
  });
  app.delete(route, entering(extension, 'sandbox.faults', 'sandbox:write'), async (request, reply) => {
    const { merchant } = enteredBy(request);
    const { Faults, Waiting } = stateOf(merchant);
    if (Faults.length + Waiting > 0) await record(request, reply, { TakenBack: Faults.length, LetGo: Waiting });
    faultsOf.delete(merchant);
    for (const release of waitingOf.get(merchant) ?? []) release();
    return reply.send(stateOf(merchant));
  });
  const record = (request: FastifyRequest, reply: FastifyReply, Details: Record<string, unknown>) =>
    changing(extension, request, reply, async ({ begun }) => {
      begun.last.push(...appending(enteredBy(request).merchant, happenedBy(request, { Details })));
    });
  const stateOf = (merchant: string) => ({
    Faults: faultsOf.get(merchant) ?? [],
    Waiting: waitingOf.get(merchant)?.size ?? 0,
  });

  // Not while a call has a connection: a read is held before it, a write after its transaction.
  app.addHook('preHandler', async (request, reply) => {
    const fault = take(request);
    if (fault?.Fault === 'REFUSE') throw unavailable();
    if (fault?.Fault === 'HOLD' && request.method === 'GET') await released(request, reply);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const fault = taken.get(request);
    if (fault?.Fault === 'LOSE') breakOff(reply, payload);
    else if (fault?.Fault === 'HOLD' && request.method !== 'GET') void released(request, reply).then(() => done());
    else done();
  });
  app.addHook('preClose', async () => {
    for (const waiting of waitingOf.values()) for (const release of waiting) release();
  });

  function take(request: FastifyRequest): SetFault | undefined {
    const faults = faultsOf.get(request.entry?.merchant ?? '') ?? [];
    const own = faults.filter(({ Operation }) => Operation === request.operationName);
    for (const fault of own) fault.After -= 1;
    const fault = own.find(({ After }) => After < 0);
    if (!fault) return undefined;
    faults.splice(faults.indexOf(fault), 1);
    taken.set(request, fault);
    return fault;
  }

  async function released({ entry }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const merchant = entry?.merchant ?? '';
    const waiting = waitingOf.get(merchant) ?? new Set();
    waitingOf.set(merchant, waiting);
    let release = () => {};
    await new Promise<void>((resolve) => {
      release = resolve;
      waiting.add(release);
      raw.once('close', release);
    });
    waiting.delete(release);
  }
}

/**
 * After the head of the answer: a browser sends a call again, even a write, when the connection that it used before ends
 * without one.
 */
function breakOff({ raw, statusCode }: FastifyReply, payload: unknown): void {
  if (payload instanceof Readable) payload.destroy();
  raw.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8', 'content-length': 1000 });
  raw.write('{', () => raw.destroy());
}
