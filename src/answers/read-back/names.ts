import { contractNamed, type Fields } from './reader.ts';

const isSame = (one: unknown, other: unknown) => one != null && other != null && String(one) === String(other);
const isAlike = (one: unknown, other: unknown) => (one == null && other == null) || isSame(one, other);

const isSamePart = (one: Fields, other: Fields): boolean =>
  isAlike(one.InstalmentSequence, other.InstalmentSequence) && isAlike(one.PaymentSequence, other.PaymentSequence);

/** Whether two items name the same record, as far as their own names tell. */
export const isAboutSame = (one: Fields, other: Fields): boolean =>
  (isSame(one.ContractSequence, other.ContractSequence) ||
    (isSame(one.ClientNumber, other.ClientNumber) && isAlike(one.ContractNumber, other.ContractNumber))) &&
  isSamePart(one, other);

const isSequenced = (it: Fields) => it.ContractSequence != null;
const isNumbered = (it: Fields) => it.ClientNumber != null && it.ContractNumber != null;

/** One names a contract by its sequence, the other one by its numbers: only the provider knows whether it is the same. */
const isNamedDifferently = (one: Fields, other: Fields): boolean =>
  (isSequenced(one) && isNumbered(other) && !isNumbered(one) && !isSequenced(other)) ||
  (isNumbered(one) && isSequenced(other) && !isSequenced(one) && !isNumbered(other));

/** The first records of the lists of these items' contracts; `undefined` where one is not found or not answered. */
export type ContractsOf = (items: readonly Fields[]) => Promise<readonly (Fields | undefined)[]>;

/**
 * Whether a new item waits for an unanswered one: both are about the same record, also if they name its contract differently. Then
 * one of them is looked up; what can't be looked up waits.
 */
export async function waitsFor(
  open: readonly Fields[],
  items: readonly Fields[],
  contractsOf: ContractsOf,
): Promise<(one: Fields, item: Fields) => boolean> {
  const differing = (some: readonly Fields[], others: readonly Fields[]) =>
    some.filter((it) => others.some((other) => isSamePart(it, other) && isNamedDifferently(it, other)));
  const [unanswered, waiting] = [differing(open, items), differing(items, open)];
  const fewer = unanswered.length < waiting.length ? unanswered : waiting;
  const contracts = fewer.length > 0 ? await contractsOf(fewer) : [];
  const nameOf = (it: Fields) => JSON.stringify(contractNamed(it));
  const found = new Map(fewer.map((it, at) => [nameOf(it), contracts[at]]));
  const named = (it: Fields): Fields => {
    const { ContractSequence, ClientNumber, ContractNumber } = found.get(nameOf(it)) ?? {};
    return {
      ...it,
      ...(!isSequenced(it) && { ContractSequence }),
      ...(!isNumbered(it) && { ClientNumber, ContractNumber }),
    };
  };
  return (one, item) => {
    if (!isNamedDifferently(one, item)) return isAboutSame(one, item);
    const [a, b] = [named(one), named(item)];
    return isNamedDifferently(a, b) ? isSamePart(a, b) : isAboutSame(a, b);
  };
}
