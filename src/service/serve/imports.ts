import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ImportRecord, ImportView, SentBeforeQuestion } from '#contract/imports.ts';
import { permissionOf, type Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { may } from '#contract/permissions.ts';
import { wallTimesOf } from '#service/base/clock.ts';
import { notFound } from '#service/base/errors.ts';
import { serveExtension, viewing, type Entered, type Extension } from '#service/http/extension.ts';
import { readImport, readImportRows, readImports, readSentBefore } from '#service/imports/store.ts';
import type { Numbers } from '#service/numbers/numbers.ts';

/** As many as a month’s file has; what is beyond is compared with the records alone. */
const mostItems = 20_000;

const SentBeforeBody = z.strictObject({
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
  const recordOf = ({ changedAt, ...it }: Omit<ImportRecord, 'At'> & { changedAt: Date }): ImportRecord => ({
    ...it,
    At: at(changedAt.getTime()),
  });
  const bookOf = ({ merchant, caller, names }: Entered) => {
    const { product = '', import: importId = '' } = names;
    if (!parts.products.includes(product)) throw notFound();
    const mayRead = (operation: Operation) => may(caller, readPermissionOf(operation), merchant);
    return { merchant, product, importId, names: changes.filter(mayRead).map((it) => it.name as OperationName) };
  };

  serveExtension(
    app,
    parts,
    'importList',
    { summary: 'Retrieve the last imports of files, and how many rows were accepted' },
    async ({ request, reply, ...entered }) => {
      const book = bookOf(entered);
      const found = await viewing(parts, request, reply, ({ query }) => readImports(query, book, book.names));
      return { Imports: found.map(recordOf) };
    },
  );

  serveExtension(
    app,
    parts,
    'importView',
    { summary: 'Retrieve an import, with the reason of each refused row' },
    async ({ request, reply, ...entered }) => {
      const { importId, names, ...book } = bookOf(entered);
      if (!z.uuid().safeParse(importId).success) throw notFound();
      const answer = await viewing(parts, request, reply, async ({ query }): Promise<ImportView | undefined> => {
        const found = await readImport(query, book, importId);
        if (!found || !names.includes(found.Operation)) return undefined;
        return { ...recordOf(found), ...(await readImportRows(query, parts.numbers, book.merchant, importId)) };
      });
      if (!answer) throw notFound();
      return answer;
    },
  );

  const asking = {
    summary: 'Retrieve which debits and payments another import has sent',
    body: SentBeforeBody,
    bytes: 4 * 1024 * 1024,
  };
  serveExtension(app, parts, 'importSentBefore', asking, async ({ body, request, reply, ...entered }) => {
    const { merchant } = bookOf(entered);
    const { Import: importId, Items } = body;
    const Sent = await viewing(parts, request, reply, ({ query }) =>
      readSentBefore(query, parts.numbers, { merchant, importId }, Items, at),
    );
    return { Sent };
  });
}
