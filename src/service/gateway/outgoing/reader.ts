import { setImmediate } from 'node:timers/promises';
import { answerOf, bodyOfText, hasNoList, isFailure } from '#answers/decode.ts';
import { normalizedRecords } from '#answers/normalize.ts';
import type { Fields, RecordReader } from '#answers/read-back/reader.ts';
import { interfaceRequest } from '#answers/request.ts';
import { operations, type ReadName } from '#contract/operations.ts';
import { HttpError } from '#service/base/errors.ts';
import { authorizedRead } from '../authorized-read.ts';
import type { ListedClients } from '../client-lists.ts';
import { wholeOf, type ProviderLine } from '../provider-line.ts';
import { providerAway } from '../tokens.ts';
import type { OutgoingWorld } from './world.ts';

/** How long one look at the provider's records may take. */
const readMs = 30_000;

/** A contract may have thousands of instalments. */
const mostBytes = 64 * 1024 * 1024;

function readOf(
  { provider: { segment } }: ProviderLine,
  { merchant, product }: { merchant: string; product: string },
  list: ReadName,
  input: Fields,
) {
  const service = { segment, organisation: '' };
  const path = interfaceRequest(operations[list], { merchant, product }, service, input).url;
  return { path, tenant: merchant, merchant, owner: merchant, authorization: undefined, headers: {} };
}

/** Reads the provider's records for a merchant and product, for this server itself. */
export function providerReader(
  { line, clock }: OutgoingWorld,
  { merchant, product }: { merchant: string; product: string },
): RecordReader {
  return {
    async read(list, input, given) {
      const operation = operations[list];
      const answer = await authorizedRead(line, {
        ...readOf(line, { merchant, product }, list, input),
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

/** For a look that a change does not wait for: it goes on without, and what is no error of the provider is logged. */
export const withoutLook =
  ({ report }: Pick<OutgoingWorld, 'report'>) =>
  (error: unknown): undefined => {
    if (!(error instanceof HttpError)) report(error);
  };

/** How long a list of all clients may take: reading them one by one is the other way. */
const listMs = 10_000;

/**
 * Clients that were read together, if that is a shorter way to these; the others are read one by one.
 * @param since the database's time before.
 * @param importId its calls share what was read.
 */
export function listedClients(
  world: OutgoingWorld,
  { merchant, product, since }: { merchant: string; product: string; since: string },
  wanted: readonly string[],
  importId?: string,
): Promise<ListedClients | undefined> {
  const { line } = world;
  const one = providerReader(world, { merchant, product });
  const all = (signal: AbortSignal) =>
    authorizedRead(line, { ...readOf(line, { merchant, product }, 'clientList', {}), signal, limitMs: listMs });
  return line.clientLists.of({ one, all, merchant, product, since }, wanted, importId);
}

/**
 * Reads each list once: several items may be of one client.
 * @param listed clients that were read together.
 */
export function rememberingReader(reader: RecordReader, listed?: ListedClients): RecordReader {
  const known = new Map<string, Promise<Fields[]>>();
  let found = 0;
  return {
    ...reader,
    read(list, input, signal) {
      const { ClientNumber } = input;
      const client = list === 'clientList' && typeof ClientNumber === 'string' && listed?.find(ClientNumber);
      // Others get their turn.
      if (client) return ++found % 50 === 0 ? setImmediate([client]) : Promise.resolve([client]);
      const key = JSON.stringify([list, input]);
      const answer = known.get(key) ?? reader.read(list, input, signal);
      known.set(key, answer);
      return answer;
    },
  };
}
