import type { Fields } from '#answers/read-back/reader.ts';
import type { Operation } from '#contract/operation.ts';
import { actorOf } from '#service/audit/entry.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import type { Item } from '#service/http/items.ts';
import { takeMessages } from '#service/messages/held-messages.ts';
import { openPromises, promisedRefusal } from '#service/promises/held-back.ts';
import { completedNames, namedFields, type RecordNames } from './claims.ts';
import { providerReader } from './reader.ts';
import type { OutgoingWorld } from './world.ts';

/** By the places of items: why a promise to pay holds them back, and those whose client only the provider knows. */
interface PromisedItems {
  held: Map<number, Refusal>;
  unnamed: readonly number[];
}

const collecting: readonly string[] = ['instalmentCreate', 'omniInstalmentCreate'];

/** @param looked places whose names the provider was asked for. */
export async function promisedItems(
  call: Call,
  operation: Operation,
  items: readonly Item[],
  names: ReadonlyMap<number, RecordNames>,
  looked: ReadonlySet<number>,
): Promise<PromisedItems> {
  const held = new Map<number, Refusal>();
  if (operation.basic) {
    const places = [...names.keys()];
    const messages = places.map((place) => {
      const { data } = (items[place] as Item).read as { data: Fields };
      return { messageId: String(data['messageId']), to: String(data['to']), content: JSON.stringify(data) };
    });
    const reasons = await takeMessages(call, messages, actorOf(call.caller));
    for (const [index, place] of places.entries()) {
      const reason = reasons[index];
      if (reason) held.set(place, new Refusal({ ...reason }));
    }
    return { held, unnamed: [] };
  }
  const open = collecting.includes(operation.name) ? await openPromises(call) : [];
  if (open.length === 0) return { held, unnamed: [] };
  const unnamed: number[] = [];
  for (const [place, it] of names) {
    if (it.numbers === null && !looked.has(place)) {
      unnamed.push(place);
      continue;
    }
    const { ClientNumber: client, ContractSequence, ContractNumber } = namedFields(it);
    // A contract that does not exist is the provider's to refuse.
    const refusal =
      typeof client === 'string'
        ? promisedRefusal(open, { client, contract: ContractSequence, contractNumber: ContractNumber })
        : it.numbers === null
          ? notJudged
          : undefined;
    if (refusal) held.set(place, refusal);
  }
  return { held, unnamed };
}

const notJudged = new Refusal({
  Code: 'PROMISED',
  Message:
    'Clients of this merchant have promised to pay, and the provider does not show whose contract this is. It was not sent.',
});

/** With what the provider calls the contracts of these items. */
export async function nameItems(
  world: OutgoingWorld,
  tenant: { merchant: string; product: string },
  operation: Operation,
  names: Map<number, RecordNames>,
  places: readonly number[],
): Promise<void> {
  const named = await completedNames(
    providerReader(world, tenant),
    operation,
    places.map((place) => names.get(place) as RecordNames),
  );
  for (const [index, place] of places.entries()) names.set(place, named[index] as RecordNames);
}
