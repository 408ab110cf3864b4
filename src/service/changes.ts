import type { Call } from './call.ts';
import { shown } from './rows.ts';

/** Whose change it is; the change reports read one or two subjects each. */
export type Subject = 'client' | 'mandate' | 'contract' | 'instalment';
export type ChangeType = 'CREATE' | 'EDIT' | 'CANCEL' | 'STATE';

/** The record that changed, by its wire words. */
export interface Changed {
  ClientNumber: string;
  ContractNumber?: string | null;
  ContractSequence?: number | null;
  MandateType?: string | null;
}

/** One field's way from old to new, values as their columns hold them. */
export interface Change {
  subject: Subject;
  type: ChangeType;
  /** The word; of an instalment with its sequence: `InstalmentAmount[3]`. */
  field: string;
  old: unknown;
  new: unknown;
}

/**
 * Writes change events in the transaction of their cause, so that neither can be without the other. One statement for
 * all: an edit of a schedule changes many instalments at once.
 */
export async function logChanges(call: Call, record: Changed, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const word = (change: Change) => change.field.replace(/\[.*$/, '');
  await call.query(
    `insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
        contract_sequence, mandate_type, change_type, field_changed, old_value, new_value)
      select $1, $2, subject, $3, $4, $5, $6, $7, $8, type, field, old, new
      from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[]) as _ (subject, type, field, old, new)`,
    [
      call.merchant,
      call.product,
      call.now,
      call.caller.subject,
      record.ClientNumber,
      record.ContractNumber ?? null,
      record.ContractSequence ?? null,
      record.MandateType ?? null,
      changes.map((change) => change.subject),
      changes.map((change) => change.type),
      changes.map((change) => change.field),
      changes.map((change) => shown(word(change), change.old)),
      changes.map((change) => shown(word(change), change.new)),
    ],
  );
}

/** The words of `after` that differ from `before`, both as columns hold them. */
export const difference = (
  subject: Subject,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] =>
  Object.keys(after)
    .filter((word) => (before[word] ?? null) !== (after[word] ?? null))
    .map((word) => ({ subject, type: 'EDIT', field: word, old: before[word], new: after[word] }));
