import { dateOf, type DateText } from '#rules/calendar.ts';
import type { Call } from '#service/http/call.ts';
import { phoneMark, promisedText } from '#service/promises/held-back.ts';

/** Why a message is held back. */
export interface HeldMessage {
  Code: 'OPTED_OUT' | 'PROMISED';
  Message: string;
}

const optedOut: HeldMessage = {
  Code: 'OPTED_OUT',
  Message: 'The client wants no messages. On the client’s page it says since when, and it can be taken back there.',
};

/** By the telephone numbers of clients of the organisation's merchants who want no messages, or have promised to pay. */
export async function heldMessages(call: Call, phones: readonly string[]): Promise<Map<string, HeldMessage>> {
  const { query, numbers, organisation, merchant: own, now } = call;
  const held = new Map<string, HeldMessage>();
  const promised = new Map<string, DateText>();
  const [row] = await query<{ merchants: string[] }>('select merchants from organisation where organisation = $1', [
    organisation,
  ]);
  // A call of an organisation sees no rows of its merchants otherwise.
  const enter = (merchant: string) =>
    query({ name: 'enterMerchant', text: `select enter('collections_app', $1, $2)` }, [merchant, organisation]);
  for (const merchant of row?.merchants ?? []) {
    await enter(merchant);
    const marks = phones.map((it) => phoneMark(numbers, merchant, it));
    const found = await query<{ mark: string; day: DateText | null }>(
      `select phone_mark as mark, to_char(max(day), 'YYYY-MM-DD') as day from promise
        where merchant = $1 and phone_mark = any($2) and withdrawn_at is null
          and day >= $3::timestamp + coalesce((select days_ahead from test_clock where merchant = $1), 0) * interval '1 day'
        group by phone_mark
      union all
      select mark, null from opt_out, jsonb_array_elements_text(phone_marks) mark
        where merchant = $1 and phone_marks ?| $2 and mark = any($2)`,
      [merchant, marks, dateOf(now)],
    );
    const optOutMarks = new Set(found.flatMap(({ mark, day }) => (day === null ? [mark] : [])));
    const days = new Map(found.flatMap(({ mark, day }) => (day === null ? [] : [[mark, day]])));
    for (const [index, phone] of phones.entries()) {
      const mark = marks[index] ?? '';
      const day = days.get(mark) ?? '';
      if (optOutMarks.has(mark)) held.set(phone, optedOut);
      else if (day > (promised.get(phone) ?? '')) promised.set(phone, day);
    }
  }
  await enter(own);
  for (const [phone, day] of promised)
    if (!held.has(phone)) held.set(phone, { Code: 'PROMISED', Message: promisedText(day) });
  return held;
}

/** What is written of clients may have a new telephone number: who wants no messages gets none there either. */
export async function keepOptedOut(
  { query, numbers, merchant, product }: Pick<Call, 'query' | 'numbers' | 'merchant' | 'product'>,
  clients: readonly { ClientNumber?: unknown; CellphoneNumber?: unknown }[],
): Promise<void> {
  const named = clients.flatMap(({ ClientNumber: client, CellphoneNumber: phone }) =>
    typeof client === 'string' && typeof phone === 'string'
      ? [{ client, mark: phoneMark(numbers, merchant, phone) }]
      : [],
  );
  if (named.length === 0) return;
  await query(
    `update opt_out set phone_marks = (phone_marks - mark) || to_jsonb(mark)
      from unnest($3::text[], $4::text[]) as _ (client, mark)
      where merchant = $1 and product = $2 and client_number = client`,
    [merchant, product, named.map(({ client }) => client), named.map(({ mark }) => mark)],
  );
}
