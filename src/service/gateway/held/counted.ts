import type { Query } from '#service/database/query.ts';
import type { HeldItems } from './store.ts';

/*
 * What counts for the limits of four eyes in front of a provider: payments that are held, sent without an outcome, unclear or accepted.
 * What was refused, returned or missed does not.
 */

/** Of one item: the day and amount of each of its payments, and whose sum they are. */
export interface CountedItem {
  account: string;
  payments: readonly { day: string; cents: number }[];
}

export interface CountedBy {
  subject: string;
  /** Business day. */
  today: string;
  /** The import or call that is judged as a whole. */
  preparedIn: string;
}

type Of = { approval: number; item: number } | { call: string; place: number };

export async function countPayouts(
  query: Query,
  merchant: string,
  { subject, today, preparedIn }: CountedBy,
  items: readonly (CountedItem & Of)[],
): Promise<void> {
  const rows = items.flatMap(({ account, payments, ...of }) =>
    payments.map((it) => ({ approval: null, item: null, call: null, place: null, ...of, account, ...it })),
  );
  if (rows.length === 0) return;
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((it) => it[name]);
  await query(
    `insert into counted_payout (merchant, prepared_by, prepared_on, prepared_in, approval_sequence, item, call, place, account, day, cents)
      select $1, $2, $3::date, $4, * from unnest($5::bigint[], $6::int[], $7::uuid[], $8::int[], $9::text[], $10::date[], $11::bigint[])
      returning 1`,
    [
      merchant,
      subject,
      today,
      preparedIn,
      column('approval'),
      column('item'),
      column('call'),
      column('place'),
      column('account'),
      column('day'),
      column('cents'),
    ],
  );
}

/** Held items that do not leave. */
export const uncountHeld = (query: Query, { merchant, approval, items }: HeldItems): Promise<unknown> =>
  query('delete from counted_payout where merchant = $1 and approval_sequence = $2 and item = any($3)', [
    merchant,
    approval,
    items,
  ]);

/** Their payments are then those of the call, in which an item has its number as its place. */
export const countInCall = (query: Query, { merchant, approval, items }: HeldItems, call: string): Promise<unknown> =>
  query(
    'update counted_payout set call = $4, place = item where merchant = $1 and approval_sequence = $2 and item = any($3)',
    [merchant, approval, items, call],
  );

/** Of a call that never left: what was held counts on. */
export const uncountCall = (query: Query, merchant: string, call: string): Promise<unknown> =>
  query('delete from counted_payout where merchant = $1 and call = $2 and approval_sequence is null', [merchant, call]);

/** Once outcomes of a call are known. */
export async function settleCounted(
  query: Query,
  { merchant, call }: { merchant: string; call: string },
  accepted: readonly number[],
  gone: readonly number[],
): Promise<void> {
  if (accepted.length > 0)
    await query('update counted_payout set accepted = true where merchant = $1 and call = $2 and place = any($3)', [
      merchant,
      call,
      accepted,
    ]);
  if (gone.length > 0)
    await query('delete from counted_payout where merchant = $1 and call = $2 and place = any($3)', [
      merchant,
      call,
      gone,
    ]);
}

/** Of these, the accounts that something was accepted for, or that two people have taken over as known. */
export async function knownAccounts(
  query: Query,
  merchant: string,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ account: string }>(
    `select account from counted_payout where merchant = $1 and account = any($2) and accepted
      union select account from known_payee where merchant = $1 and account = any($2) and is_known`,
    [merchant, accounts],
  );
  return new Set(rows.map(({ account }) => account));
}

/**
 * Which items are above the limit: by the sums of an account on a day, or, all of them, by that of their preparer.
 * @param above cents
 * @param how whether they count already.
 */
export async function overLimit(
  query: Query,
  merchant: string,
  by: CountedBy,
  above: number,
  items: readonly CountedItem[],
  how: 'counted' | 'uncounted',
): Promise<(item: CountedItem) => boolean> {
  const days = items.flatMap(({ account, payments }) => payments.map(({ day }) => ({ account, day })));
  const keys = new Map(days.map((it) => [`${it.account} ${it.day}`, it]));
  const sums = await countedByAccount(query, merchant, [...keys.values()]);
  let own = await countedByPreparer(query, merchant, by);
  if (how === 'uncounted')
    for (const { account, payments } of items)
      for (const { day, cents } of payments) {
        sums.set(`${account} ${day}`, (sums.get(`${account} ${day}`) ?? 0) + cents);
        own += cents;
      }
  return ({ account, payments }) =>
    own > above || payments.some(({ day }) => (sums.get(`${account} ${day}`) ?? 0) > above);
}

/** In cents: what each account gets on each of these days, by both. */
async function countedByAccount(
  query: Query,
  merchant: string,
  days: readonly { account: string; day: string }[],
): Promise<Map<string, number>> {
  const rows = await query<{ account: string; day: string; cents: number }>(
    `select counted.account, to_char(counted.day, 'YYYY-MM-DD') as day, sum(cents)::bigint as cents
      from unnest($2::text[], $3::date[]) as wanted (account, day)
        join counted_payout counted on counted.account = wanted.account and counted.day = wanted.day
      where counted.merchant = $1 group by 1, 2`,
    [merchant, days.map((it) => it.account), days.map((it) => it.day)],
  );
  return new Map(rows.map((it) => [`${it.account} ${it.day}`, it.cents]));
}

/** In cents: the largest sum that one person, by whichever program, prepared today or in the same import or call. */
async function countedByPreparer(
  query: Query,
  merchant: string,
  { subject, today, preparedIn }: CountedBy,
): Promise<number> {
  const hands = await query<{ person: string; name: string }>('select person, name from preparing_hands($1)', [
    subject,
  ]);
  const rows = await query<{ cents: number | null }>(
    `select greatest(sum(cents) filter (where prepared_on = $4::date),
        sum(cents) filter (where prepared_in = $5))::bigint as cents
      from unnest($2::text[], $3::text[]) as hand (person, name) join counted_payout on prepared_by = hand.name
      where merchant = $1 and (prepared_on = $4::date or prepared_in = $5) group by person`,
    [merchant, hands.map((it) => it.person), hands.map((it) => it.name), today, preparedIn],
  );
  return Math.max(0, ...rows.map((it) => Number(it.cents ?? 0)));
}
