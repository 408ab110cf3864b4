import { sequenceFrom } from '#answers/json.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import type { Query } from '#service/database/query.ts';
import { writeEvents, type EventDraft } from '#service/events/write.ts';
import { isHeldPayout } from './kinds.ts';
import type { HeldItem } from './store.ts';

type Told = Pick<HeldItem, 'operation' | 'product' | 'summary'>;

function draftOf(Type: EventDraft['Type'], At: DateTimeText, { operation, product, summary }: Told): EventDraft[] {
  if (!isHeldPayout(operation)) return [];
  const { ClientNumber, ContractNumber, ContractSequence, payment } = summary;
  return [
    {
      Type,
      At,
      Product: product,
      ...(ClientNumber !== null && { ClientNumber }),
      ...(ContractNumber !== null && { ContractNumber }),
      ...(ContractSequence !== null && { ContractSequence: sequenceFrom(ContractSequence) }),
      ...(payment && { Amount: payment.PaymentAmount }),
    },
  ];
}

/** Writes that payouts wait for a second person, or were released by one. The currency is the provider's, which it does not say. */
export const writeHeldEvents = (
  { query, merchant }: { query: Query; merchant: string },
  type: 'payout.waiting' | 'payout.released',
  at: DateTimeText,
  items: readonly Told[],
): Promise<void> =>
  writeEvents(
    query,
    merchant,
    items.flatMap((it) => draftOf(type, at, it)),
  );
