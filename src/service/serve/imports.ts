import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ImportList, ImportRecord, ImportView, SentBeforeList, SentBeforeQuestion } from '#contract/imports.ts';
import { permissionOf, type Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { may } from '#contract/permissions.ts';
import { wallTimesOf } from '#service/base/clock.ts';
import { notFound } from '#service/base/errors.ts';
import { parsedInput } from '#service/base/parsed.ts';
import { enteredBy, entering, viewing, type Extension } from '#service/http/extension.ts';
import { readImport, readImportRows, readImports, readSentBefore } from '#service/imports/store.ts';
import type { Numbers } from '#service/numbers/numbers.ts';

/** As many as a month’s file has; what is beyond is compared with the records alone. */
const mostItems = 20_000;
const bodyLimit = 4 * 1024 * 1024;

export const SentBeforeBody = z.strictObject({
  Import: z.uuid().describe('The import that asks: what it has sent itself does not count.'),
  Items: z.array(z.string().max(200)).max(mostItems).describe('A debit or payment each: its contract, day and amount.'),
}) satisfies z.ZodType<SentBeforeQuestion>;

interface Parts extends Extension {
  numbers: Numbers;
  timeZone: string;
  products: readonly string[];
}

const changes = Object.values<Operation>(operations).filter(({ method, basic }) => method !== 'GET' && !basic);
/** Of what an import changes: who may read the records may see it. */
const readPermissionOf = (operation: Operation): string => permissionOf({ ...operation, method: 'GET' });

/**
 * The imports of a merchant, for everybody who may read what they change; not part of the interface. They are written by the calls
 * that send them (`importRowsOf`).
 */
export function serveImports(app: FastifyInstance, parts: Parts): void {
  const at = wallTimesOf(parts.timeZone);
  const path = '/imports/:merchant/:product';
  const reading = entering(parts, 'import', ...new Set(changes.map(readPermissionOf)));
  const writing = entering(parts, 'import', ...new Set(changes.map(permissionOf)));
  const recordOf = ({ changedAt, ...it }: Omit<ImportRecord, 'At'> & { changedAt: Date }): ImportRecord => ({
    ...it,
    At: at(changedAt.getTime()),
  });
  const bookOf = (request: FastifyRequest) => {
    const { merchant, caller, names } = enteredBy(request);
    const { product = '', import: importId = '' } = names;
    if (!parts.products.includes(product)) throw notFound();
    const mayRead = (operation: Operation) => may(caller, readPermissionOf(operation), merchant);
    return { merchant, product, importId, names: changes.filter(mayRead).map((it) => it.name as OperationName) };
  };

  app.get(path, reading, async (request, reply) => {
    const book = bookOf(request);
    const found = await viewing(parts, request, reply, ({ query }) => readImports(query, book, book.names));
    return reply.header('cache-control', 'no-store').send({ Imports: found.map(recordOf) } satisfies ImportList);
  });

  app.get(`${path}/:import`, reading, async (request, reply) => {
    const { importId, names, ...book } = bookOf(request);
    if (!z.uuid().safeParse(importId).success) throw notFound();
    const answer = await viewing(parts, request, reply, async ({ query }): Promise<ImportView | undefined> => {
      const found = await readImport(query, book, importId);
      if (!found || !names.includes(found.Operation)) return undefined;
      return { ...recordOf(found), ...(await readImportRows(query, parts.numbers, book.merchant, importId)) };
    });
    if (!answer) throw notFound();
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.post(`${path}/sent-before`, { ...writing, bodyLimit }, async (request, reply) => {
    const { merchant } = bookOf(request);
    const { Import: importId, Items } = parsedInput(SentBeforeBody, request.body);
    const Sent = await viewing(parts, request, reply, ({ query }) =>
      readSentBefore(query, parts.numbers, { merchant, importId }, Items, at),
    );
    return reply.header('cache-control', 'no-store').send({ Sent } satisfies SentBeforeList);
  });
}
