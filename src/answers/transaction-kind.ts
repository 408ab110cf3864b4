/** What a transaction is, by its type. A late return is a debit that was returned after it was reported as paid. */
export type TransactionKind = 'debit' | 'return' | 'payout' | 'unknown';

const all = ['debit', 'return', 'payout', 'unknown'];
export const isTransactionKind = (text: string): text is TransactionKind => all.includes(text);

/** A type that this installation has named (docs/configuration.md, `codes`). */
interface NamedType {
  code: string;
  label: string;
}

/**
 * The interface lists no types (docs/decisions.md, 18): these are the words of services that were seen, in English. A word
 * that may mean money in or out, such as `PAYMENT`, `CREDIT` or `EFT`, is in none.
 */
const words: readonly (readonly [TransactionKind, RegExp])[] = [
  ['payout', /\b(?:pay ?outs?|payo|paid ?out|out ?payments?|payments? out|outgoing|outbound|disburse(?:d|ments?)?)\b/],
  ['return', /\b(?:returns?|returned|revers(?:e|ed|als?)|charge ?backs?|charged back|recall(?:s|ed)?)\b/],
  [
    'debit',
    /\b(?:debits?|dr|debit ?orders?|collect(?:s|ed|ions?)?|install?ments?|debicheck|naedo|aedo|re ?presentments?|tt[123])\b/,
  ],
];

/** `PaymentOut` and `PAYMENT_OUT` are the words `payment out`. */
const wordsOf = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim();

/** A returned debit is a return; any other two kinds in one text contradict each other. */
function kindIn(text: string): TransactionKind {
  const textWords = wordsOf(text);
  const kinds = words.flatMap(([kind, has]) => (has.test(textWords) ? [kind] : []));
  if (kinds.includes('payout') && kinds.length > 1) return 'unknown';
  return kinds[0] ?? 'unknown';
}

export interface KnownTransactionTypes {
  /** The service marks every payout as `PAYOUT` and every late return as `RETURN`, and all else are debits. */
  areCertain: boolean;
  named: readonly NamedType[];
}

let types: KnownTransactionTypes = { areCertain: false, named: [] };
const kinds = new Map<string, TransactionKind>();

/** Of this page, worker or server. */
export function setTransactionTypes(given: KnownTransactionTypes): void {
  types = given;
  kinds.clear();
}
export const transactionTypes = (): KnownTransactionTypes => types;

/** A named type without a word for another kind is a debit, as the types of a mandate are. */
function kindOfText(code: string): TransactionKind {
  const word = code.toUpperCase();
  if (types.areCertain) return word === 'PAYOUT' ? 'payout' : word === 'RETURN' ? 'return' : 'debit';
  const own = types.named.find((it) => it.code.toUpperCase() === word);
  const byLabel = own ? kindIn(own.label) : 'unknown';
  if (byLabel !== 'unknown') return byLabel;
  const byCode = kindIn(code);
  return own && byCode === 'unknown' ? 'debit' : byCode;
}

/** Services without types report debits only, or at least nothing that says otherwise. */
export function transactionKindOf(type: unknown): TransactionKind {
  const code = typeof type === 'string' ? type.trim() : typeof type === 'number' ? String(type) : '';
  if (code === '') return 'debit';
  let kind = kinds.get(code);
  if (kind === undefined) kinds.set(code, (kind = kindOfText(code)));
  return kind;
}

interface Typed {
  TransactionType?: unknown;
}

export const isPayout = ({ TransactionType }: Typed): boolean => transactionKindOf(TransactionType) === 'payout';

export const isLateReturn = ({ TransactionType }: Typed): boolean => transactionKindOf(TransactionType) === 'return';

export const isDebit = ({ TransactionType }: Typed): boolean => transactionKindOf(TransactionType) === 'debit';

/** A debit or its return; what is of an unknown type is neither this nor a payout, and belongs to no sum. */
export const isCollection = ({ TransactionType }: Typed): boolean =>
  ['debit', 'return'].includes(transactionKindOf(TransactionType));

export const isOfUnknownType = ({ TransactionType }: Typed): boolean =>
  transactionKindOf(TransactionType) === 'unknown';
