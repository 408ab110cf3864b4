import { stageOf } from '#answers/statuses.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import type { Query } from '#service/database/query.ts';
import type { HeldMessage } from './held-messages.ts';

/** What a message says of a debit that is ahead, kept with whom it goes to. */
export interface AnnouncedDebit {
  messageId: string;
  product: string;
  client: string;
  contractNumber: string;
  instalment: number;
  day: DateText;
  cents: number | null;
}

/** A debit as it is now. */
export interface DebitNow {
  day: DateText;
  /** Null where it is no amount of whole cents. */
  cents: number | null;
  status: string | null;
}

/** By messageId; undefined where there is no such debit. */
export type DebitsNow = ReadonlyMap<string, DebitNow | undefined>;

/** Of those of the messages that announce one. */
export const announcedDebits = (query: Query, merchant: string, ids: readonly string[]): Promise<AnnouncedDebit[]> =>
  query<AnnouncedDebit>(
    `select message_id as "messageId", product, client_number as client, contract_number as "contractNumber",
        instalment_sequence as instalment, to_char(due_on, 'YYYY-MM-DD') as day, due_cents::float8 as cents
      from sent_message where merchant = $1 and message_id = any($2) and due_on is not null
        and client_number is not null and contract_number is not null and instalment_sequence is not null`,
    [merchant, ids],
  );

/** Of this service's own records. */
export async function ownDebits(query: Query, merchant: string, debits: readonly AnnouncedDebit[]): Promise<DebitsNow> {
  const column = <T>(of: (debit: AnnouncedDebit) => T) => debits.map(of);
  const rows = await query<DebitNow & { messageId: string }>(
    `select id as "messageId", to_char(instalment_action_date, 'YYYY-MM-DD') as day,
        i.instalment_amount::float8 as cents, instalment_status as status
      from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[])
          as asked (id, product, client, contract, instalment)
        join contract c on c.merchant = $1 and c.product = asked.product and c.client_number = client
          and c.contract_number = contract
        join instalment i on i.merchant = $1 and i.contract_sequence = c.contract_sequence
          and i.instalment_sequence = instalment`,
    [
      merchant,
      column((it) => it.messageId),
      column((it) => it.product),
      column((it) => it.client),
      column((it) => it.contractNumber),
      column((it) => it.instalment),
    ],
  );
  const found = new Map(rows.map(({ messageId, ...debit }) => [messageId, debit]));
  return new Map(debits.map(({ messageId }) => [messageId, found.get(messageId)]));
}

/** Why a message would say what is no longer so; undefined if it still is. */
export function debitChanged(
  said: AnnouncedDebit,
  now: DebitNow | undefined,
  today: DateText,
): HeldMessage | undefined {
  const isSame =
    now !== undefined &&
    stageOf(now.status) === 'scheduled' &&
    dateOf(now.day) === said.day &&
    said.day >= today &&
    (said.cents === null || now.cents === said.cents);
  return isSame
    ? undefined
    : {
        Code: 'DEBIT_CHANGED',
        Message: 'Not sent: the debit that it announces is cancelled, moved, paid or of another amount by now.',
      };
}
