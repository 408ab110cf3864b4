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
