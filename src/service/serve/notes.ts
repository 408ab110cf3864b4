import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  longestNote,
  mostFoundNotes,
  mostNotes,
  type Note,
  type NoteDraft,
  type NoteList,
  type NoteSearch,
} from '#contract/notes.ts';
import { may } from '#contract/permissions.ts';
import { appending } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound, refusedField } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import {
  changing,
  happenedBy,
  merchantProduct,
  serveExtension,
  viewing,
  type Entered,
  type Extension,
} from '#service/http/extension.ts';
import {
  clientNumberField,
  contractNumberField,
  contractSequenceField,
  instalmentSequenceField,
  mustHaveNoPersonalNumber,
} from '#service/http/own-fields.ts';

const NoteFilter = z.strictObject({
  ClientNumber: clientNumberField.describe(
    'The client whose notes are asked for, with those of its contracts and debits.',
  ),
});

const NoteSearchBody = z.strictObject({
  Text: z.string().trim().min(1).max(100).describe('Words of the note, or their beginnings.'),
}) satisfies z.ZodType<NoteSearch>;

const NoteBody = z.strictObject({
  NoteId: z.uuid().describe('Chosen by the caller: a note that is sent twice is one.'),
  ClientNumber: clientNumberField.describe('The client.'),
  ContractSequence: contractSequenceField.optional().describe('The contract of the client that it is about.'),
  ContractNumber: contractNumberField.optional().describe('The number of the same contract.'),
  InstalmentSequence: instalmentSequenceField.optional().describe('The debit of that contract that it is about.'),
  Text: z.string().trim().min(1).max(longestNote).describe('Without numbers of accounts or persons.'),
}) satisfies z.ZodType<NoteDraft>;

interface Parts extends Extension {
  clock: Clock;
  isSandbox: boolean;
  products: readonly string[];
}

type StoredNote = Omit<Note, 'MayRemove'> & { Subject: string };

function mustBeNote({ ContractSequence, ContractNumber, InstalmentSequence, Text }: NoteDraft): void {
  if ((InstalmentSequence !== undefined || ContractNumber !== undefined) && ContractSequence === undefined)
    throw refusedField('REQUIRED', 'ContractSequence', 'A note about a contract or a debit has the contract’s ID.');
  mustHaveNoPersonalNumber('Text', Text, 'A note');
}

/** A note that is sent again; another one needs an id of its own. */
async function mustBeSame(query: Query, merchant: string, note: NoteDraft & { product: string }): Promise<void> {
  const same = await query(
    'select 1 from note where merchant = $1 and note_id = $2 and product = $3 and client_number = $4 and text = $5',
    [merchant, note.NoteId, note.product, note.ClientNumber, note.Text],
  );
  if (same.length === 0) throw refusedField('DUPLICATE', 'NoteId', 'Another note has this NoteId.');
}

/** Notes about clients, contracts and debits; not part of the interface. */
export function serveNotes(app: FastifyInstance, parts: Parts): void {
  const { clock, isSandbox, products } = parts;

  const bookOf = (entered: Entered) => merchantProduct(entered, products);

  /** The last ones first. @param which a condition on `$3` */
  async function notesOf(query: Query, entered: Entered, which: string, value: unknown): Promise<NoteList> {
    const { merchant } = entered;
    const rows = await query<StoredNote>(
      `select note_id as "NoteId", client_number as "ClientNumber", contract_sequence as "ContractSequence",
          contract_number as "ContractNumber", instalment_sequence as "InstalmentSequence", text as "Text", author as "By",
          to_char(written_at, 'YYYY-MM-DD HH24:MI') as "At", subject as "Subject"
        from note where merchant = $1 and product = $2 and ${which}`,
      [merchant, bookOf(entered).product, value],
    );
    return { Notes: rows.map(({ Subject, ...note }) => ({ ...note, MayRemove: mayRemove(entered, Subject) })) };
  }

  const listOf = (query: Query, entered: Entered, client: string): Promise<NoteList> =>
    notesOf(query, entered, 'client_number = $3 order by stored_at desc, note_id', client);

  const mayRemove = ({ caller, merchant }: Entered, subject: string): boolean =>
    caller.subject === subject || may(caller, 'administer', merchant);

  serveExtension(
    app,
    parts,
    'noteList',
    { summary: 'Retrieve the notes about a client, its contracts and debits', query: NoteFilter },
    ({ query: { ClientNumber }, request, reply, ...entered }) => {
      bookOf(entered);
      return viewing(parts, request, reply, ({ query }) => listOf(query, entered, ClientNumber));
    },
  );

  const finding = {
    summary: 'Find notes by their words',
    about: 'The words are in the body, since addresses are logged.',
    body: NoteSearchBody,
    bytes: 4096,
  };
  serveExtension(app, parts, 'noteFind', finding, ({ body, request, reply, ...entered }) => {
    bookOf(entered);
    const words = body.Text.split(/\s+/).map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
    const which = `text ilike all($3) order by stored_at desc, note_id limit ${mostFoundNotes}`;
    return viewing(parts, request, reply, ({ query }) => notesOf(query, entered, which, words));
  });

  const adding = { summary: 'Add a note', body: NoteBody, bytes: 16 * 1024 };
  serveExtension(app, parts, 'noteAdd', adding, async ({ body, request, reply, ...entered }) => {
    const { merchant, product } = bookOf(entered);
    const { NoteId, ClientNumber, ContractSequence, ContractNumber, InstalmentSequence, Text } = body;
    mustBeNote(body);
    return changing(
      parts,
      request,
      reply,
      async ({ query, begun: { daysAhead, last } }) => {
        const added = await query(
          `insert into note (merchant, note_id, product, client_number, contract_sequence, contract_number,
              instalment_sequence, text, subject, author, written_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            on conflict (merchant, note_id) do nothing returning 1`,
          [
            merchant,
            NoteId,
            product,
            ClientNumber,
            ContractSequence ?? null,
            ContractNumber ?? null,
            InstalmentSequence ?? null,
            Text,
            entered.caller.subject,
            entered.caller.name,
            clock.now(daysAhead),
          ],
        );
        if (added.length === 0) await mustBeSame(query, merchant, { product, ...body });
        const list = await listOf(query, entered, ClientNumber);
        if (added.length > 0 && list.Notes.length > mostNotes)
          throw refusedField('TOO_MANY', 'ClientNumber', `A client has at most ${mostNotes} notes. Remove old ones.`);
        const Details = {
          NoteId,
          ...(InstalmentSequence && { InstalmentSequence }),
          ...(!added.length && { IsRepeat: true }),
        };
        const Targets = [{ ClientNumber, ...(ContractSequence && { ContractSequence }) }];
        last.push(...appending(merchant, happenedBy(request, { Product: product, Targets, Details })));
        return list;
      },
      { isSandbox },
    );
  });

  serveExtension(
    app,
    parts,
    'noteRemove',
    { summary: 'Remove a note', about: 'By who wrote it, or an administrator.' },
    async ({ request, reply, ...entered }) => {
      const { merchant, product } = bookOf(entered);
      const { note = '' } = entered.names;
      if (!z.uuid().safeParse(note).success) throw notFound();
      return changing(parts, request, reply, async ({ query, begun: { last } }) => {
        const [found] = await query<{ client: string; contract: number | null; subject: string }>(
          `select client_number as client, contract_sequence as contract, subject from note
            where merchant = $1 and product = $2 and note_id = $3`,
          [merchant, product, note],
        );
        if (!found) throw notFound();
        const { client, contract, subject } = found;
        if (!mayRemove(entered, subject))
          throw refusedField('NOT_PERMITTED', 'NoteId', 'Only who wrote a note, or an administrator, removes it.');
        await query('delete from note where merchant = $1 and note_id = $2', [merchant, note]);
        const Targets = [{ ClientNumber: client, ...(contract !== null && { ContractSequence: contract }) }];
        last.push(
          ...appending(merchant, happenedBy(request, { Product: product, Targets, Details: { NoteId: note } })),
        );
        return listOf(query, entered, client);
      });
    },
  );
}
