import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { may } from '#contract/permissions.ts';
import type { Guard } from '#service/auth/guard.ts';
import { mustHaveSecondFactor } from '#service/auth/step-up.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { notPermitted } from '#service/http/errors.ts';
import { enterExtension } from '#service/http/extension.ts';
import { parsed } from '#service/http/parsed.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { contextOf, type Audit } from './audit.ts';
import { actorOf, installation } from './entry.ts';
import { chainOf, entriesOf, Filter } from './read.ts';

const path = '/audit/:merchant';

/** What the console does with data that it has already read. */
export const Report = z.strictObject({
  Action: z.enum(['export', 'unmask']).describe('A file was written, or a hidden number shown.'),
  What: z.string().min(1).max(100).describe('The page or report; of an unmasking the field.'),
  Format: z.enum(['csv', 'xlsx', 'jsonl']).optional().describe('Of the file.'),
  Records: z.number().int().min(0).optional().describe('Records in the file.'),
  Product: z.string().max(50).optional().describe('The product of the records.'),
  ClientNumber: z.string().max(50).optional().describe('The client whose number was shown.'),
});

interface Parts {
  pool: pg.Pool;
  guard: Guard;
  audit: Audit;
  numbers: Numbers;
  timeZone: string;
}

/**
 * The audit; not part of the interface. GET answers `{ Entries, Chain }`, newest first. POST adds an export or an unmasking, which
 * happen in the console: the service only knows that the records were read.
 */
export function serveAudit(app: FastifyInstance, { pool, guard, audit, numbers, timeZone }: Parts): void {
  app.get(path, async (request, reply) => {
    const { caller, merchant } = await enterExtension(request, { pool, guard });
    if (!may(caller, 'audit', merchant)) {
      audit.refused(merchant, {
        Action: 'audit',
        Actor: actorOf(caller),
        Context: contextOf(caller, request.ip),
        Codes: { NOT_PERMITTED: 1 },
      });
      throw notPermitted('audit');
    }
    const filter = parsed(Filter, request.query);
    const chain = filter.Chain === 'installation' ? installation : merchant;
    const answer = await inTransaction(pool, { merchant: chain }, async (client) => {
      const query = async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[];
      return {
        Entries: await entriesOf(query, merchant, { ...filter, timeZone, numbers, isAll: may(caller, 'audit', '*') }),
        Chain: await chainOf(query, chain),
      };
    });
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.post(path, async (request, reply) => {
    const { caller, merchant } = await enterExtension(request, { pool, guard });
    const { Action, What, Format, Records, Product, ClientNumber } = parsed(Report, request.body);
    if (Action === 'unmask') mustHaveSecondFactor(caller);
    await audit.append(merchant, {
      Action,
      Actor: actorOf(caller),
      Context: contextOf(caller, request.ip),
      Outcome: 'done',
      ...(Product !== undefined && { Product }),
      ...(ClientNumber !== undefined && { Targets: [{ ClientNumber }] }),
      Details: { What, ...(Format && { Format }), ...(Records !== undefined && { Records }) },
    });
    return reply.header('cache-control', 'no-store').send({});
  });
}
