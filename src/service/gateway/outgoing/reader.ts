import type { IncomingMessage } from 'node:http';
import { answerOf, bodyOfText, hasNoList, isFailure } from '#answers/decode.ts';
import { normalized } from '#answers/normalize.ts';
import type { Fields, RecordReader } from '#answers/read-back/reader.ts';
import { interfaceRequest } from '#answers/request.ts';
import { operations } from '#contract/operations.ts';
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
  const { wire, tokens, provider, pauses, health } = line;
  const get = async (path: string, signal: AbortSignal): Promise<IncomingMessage> => {
    for (let isFirst = true; ; isFirst = false) {
      const token = await tokens?.of(merchant);
      const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
      const answer = await wire.get(path, headers, signal).catch(() => {
        health.record(merchant, 'unreachable');
        throw providerAway();
      });
      if (answer.statusCode !== 401 || !isFirst || token === undefined) return answer;
      answer.destroy();
      tokens?.discard(merchant, token);
    }
  };
  return {
    async read(list, input, given) {
      const operation = operations[list];
      const service = { segment: provider.segment, organisation: '' };
      const { url } = interfaceRequest(operation, { merchant, product }, service, input);
      const limit = AbortSignal.timeout(readMs);
      const answer = await get(url, given ? AbortSignal.any([given, limit]) : limit);
      const status = answer.statusCode ?? 0;
      if (status === 404) {
        answer.destroy();
        return [];
      }
      if (status === 429 || status === 503) {
        answer.destroy();
        throw providerAway(pauses.begin(merchant, answer));
      }
      const body = bodyOfText((await wholeOf(answer, mostBytes)).toString());
      // A failed look is no evidence, and neither is an answer of another shape.
      if (status !== 200 || isFailure(operation, body) || hasNoList(operation, body)) throw providerAway();
      return normalized((answerOf(operation, body).records ?? []) as Fields[]);
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
