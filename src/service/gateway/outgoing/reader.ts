import { answerOf, bodyOfText, hasNoList, isFailure } from '#answers/decode.ts';
import { normalizedRecords } from '#answers/normalize.ts';
import type { Fields, RecordReader } from '#answers/read-back/reader.ts';
import { interfaceRequest } from '#answers/request.ts';
import { operations } from '#contract/operations.ts';
import { authorizedRead } from '../authorized-read.ts';
import { wholeOf } from '../provider-line.ts';
import { providerAway } from '../tokens.ts';
import type { OutgoingWorld } from './world.ts';

/** How long one look at the provider's records may take. */
const readMs = 30_000;

/** A contract may have thousands of instalments. */
const mostBytes = 64 * 1024 * 1024;

/** Reads the provider's records for a merchant and product, for this server itself. */
export function providerReader(
  { line, clock }: OutgoingWorld,
  { merchant, product }: { merchant: string; product: string },
): RecordReader {
  return {
    async read(list, input, given) {
      const operation = operations[list];
      const service = { segment: line.provider.segment, organisation: '' };
      const answer = await authorizedRead(line, {
        path: interfaceRequest(operation, { merchant, product }, service, input).url,
        tenant: merchant,
        merchant,
        owner: merchant,
        authorization: undefined,
        headers: {},
        signal: given ?? new AbortController().signal,
        limitMs: readMs,
      });
      const body = bodyOfText((await wholeOf(answer, mostBytes)).toString());
      if (answer.statusCode === 404) return [];
      // A failed look is no evidence, and neither is an answer of another shape.
      if (answer.statusCode !== 200 || isFailure(operation, body) || hasNoList(operation, body)) throw providerAway();
      return normalizedRecords((answerOf(operation, body).records ?? []) as Fields[]);
    },
    today: () => clock.today(),
  };
}

/** Reads each list once: several items may be of one client. */
export function rememberingReader(reader: RecordReader): RecordReader {
  const known = new Map<string, Promise<Fields[]>>();
  return {
    ...reader,
    read(list, input, signal) {
      const key = JSON.stringify([list, input]);
      const found = known.get(key) ?? reader.read(list, input, signal);
      known.set(key, found);
      return found;
    },
  };
}
