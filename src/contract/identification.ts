import type { Operation } from './operation.ts';

/** The fields that identify a record (docs/interface.md, Identification). */
export const identifying = [
  'ClientNumber',
  'ContractNumber',
  'ContractSequence',
  'InstalmentSequence',
  'PaymentSequence',
] as const;
type Identifying = (typeof identifying)[number];

export const isIdentifying = (name: string): name is Identifying => (identifying as readonly string[]).includes(name);

/** The identification that an operation's items need, derived from its input. */
export function identificationOf({ input: { shape } }: Operation): {
  required: readonly Identifying[];
  /** Either client and contract number, or the contract's sequence. */
  needsContract: boolean;
} {
  const required = identifying.filter((it) => shape[it]?.safeParse(undefined).success === false);
  const isOptional = (fieldName: Identifying) => fieldName in shape && !required.includes(fieldName);
  return { required, needsContract: isOptional('ContractSequence') && isOptional('ClientNumber') };
}

// A sequence beyond 2^53 is a text of digits.
const isGiven = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value > 0
    : typeof value === 'string' && value.trim() !== '';

export function isIdentified(operation: Operation, item: Readonly<Record<string, unknown>>): boolean {
  const { required, needsContract } = identificationOf(operation);
  const has = (fieldName: Identifying) => isGiven(item[fieldName]);
  return (
    required.every(has) && (!needsContract || has('ContractSequence') || (has('ClientNumber') && has('ContractNumber')))
  );
}
