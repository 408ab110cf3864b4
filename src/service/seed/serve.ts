import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { merchantsWith } from '#contract/permissions.ts';
import { contextOf } from '#service/audit/audit.ts';
import { actorOf, type Happened } from '#service/audit/entry.ts';
import { stillSignedIn } from '#service/auth/epochs.ts';
import type { Clock } from '#service/base/clock.ts';
import { notPermitted, refusedField } from '#service/base/errors.ts';
import { parsedInput } from '#service/base/parsed.ts';
import { namesIn } from '#service/http/entry.ts';
import type { Extension } from '#service/http/extension.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { seedMerchant } from './seed.ts';

const Wanted = z.strictObject({ Name: z.string().trim().min(1).max(100) });

/**
 * POST `/sandbox/merchants/:merchant` with `{ Name }`: another merchant of the sandbox, with sample records of its own to try
 * things on. Not part of the interface.
 */
export function serveSampleMerchants(
  app: FastifyInstance,
  { pool, guard, audit, shares, clock, numbers }: Extension & { clock: Clock; numbers: Numbers },
): void {
  const onRequest = async (request: FastifyRequest) => {
    request.operationName = 'sandbox.merchants';
    const caller = await guard(request.headers.authorization);
    request.visit = { audit, action: 'sandbox.merchants', caller, isInside: true, isChange: true };
    if (merchantsWith(caller, 'sandbox:write').length === 0) throw notPermitted('sandbox:write');
  };
  app.post('/sandbox/merchants/:merchant', { onRequest, bodyLimit: 1024 }, async (request, reply) => {
    const { merchant: number = '' } = namesIn(request);
    const { Name: name } = parsedInput(Wanted, request.body);
    if (!/^\w{1,20}$/.test(number)) throw refused('INVALID', 'A merchant number is 1 to 20 letters and digits.');
    if (!request.visit) throw new Error('a route without its onRequest hook');
    const { caller, action } = request.visit;
    const happened: Happened = {
      Action: action,
      Actor: actorOf(caller),
      Context: contextOf(caller, request.ip),
      Outcome: 'done',
      Details: { Target: number, Merchants: [number] },
      Changes: [{ Field: 'Name', Old: null, New: name }],
    };
    // One after the other, so that no call waits for the lock of another with a connection.
    const isNew = await shares.changes.within(request.operationName, reply.raw, () =>
      seedMerchant(pool, clock.today(), numbers, { number, name, must: stillSignedIn(caller), happened }),
    );
    if (!isNew) throw refused('DUPLICATE', `Merchant ${number} exists already.`);
    return reply.header('cache-control', 'no-store').send({ Merchant: number, Name: name });
  });
}

const refused = (Code: 'INVALID' | 'DUPLICATE', Message: string) => refusedField(Code, 'Merchant', Message);
