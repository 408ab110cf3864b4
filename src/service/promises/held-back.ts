import { createHash } from 'node:crypto';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { fullDayText } from '#rules/day-text.ts';
import { nationalDigits } from '#rules/search-text.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import type { Numbers } from '#service/numbers/numbers.ts';

/** A promise to pay whose day has not passed: until then nothing is collected again, and no message goes out. */
interface OpenPromise {
  client: string;
  /** Null for all contracts of the client. */
  contract: number | null;
  contractNumber: string | null;
  day: DateText;
}

/** Those of the merchant and product of a call. */
export const openPromises = ({ query, merchant, product, now }: Call): Promise<OpenPromise[]> =>
  query<OpenPromise>(
    {
      name: 'openPromises',
      text: `select client_number as client, contract_sequence as contract, contract_number as "contractNumber",
          to_char(day, 'YYYY-MM-DD') as day
        from promise where merchant = $1 and product = $2 and withdrawn_at is null and day >= $3`,
    },
    [merchant, product, dateOf(now)],
  );

/**
 * Why a new debit of this contract is refused; undefined if no promise holds it back.
 * @param contract by its sequence, its number or both.
 */
export function promisedRefusal(
  open: readonly OpenPromise[],
  { client, contract, contractNumber }: { client: string; contract?: unknown; contractNumber?: unknown },
): Refusal | undefined {
  const concerns = (it: OpenPromise) =>
    it.contract === null ||
    (contract === undefined ? it.contractNumber === contractNumber : String(it.contract) === String(contract));
  const days = open.flatMap((it) => (it.client === client && concerns(it) ? [it.day] : []));
  const [day] = days.toSorted().toReversed();
  return day === undefined ? undefined : new Refusal({ Code: 'PROMISED', Message: promisedText(day) });
}

export const promisedText = (day: DateText): string =>
  `The client has promised to pay by ${fullDayText(day)}. Until then nothing is collected again and no message goes out. To go on, withdraw the promise.`;

/** Of a telephone number, however it is written. The numbers of a provider's clients are not stored here. */
export const phoneMark = (numbers: Pick<Numbers, 'hash'>, merchant: string, phone: string): string =>
  numbers
    .hash(
      createHash('sha256')
        .update(`${merchant}/${nationalDigits(phone)}`)
        .digest(),
    )
    .toString('base64url');

/** By the telephone numbers of clients of the organisation's merchants who have promised to pay: until when. */
export async function promisedPhones(call: Call, phones: readonly string[]): Promise<Map<string, DateText>> {
  const { query, numbers, organisation, merchant: own } = call;
  const found = new Map<string, DateText>();
  const [row] = await query<{ merchants: string[] }>('select merchants from organisation where organisation = $1', [
    organisation,
  ]);
  // A call of an organisation sees no rows of its merchants otherwise.
  const enter = (merchant: string) =>
    query({ name: 'enterMerchant', text: `select enter('collections_app', $1, $2)` }, [merchant, organisation]);
  for (const merchant of row?.merchants ?? []) {
    await enter(merchant);
    const marks = phones.map((it) => phoneMark(numbers, merchant, it));
    const open = await query<{ mark: string; day: DateText }>(
      `select phone_mark as mark, to_char(max(day), 'YYYY-MM-DD') as day from promise
        where merchant = $1 and phone_mark = any($2) and withdrawn_at is null
          and day >= $3::timestamp + coalesce((select days_ahead from test_clock where merchant = $1), 0) * interval '1 day'
        group by phone_mark`,
      [merchant, marks, dateOf(call.now)],
    );
    const days = new Map(open.map(({ mark, day }) => [mark, day]));
    for (const [index, phone] of phones.entries()) {
      const day = days.get(marks[index] ?? '') ?? '';
      if (day > (found.get(phone) ?? '')) found.set(phone, day);
    }
  }
  await enter(own);
  return found;
}
