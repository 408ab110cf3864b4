import { centsOf } from './money.ts';

const movements: Readonly<Record<string, readonly [noun: string, day: string, amount: string] | undefined>> = {
  instalmentCreate: ['debit', 'InstalmentActionDate', 'InstalmentAmount'],
  omniInstalmentCreate: ['debit', 'CollectionDate', 'InstalmentAmount'],
  payoutPaymentCreate: ['payment', 'PaymentDate', 'PaymentAmount'],
};

/**
 * Equal for items that move the same money: a debit or payment of one contract, day and amount. A service accepts two of them,
 * while clients and contracts have a number that only one can have: undefined for those.
 */
export function movedMoney(operation: string, item: Readonly<Record<string, unknown>>): string | undefined {
  const [noun, day = '', amount = ''] = movements[operation] ?? [];
  if (noun === undefined) return undefined;
  const { ContractSequence, ClientNumber, ContractNumber } = item;
  if ((ContractSequence ?? ContractNumber) == null || item[day] == null) return undefined;
  const contract = ContractSequence == null ? [ClientNumber, ContractNumber] : [ContractSequence];
  return JSON.stringify([noun, ...contract.map(String), String(item[day]).slice(0, 10), centsOf(item[amount]) ?? null]);
}
