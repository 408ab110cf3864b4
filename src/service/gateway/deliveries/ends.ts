import { answersIn } from '#answers/messages.ts';
import type { MessageStatus } from '#contract/messages.ts';
import { parseJson } from '#rules/json.ts';
import { wallTimesOf } from '#service/base/clock.ts';
import type { Query } from '#service/database/query.ts';
import { unknownStanding, type MessageStanding } from '#service/messages/deliveries.ts';
import { messageStatuses, rejectedMessage } from '#service/messages/statuses.ts';
import { withCoveredNumbers } from '#service/numbers/covered.ts';
import type { ItemOutcome, SentItem } from '../outgoing/outcomes.ts';
import type { DeliveryState } from './read-report.ts';

/*
 * The statuses of messages that went to a provider. Its calls and its reports are forgotten after some days, but what a client has received
 * is asked for much later.
 */

interface MessageEnd {
  messageId: string;
  status?: Partial<MessageStatus>;
  /** Of a report that has none. */
  text?: string;
}

/** @param at when the provider has reported it; undefined for what it answered, which a report is never replaced by. */
async function keepEnds(query: Query, merchant: string, ends: readonly MessageEnd[], at?: Date): Promise<void> {
  const sorted = ends.toSorted((one, other) => (one.messageId < other.messageId ? -1 : 1));
  await query(
    `insert into message_end (merchant, message_id, status, report, reported_at)
      select $1, id, status, report, $5 from unnest($2::text[], $3::text[], $4::text[]) as _ (id, status, report)
      on conflict (merchant, message_id) do update set status = coalesce(excluded.status, message_end.status),
          report = coalesce(excluded.report, message_end.report), reported_at = excluded.reported_at
        where excluded.reported_at is not null or message_end.reported_at is null
      returning 1`,
    [
      merchant,
      sorted.map(({ messageId }) => messageId),
      sorted.map(({ status }) => (status ? JSON.stringify(covered(status)) : null)),
      sorted.map(({ text }) => (text === undefined ? null : withCoveredNumbers(text))),
      at ?? null,
    ],
  );
}

const covered = ({ description, ...status }: Partial<MessageStatus>): Partial<MessageStatus> => ({
  ...status,
  ...(description !== undefined && { description: withCoveredNumbers(description) }),
});

/** Once their outcome is known. */
export function keepMessageEnds(
  query: Query,
  merchant: string,
  news: readonly (ItemOutcome & Partial<SentItem>)[],
): Promise<void> {
  const ends = news.flatMap(({ state, note, result, fields }): MessageEnd[] => {
    const messageId = fields?.['messageId'];
    if (typeof messageId !== 'string' || state === 'open' || state === 'unclear') return [];
    const [answered] = (result === undefined ? undefined : answersIn([parseJson(result)])) ?? [];
    return [{ messageId, status: answered?.status ?? endOf(state, note) }];
  });
  return ends.length > 0 ? keepEnds(query, merchant, ends) : Promise.resolve();
}

function endOf(state: 'accepted' | 'refused' | 'not stored', note: string | undefined): MessageStatus {
  if (state === 'accepted') return messageStatuses.PENDING_ACCEPTED;
  return state === 'refused'
    ? rejectedMessage('REJECTED_BY_PROVIDER', note ?? 'The provider refused it.')
    : rejectedMessage('REJECTED_NOT_STORED', 'It was not sent.');
}

/** What a provider has reported of one that says more than was known. */
export const keepReportedEnd = (
  query: Query,
  merchant: string,
  messageId: string,
  { status, text, receivedAt }: DeliveryState,
): Promise<void> => keepEnds(query, merchant, [{ messageId, status, text }], new Date(receivedAt));

/** Null of one whose outcome is not known. */
export async function messageStandings(
  query: Query,
  merchant: string,
  messageIds: readonly string[],
  timeZone: string,
): Promise<(messageId: string) => MessageStanding> {
  const rows = await query<{ id: string; status: string | null; report: string | null; reported: number | null }>(
    `select message_id as id, status, report, (extract(epoch from reported_at) * 1000)::float8 as reported
      from message_end where merchant = $1 and message_id = any($2)`,
    [merchant, messageIds],
  );
  const at = wallTimesOf(timeZone);
  const byId = new Map(
    rows.map(({ id, status, report, reported }) => [
      id,
      {
        Status: status === null ? null : (JSON.parse(status) as Partial<MessageStatus>),
        ReportedAt: reported === null ? null : at(reported),
        Text: report,
      },
    ]),
  );
  return (messageId) => byId.get(messageId) ?? unknownStanding;
}
