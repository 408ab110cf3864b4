import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { may } from '#contract/permissions.ts';
import { createBudget } from '#service/audit/budget.ts';
import { appending, installation } from '#service/audit/entry.ts';
import { chainOf, chainEntries, EntryFilter } from '#service/audit/read.ts';
import { refusedField, unavailable } from '#service/base/errors.ts';
import { changing, happenedBy, serveExtension, viewing, type Extension, type Within } from '#service/http/extension.ts';
import type { Numbers } from '#service/numbers/numbers.ts';

/** What the console does with data that it has already read. */
const ReportedUse = z.strictObject({
  Action: z.enum(['export', 'unmask']).describe('A file was written, or a hidden number shown.'),
  What: z.string().min(1).max(100).describe('The page or report; of an unmasking the field.'),
  Format: z.enum(['csv', 'xlsx', 'jsonl']).optional().describe('Of the file.'),
  Records: z.number().int().min(0).optional().describe('Records in the file.'),
  Product: z.string().max(50).optional().describe('The product of the records.'),
  ClientNumber: z.string().max(50).optional().describe('The client whose number was shown.'),
});

interface Parts extends Extension {
  numbers: Numbers;
  timeZone: string;
  /** Whether records are at a provider, where the page that shows a number has read it. */
  hasProvider: boolean;
}

/** Reports of one person or program in an hour: more than anybody works through, and too few to drown what matters. */
const mostReports = 600;

/**
 * The audit; not part of the interface. GET answers `{ Entries, Chain }`, newest first. POST adds an export or an unmasking, which
 * happen in the console: the service only knows that the records were read.
 */
export function serveAudit(app: FastifyInstance, parts: Parts): void {
  const { numbers, timeZone, hasProvider } = parts;
  const budget = createBudget(mostReports);

  serveExtension(
    app,
    parts,
    'auditList',
    { summary: 'Retrieve the audit, newest first', query: EntryFilter },
    async (given) => {
      const { caller, merchant, query: filter, request, reply } = given;
      const chain = filter.Chain === 'installation' ? installation : merchant;
      const isAll = may(caller, 'audit', '*');
      const work = async ({ query }: Within) => ({
        Entries: await chainEntries(query, merchant, { ...filter, timeZone, numbers, isAll }),
        Chain: await chainOf(query, chain),
      });
      return viewing(parts, request, reply, work, { merchant: chain });
    },
  );

  serveExtension(
    app,
    parts,
    'auditRecord',
    { summary: 'Record an export or an unmasking that happens in the console', body: ReportedUse },
    async ({ caller, merchant, body, request, reply }) => {
      const { Action, What, Format, Records, Product, ClientNumber } = body;
      const work = async ({ query, begun }: Within) => {
        // Unlike a refusal it is not left out: what it reports does not happen without its entry.
        if (budget.take(merchant, caller.subject, Action) === undefined) throw unavailable(600);
        if (Action === 'unmask' && ClientNumber !== undefined && !hasProvider) {
          const found = await query(
            'select from client where merchant = $1 and client_number = $2 and product = coalesce($3, product) limit 1',
            [merchant, ClientNumber, Product ?? null],
          );
          if (found.length === 0) throw refusedField('NOT_FOUND', 'ClientNumber', 'There is no such client.');
        }
        begun.last.push(
          ...appending(
            merchant,
            happenedBy(request, {
              Action,
              ...(Product !== undefined && { Product }),
              ...(ClientNumber !== undefined && { Targets: [{ ClientNumber }] }),
              Details: { What, ...(Format && { Format }), ...(Records !== undefined && { Records }) },
            }),
          ),
        );
      };
      await changing(parts, request, reply, work, { needsFactor: Action === 'unmask' });
      return {};
    },
  );
}
