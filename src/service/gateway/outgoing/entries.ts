import type { Fields } from '#answers/read-back/reader.ts';
import { fieldOf } from '#contract/fields.ts';
import { isIdentifying } from '#contract/identification.ts';
import type { Operation } from '#contract/operation.ts';
import { toCents } from '#rules/money.ts';
import { Events } from '#service/audit/events.ts';
import { isSensitive } from '#service/numbers/numbers.ts';

interface SentItem {
  fields?: Fields;
  /** Read before it was sent. */
  before?: readonly Fields[];
}

/** For the audit: the records that items name, and, of edits, what they change. */
export function eventsOf(operation: Operation, items: readonly SentItem[]): Events {
  const events = new Events();
  for (const { fields, before } of items) {
    if (!fields) continue;
    const { ClientNumber, ContractNumber, ContractSequence, InstalmentSequence, PaymentSequence } = fields;
    const record = {
      ...(ClientNumber != null && { ClientNumber: String(ClientNumber) }),
      ...(ContractNumber != null && { ContractNumber: String(ContractNumber) }),
      ...(ContractSequence != null && { ContractSequence: Number(ContractSequence) }),
    };
    // A message names none, and its recipient is no part of the audit.
    if (Object.keys(record).length > 0) events.note([record]);
    if (operation.method !== 'PUT') continue;
    const sequence = InstalmentSequence ?? PaymentSequence;
    const subject = operation.resource === 'clients' ? 'client' : 'contract';
    const old = before?.[0] ?? {};
    for (const [field, value] of Object.entries(fields)) {
      // Without its client's number, a sealed value could not be forgotten with the client.
      if (isIdentifying(field) || (isSensitive(field) && ClientNumber == null) || old[field] === value) continue;
      const change = {
        subject,
        type: 'EDIT',
        field,
        old: loggedValue(field, old[field]),
        new: loggedValue(field, value),
      };
      events.add([{ record, change: { ...change, ...(sequence != null && { sequence: Number(sequence) }) } }]);
    }
  }
  return events;
}

/** As changes are logged: amounts in cents. */
const loggedValue = (field: string, value: unknown): unknown =>
  fieldOf(field)?.input === 'amount' && typeof value === 'number' ? toCents(value) : value;
