import { dateOf } from '../../rules/calendar.ts';
import type { Call } from '../call.ts';
import { Refusal } from '../errors.ts';
import type { Identification } from './identify.ts';
import { namesContract } from './terms.ts';

/** What of a payout contract every call about it needs. */
export interface Payout {
  ContractSequence: number;
  ClientNumber: string;
  ContractNumber: string;
  status: 'ACTIVE' | 'CANCELLED' | 'COMPLETED';
}

/** Client and contract number as one key. */
export const numbersOf = (it: Identification): string => JSON.stringify([it.ClientNumber, it.ContractNumber]);

/**
 * Finds the payout contracts that items name, in one statement, and locks them in the order of their sequence until the
 * call ends (interface, Endpoints: the identification rule).
 * @returns the payout contract of an item, or a thrown Refusal when the item names none, half of one, one that is not
 * there, or two different ones.
 */
export async function identifyPayouts(call: Call, given: Identification[]): Promise<(one: Identification) => Payout> {
  const found = await call.query<Payout>(
    `select contract_sequence as "ContractSequence", client_number as "ClientNumber",
        contract_number as "ContractNumber", payout_status_code as status
      from payout_contract
      where merchant = $1 and product = $2 and contract_sequence = any($3::bigint[] || array(
        select contract_sequence from payout_contract
          join unnest($4::text[], $5::text[]) as _ (client_number, contract_number)
          using (client_number, contract_number)
        where merchant = $1 and product = $2))
      order by contract_sequence for update`,
    [
      call.merchant,
      call.product,
      given.flatMap((it) => it.ContractSequence ?? []),
      given.map((it) => it.ClientNumber ?? null),
      given.map((it) => it.ContractNumber ?? null),
    ],
  );
  const bySequence = new Map(found.map((it) => [it.ContractSequence, it]));
  const byNumbers = new Map(found.map((it) => [numbersOf(it), it]));
  return (one) => {
    if (!namesContract({ ...one }))
      throw new Refusal({
        Code: 'IDENTIFICATION_REQUIRED',
        Message: 'Give ClientNumber and ContractNumber, or ContractSequence.',
      });
    const isSequence = one.ContractSequence != null;
    const payout = isSequence ? bySequence.get(one.ContractSequence ?? 0) : byNumbers.get(numbersOf(one));
    if (!payout)
      throw new Refusal({
        Field: isSequence ? 'ContractSequence' : 'ContractNumber',
        Code: 'NOT_FOUND',
        Message: 'No such payout contract.',
      });
    for (const word of ['ClientNumber', 'ContractNumber'] as const)
      if (one[word] != null && one[word] !== payout[word])
        throw new Refusal({
          Field: word,
          Code: 'IDENTIFICATION_DISAGREES',
          Message: `${word} is not that of the payout contract with this ContractSequence.`,
        });
    return payout;
  };
}

export const identifyPayout = async (call: Call, given: Identification): Promise<Payout> =>
  (await identifyPayouts(call, [given]))(given);

/** @throws Refusal when the payout contract has ended. */
export function mustBeActive(payout: Payout): void {
  if (payout.status !== 'ACTIVE')
    throw new Refusal({
      Code: 'NOT_OPEN',
      Message: `The payout contract is ${payout.status.toLowerCase()} and can no longer be changed.`,
    });
}

/** What is due today still goes out, what is past never would. */
export function mustNotBePast(call: Call, field: 'PaymentDate' | 'PaymentStartDate', date: string): void {
  if (dateOf(date) < dateOf(call.now))
    throw new Refusal({ Field: field, Code: 'IN_THE_PAST', Message: `${dateOf(date)} is in the past.` });
}
