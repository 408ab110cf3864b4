import type { Fields } from '#answers/read-back/reader.ts';
import type { Operation } from '#contract/operation.ts';
import type { Refusal } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import type { RequestHash } from '#service/http/idempotency.ts';
import type { Incoming } from '#service/http/incoming.ts';
import type { Item } from '#service/http/items.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { InTheWay, RecordNames } from './claims.ts';
import type { ItemOutcome, OutgoingItems } from './outcomes.ts';

/** Where changes of records and messages, which have no envelope, are sent to a provider differently. */
export interface CallShape {
  /** @throws HttpError 400 for a request that cannot be read */
  read(incoming: Incoming, hash: RequestHash): Promise<readonly Item[]>;
  names(operation: Operation, item: Fields, numbers: Numbers): RecordNames;
  /** The names of its record, as fields of the interface. */
  record(names: RecordNames): Fields;
  /** Whether a call with the same items is the same one, even once it is settled. */
  isNamedByItems(items: readonly Item[]): boolean;
  /** What other calls have of the same records. */
  inTheWay(
    query: Query,
    tenant: { merchant: string; product: string },
    names: ReadonlyMap<number, RecordNames>,
  ): Promise<InTheWay>;
  /** Of items that are not sent: as the answer has them, in the order of the call, and how many each code refused. */
  refusedTexts(
    operation: Operation,
    items: readonly Item[],
    refused: ReadonlyMap<number, Refusal>,
  ): { texts: string[]; codes: Record<string, number> };
  /** The body that leaves. */
  body(operation: Operation, items: readonly string[]): string;
  /** The answer, from what is known of each item. */
  answer(
    call: { operation: Operation; askedIn: number },
    items: OutgoingItems,
    outcomes: readonly ItemOutcome[],
  ): string;
  /** The provider's answer with what was refused here; undefined where the answer must be composed here. */
  withRefused(text: string, refused: readonly string[]): string | undefined;
  /** Whether an item keeps its claim as long as its answer is kept. */
  keepsClaim(outcome: ItemOutcome): boolean;
}
