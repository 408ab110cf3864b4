import type { Fields } from '#answers/read-back/reader.ts';
import type { DateText } from '#rules/calendar.ts';
import { dateOf } from '#rules/calendar.ts';
import { parseJson } from '#rules/json.ts';
import { centsOf } from '#rules/money.ts';
import type { Query } from '#service/database/query.ts';
import type { RecordNames } from '../outgoing/claims.ts';
import type { ItemOutcome, SentItem } from '../outgoing/outcomes.ts';

/*
 * Debits that were or are being added at a provider: its lists do not tell which of a contract's debits are attempts. What was refused or
 * not stored is none.
 */

export const dayOfDebit = (fields: Fields): DateText => {
  const day = fields.InstalmentActionDate ?? fields.CollectionDate;
  return typeof day === 'string' ? dateOf(day) : '';
};

export const centsOfDebit = (fields: Fields): number => centsOf(fields.InstalmentAmount) ?? 0;

const clientOf = ({ numbers }: RecordNames): string | null =>
  numbers === null ? null : ((JSON.parse(numbers) as string[])[0] ?? null);

/** @param names by the places of the items */
export async function countAdded(
  { query, merchant }: { query: Query; merchant: string },
  { call, product, items }: { call: string; product: string; items: { sent: readonly SentItem[] } },
  names: ReadonlyMap<number, RecordNames>,
  today: DateText,
): Promise<void> {
  const rows = items.sent.map(({ place, fields }) => {
    const named = names.get(place) ?? { sequence: null, numbers: null };
    return { place, ...named, client: clientOf(named), day: dayOfDebit(fields), cents: centsOfDebit(fields) };
  });
  await query(
    `insert into added_debit (merchant, call, product, added_on, item, sequence, numbers, client_number, day, cents)
      select $1, $2, $3, $4::date, * from unnest($5::int[], $6::text[], $7::text[], $8::text[], $9::date[], $10::bigint[]) returning 1`,
    [
      merchant,
      call,
      product,
      today,
      rows.map((it) => it.place),
      rows.map((it) => it.sequence),
      rows.map((it) => it.numbers),
      rows.map((it) => it.client),
      rows.map((it) => it.day),
      rows.map((it) => it.cents),
    ],
  );
}

export const uncountAdded = (query: Query, merchant: string, call: string): Promise<unknown> =>
  query('delete from added_debit where merchant = $1 and call = $2', [merchant, call]);

/** Once outcomes of a call are known. @param places of the outcomes */
export async function settleAdded(
  query: Query,
  { merchant, call }: { merchant: string; call: string },
  places: readonly number[],
  outcomes: readonly ItemOutcome[],
): Promise<void> {
  const found = outcomes.flatMap(({ state, result }, index) => [{ state, result, place: places[index] ?? -1 }]);
  const accepted = found.filter(({ state }) => state === 'accepted');
  const gone = found.filter(({ state }) => state === 'refused' || state === 'not stored');
  if (accepted.length > 0)
    await query(
      `update added_debit set accepted_at = now(), instalment_sequence = coalesce(known.sequence, instalment_sequence)
        from unnest($3::int[], $4::int[]) as known (place, sequence)
        where merchant = $1 and call = $2 and item = known.place and accepted_at is null`,
      [merchant, call, accepted.map(({ place }) => place), accepted.map(({ result }) => sequenceOf(result))],
    );
  if (gone.length > 0)
    await query('delete from added_debit where merchant = $1 and call = $2 and item = any($3)', [
      merchant,
      call,
      gone.map(({ place }) => place),
    ]);
}

function sequenceOf(result: string | undefined): number | null {
  const { InstalmentSequence } = ((result === undefined ? undefined : parseJson(result)) ?? {}) as Fields;
  return typeof InstalmentSequence === 'number' && Number.isInteger(InstalmentSequence) ? InstalmentSequence : null;
}

/** A debit that was added here. */
export interface AddedDebit {
  sequence: string | null;
  numbers: string | null;
  client: string | null;
  instalment: number | null;
  day: DateText;
  cents: number;
  addedOn: DateText;
  /** Its outcome became known after the provider was read, or is not known: it counts also where the provider does not list it. */
  isNew: boolean;
}

/** Of these contracts or clients. @param since the database's time before the provider was read */
export const addedDebits = (
  query: Query,
  { merchant, product }: { merchant: string; product: string },
  names: readonly RecordNames[],
  clients: readonly string[],
  since: string,
): Promise<AddedDebit[]> =>
  query<AddedDebit>(
    `select sequence, numbers, client_number as client, instalment_sequence as instalment, to_char(day, 'YYYY-MM-DD') as day, cents,
        to_char(added_on, 'YYYY-MM-DD') as "addedOn", (accepted_at is null or accepted_at > $6::timestamptz) as "isNew"
      from added_debit
      where merchant = $1 and product = $2 and (sequence = any($3) or numbers = any($4) or client_number = any($5))
      order by call, item`,
    [
      merchant,
      product,
      names.flatMap((it) => it.sequence ?? []),
      names.flatMap((it) => it.numbers ?? []),
      clients,
      since,
    ],
  );

/** Cents of all that was added, by month. */
export async function addedByMonth(
  query: Query,
  merchant: string,
  [from, to]: readonly [DateText, DateText],
): Promise<Map<string, number>> {
  const rows = await query<{ month: string; cents: number }>(
    `select to_char(day, 'YYYY-MM') as month, sum(cents)::bigint as cents from added_debit
      where merchant = $1 and day >= $2::date and day < $3::date group by 1`,
    [merchant, from, to],
  );
  return new Map(rows.map(({ month, cents }) => [month, cents]));
}
