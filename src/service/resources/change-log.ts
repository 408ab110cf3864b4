import { loggedText } from '#service/database/rows.ts';
import { eventTypeOf, writeRecordEvents } from '#service/events/records.ts';
import type { Call } from '#service/http/call.ts';
import { isSensitive } from '#service/numbers/numbers.ts';

/** The change reports read one or more subjects each; `payout` is a payout contract. */
export type Subject = 'client' | 'mandate' | 'contract' | 'instalment' | 'payout' | 'payment';
export type ChangeType = 'CREATE' | 'EDIT' | 'CANCEL' | 'STATE';

/** The record that changed, in the fields of the interface. */
export interface ChangedRecord {
  ClientNumber: string;
  ContractNumber?: string | null;
  ContractSequence?: number | null;
  MandateType?: string | null;
}

/** The old and new value of a field, as the columns store them. */
export interface Change {
  subject: Subject;
  type: ChangeType;
  field: string;
  /** Of the instalment or payment. */
  sequence?: number;
  old: unknown;
  new: unknown;
}

/** The field of a contract's status in the log. Only mandates have a field for it; `Status` is the interface's general name. */
export const statusFieldOf = (subject: Subject): 'MandateStatusCode' | 'Status' =>
  subject === 'mandate' ? 'MandateStatusCode' : 'Status';

/** An instalment's field carries its sequence, `InstalmentAmount[3]`: no report has a field for it. */
const nameOf = ({ subject, field, sequence }: Change) => (subject === 'instalment' ? `${field}[${sequence}]` : field);

/** Logs the changes of one record, in the transaction of the changes. */
export const logChanges = (call: Call, record: ChangedRecord, changes: Change[]): Promise<void> =>
  logEvents(
    call,
    changes.map((change) => ({ record, change })),
  );

/** How the log shows values: numbers by their marks, so that two different ones never look the same. */
export const showing =
  ({ merchant, numbers }: Pick<Call, 'merchant' | 'numbers'>) =>
  (fieldName: string, value: unknown): string | null =>
    isSensitive(fieldName) && value !== null && value !== undefined
      ? numbers.mark(merchant, String(value))
      : loggedText(fieldName, value);

/** Logs changes of many records in one statement, and writes what others are informed of. */
export async function logEvents(call: Call, events: { record: ChangedRecord; change: Change }[]): Promise<void> {
  if (events.length === 0) return;
  call.events.add(events);
  const column = <T>(of: (event: { record: ChangedRecord; change: Change }) => T) => events.map(of);
  const show = showing(call);
  await call.query(
    {
      name: 'logEvents',
      text: `insert into change (merchant, product, change_date, changed_by, subject, change_type, field_changed,
        instalment_sequence, payment_sequence, old_value, new_value, client_number, contract_number, contract_sequence,
        mandate_type, call_sequence)
      select $1, $2, $3, $4, *, $16::bigint
      from unnest($5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::text[], $11::text[], $12::text[],
        $13::text[], $14::bigint[], $15::text[])
      returning 1`,
    },
    [
      call.merchant,
      call.product,
      call.now,
      call.caller.subject,
      column(({ change }) => change.subject),
      column(({ change }) => change.type),
      column(({ change }) => nameOf(change)),
      column(({ change }) => (change.subject === 'instalment' ? change.sequence : null)),
      column(({ change }) => (change.subject === 'payment' ? change.sequence : null)),
      column(({ change }) => show(change.field, change.old)),
      column(({ change }) => show(change.field, change.new)),
      column(({ record }) => record.ClientNumber),
      column(({ record }) => record.ContractNumber ?? null),
      column(({ record }) => record.ContractSequence ?? null),
      column(({ record }) => record.MandateType ?? null),
      call.sequence,
    ],
  );
  await writeRecordEvents(
    call.query,
    call.merchant,
    events.flatMap(({ record, change }) => {
      const type = eventTypeOf(change);
      const contract = record.ContractSequence;
      return type && contract != null ? [{ type, contract, sequence: change.sequence, at: call.now }] : [];
    }),
  );
}

/** The fields of `after` that differ from `before`, both as the columns store them. */
export const difference = (
  subject: Subject,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  sequence?: number,
): Change[] =>
  Object.keys(after)
    .filter((fieldName) => (before[fieldName] ?? null) !== (after[fieldName] ?? null))
    .map((fieldName) => ({
      subject,
      type: 'EDIT',
      field: fieldName,
      sequence,
      old: before[fieldName],
      new: after[fieldName],
    }));
