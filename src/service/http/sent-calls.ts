import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SentCallQuestion } from '#contract/sent-calls.ts';
import { stillSignedIn } from '#service/auth/epochs.ts';
import { HttpError } from '#service/base/errors.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { serveExtension, viewing, type Extension, type Within } from './extension.ts';
import { closeKey, holdKey, keyForm, storedUnder, type KeyOwner } from './idempotency.ts';
import { emptyRecord } from './incoming.ts';
import { piecesOf, bodyOfPieces } from './json/chunks.ts';
import { whenFree } from './limits/shares.ts';

const SentCallBody = z.strictObject({
  Key: z.string().regex(keyForm).describe('The Idempotency-Key that the change was sent with.'),
  SentAt: z.iso.datetime().describe('When it was first sent, by the clock of this service; at most 48 hours ago.'),
}) satisfies z.ZodType<SentCallQuestion>;

interface SentAnswer {
  status: number;
  text: string;
}

/** Reads what is known of a change that was sent on under a key, in a transaction that holds the key; undefined for none. */
export type SentElsewhere = (
  within: Pick<Within, 'query'>,
  owner: KeyOwner,
) => Promise<SentAnswer | 'unknown' | undefined>;

interface Parts extends Extension {
  numbers: Numbers;
  /** Where a provider has the records. */
  elsewhere: SentElsewhere | undefined;
}

/** Answers are kept for 72 hours: after 48 a key is still known, though clocks differ and it was repeated later. */
const mostAgeMs = 48 * 3_600_000;

const tooOld = new HttpError(400, [
  {
    Field: 'SentAt',
    Code: 'TOO_OLD',
    Message: 'It was sent more than 48 hours ago, so its answer may no longer be kept.',
  },
]);

/**
 * Tells a caller whose answer was lost, and who has no body to repeat, what was answered under their Idempotency-Key; not part of
 * the interface. The end is final: where nothing was done, the key is closed.
 */
export function serveSentCalls(app: FastifyInstance, parts: Parts): void {
  serveExtension(
    app,
    parts,
    'sentCallAsk',
    {
      summary:
        'Retrieve what the caller’s change under an Idempotency-Key was answered; where nothing was done, nothing will be',
      body: SentCallBody,
    },
    async ({ caller, merchant, body, request, reply }) => {
      const { Key, SentAt } = body;
      if (Date.now() - Date.parse(SentAt) > mostAgeMs) throw tooOld;
      const owner = { merchant, subject: caller.subject, key: Key };
      const end = await whenFree(reply.raw, () =>
        viewing(parts, request, reply, (within) => endOf(parts, within, owner), { must: stillSignedIn(caller) }),
      );
      if (typeof end === 'string') return { Outcome: end };
      // As text: read and written again, its long numbers would be others.
      const begin = `{"Outcome":"answered","Status":${end.status},"Answer":`;
      return reply.type('application/json').send(bodyOfPieces(piecesOf([begin, end.text, '}'])));
    },
  );
}

async function endOf(
  { numbers, elsewhere }: Parts,
  within: Within,
  owner: KeyOwner,
): Promise<SentAnswer | 'unknown' | 'nothing'> {
  await holdKey(within, owner);
  const stored = await storedUnder(within, owner);
  const sentOn = await elsewhere?.(within, owner);
  if (!stored && !sentOn) {
    await closeKey(within, owner);
    return 'nothing';
  }
  // What is final must not be lost with the primary.
  await within.query(emptyRecord);
  if (sentOn) return sentOn;
  return stored && !stored.isClosed ? { status: 200, text: numbers.open(stored.answer) } : 'nothing';
}
