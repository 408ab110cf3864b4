import type { Fields } from '#answers/read-back/reader.ts';
import { fieldOf } from '#contract/fields.ts';
import { isIdentifying } from '#contract/identification.ts';
import type { Operation } from '#contract/operation.ts';
import { parseJson } from '#rules/json.ts';
import { toCents } from '#rules/money.ts';
import type { Target } from '#service/audit/entry.ts';
import { Events } from '#service/audit/events.ts';
import { isSensitive } from '#service/numbers/numbers.ts';
import type { ItemOutcome, SentItem } from './outcomes.ts';

interface Happening extends Partial<SentItem>, Partial<Pick<ItemOutcome, 'state' | 'result'>> {
  /** Read before it was sent. */
  before?: readonly Fields[];
}

/** For the audit: the records that items name, and, of edits, what they change. */
export function eventsOf(operation: Operation, items: readonly Happening[]): Events {
  const events = new Events();
  for (const { fields, names, before, state, result } of items) {
    if (!fields) continue;
    const answered = state === 'accepted' && result !== undefined ? (parseJson(result) as Fields) : undefined;
    const record = targetOf(fields, names, answered);
    // A message names none, and its recipient is no part of the audit.
    if (Object.keys(record).length > 0) events.note([record]);
    if (operation.method !== 'PUT') continue;
    const sequence = fields.InstalmentSequence ?? fields.PaymentSequence;
    const subject = operation.resource === 'clients' ? 'client' : 'contract';
    const old = before?.[0] ?? {};
    for (const [field, value] of Object.entries(fields)) {
      // Without its client's number, a sealed value could not be forgotten with the client.
      if (isIdentifying(field) || (isSensitive(field) && !record.ClientNumber) || old[field] === value) continue;
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

/** By the first of these that has the name: what was sent is never replaced. */
function targetOf(...sources: readonly (Fields | undefined)[]): Target {
  const name = (field: keyof Target) => sources.find((it) => it?.[field] != null)?.[field];
  const [client, contract, sequence] = [name('ClientNumber'), name('ContractNumber'), name('ContractSequence')];
  return {
    ...(client !== undefined && { ClientNumber: String(client) }),
    ...(contract !== undefined && { ContractNumber: String(contract) }),
    ...(sequence !== undefined && { ContractSequence: sequence as number | string }),
  };
}

/** As changes are logged: amounts in cents. */
const loggedValue = (field: string, value: unknown): unknown =>
  fieldOf(field)?.input === 'amount' && typeof value === 'number' ? toCents(value) : value;
