import { operations } from '#contract/operations.ts';
import { eventsOf } from '../outgoing/entries.ts';
import { contentToSend } from './content.ts';
import type { HeldItem } from './store.ts';

/** What the audit log has of items of one operation and author. */
export function heldHappened(held: readonly HeldItem[]) {
  const [first] = held;
  if (!first) throw new Error('nothing happened');
  const { operation, author, product } = first;
  return {
    Action: operation,
    Actor: author.actor,
    Context: author.context,
    Product: product,
    Items: held.length,
    ...eventsOf(
      operations[operation],
      held.map((it) => ({ fields: contentToSend(it).fields })),
    ).listed,
  };
}

/** Of an item that is not sent: the entry names the job, because no person decided it. */
export const heldNotStored = ({ approval }: HeldItem, why: string) => ({
  Actor: { Kind: 'service' as const, Id: 'sending-released', Name: 'Sending what was released' },
  Context: undefined,
  Outcome: 'not stored' as const,
  Details: { Approval: approval, Why: why },
});
