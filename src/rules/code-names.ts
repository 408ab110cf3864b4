import { folded } from './search-text.ts';

/**
 * Different names for the same value. They are only compared with the names in the connected service's lookups and
 * contain no provider's codes: a line has an effect only if the lookup lists one of its names. Words that `comparableName` drops
 * are left out.
 */
const alike: readonly (readonly string[])[] = [
  // banks, by their own names and short names
  ['Absa', 'Amalgamated Banks of South Africa'],
  ['First National', 'FNB', 'FirstRand', 'First Rand'],
  ['Rand Merchant', 'RMB'],
  ['Standard', 'Std', 'SBSA', 'Stanbic'],
  // account types: banks call a cheque account a current account
  ['Current', 'Cheque', 'Check', 'Chq', 'Cheq', 'Current cheque', 'Cheque current'],
  ['Savings', 'Saving'],
  ['Bond', 'Home loan', 'Mortgage'],
  // frequencies
  ['Weekly', 'Week', 'Every week', 'Per week', 'Wkly'],
  ['Fortnightly', 'Fortnight', 'Every two weeks', 'Every 2 weeks', 'Two weekly', '2 weekly'],
  ['Monthly', 'Month', 'Every month', 'Per month', 'P.m.', 'PM', 'Mthly', 'Mnthly'],
  ['Quarterly', 'Quarter', 'Every quarter', 'Every three months', 'Every 3 months', '3 monthly', 'Qtr', 'Qtrly'],
  ['Half-yearly', 'Half year', 'Six monthly', '6 monthly', 'Every six months', 'Every 6 months', 'Semi-annually'],
  ['Yearly', 'Year', 'Annual', 'Annually', 'Every year', 'Per year', 'Per annum', 'P.a.', 'PA', 'Once a year'],
  ['Once off', 'Once', 'One off', 'Once only', 'Ad hoc', 'Adhoc'],
  // identity documents
  ['South African ID', 'ID', 'ID book', 'ID card', 'Smart ID', 'National ID', 'Identity document', 'Identity'],
  ['Passport', 'Foreign passport'],
  ['Temporary residence', 'Temporary resident', 'Temporary residence permit', 'TRP'],
];

/** Likely meanings of an unlisted name, suggested but never applied: RMB is a division of FirstRand. */
const related: readonly (readonly [name: string, meant: string])[] = [['RMB', 'FNB']];

/** Words that do not distinguish banks, accounts or documents. */
const generic = new Set(
  'bank banking ltd limited pty the of south africa sa rsa group account acc acct ac number no type'.split(' '),
);

/** A name for comparison: without accents, case, punctuation and generic words. */
function comparableName(name: string): string {
  const words = folded(name)
    .replaceAll(/\ba\/c\b/g, ' ')
    .replaceAll(/\b(\p{L}{3,})bank\b/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter((it) => !generic.has(it));
  return (telling.length > 0 ? telling : words).join(' ');
}

const groups = new Map(alike.flatMap((names, index) => names.map((it) => [comparableName(it), `=${index}`] as const)));
const canonical = (key: string): string => groups.get(key) ?? key;
const meant = new Map(
  related.map(([name, other]) => [canonical(comparableName(name)), canonical(comparableName(other))]),
);

/** All keys of a name: the whole, and each part of `First National Bank (FNB)` or `Current / Cheque`. */
const keysOf = (name: string): string[] => {
  const parts = [name, ...name.split(/[()/]|(?<=\s)[-–](?=\s)/)].map((it) => canonical(comparableName(it)));
  return [...new Set(parts.filter((it) => it !== ''))];
};

interface Named {
  code: string | number;
  label: string;
}

/** Cached per list: a list is compared with thousands of cells, and on every key press. */
const known = new WeakMap<readonly Named[], string[][]>();
function keysOfAll(list: readonly Named[]): string[][] {
  let keys = known.get(list);
  if (!keys) known.set(list, (keys = list.map(({ label }) => keysOf(label))));
  return keys;
}

/** The entries that a name certainly means, however people write it; several if they share the name. */
export function sameName<T extends Named>(list: readonly T[], name: string): T[] {
  const own = keysOf(name);
  const keys = keysOfAll(list);
  return list.filter((_, index) => keys[index]?.some((it) => own.includes(it)));
}

/** Whether the texts differ by a few inserted, missing, changed or swapped letters. */
function isTypo(one: string, other: string): boolean {
  const most = one.length >= 8 ? 2 : one.length >= 4 ? 1 : 0;
  if (Math.abs(one.length - other.length) > most) return false;
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const change = one[at - 1] === other[to - 1] ? 0 : 1;
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const [left = 0, above = 0, across = 0] = [next[to - 1], row?.[to], row?.[to - 1]];
      const swapped = isSwapped ? (before?.[to - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(left + 1, above + 1, across + change, swapped));
    }
    [before, row] = [row ?? [], next];
  }
  return (row?.at(-1) ?? Infinity) <= most;
}

const maxClose = 3;

/** Shorter prefixes match too many names. */
const minPrefix = 2;

/** The entries that a name may mean, for a person to choose from: the name is a prefix of theirs, or nearly equal. */
export function closeNames<T extends Named>(list: readonly T[], name: string): T[] {
  const same = sameName(list, name);
  if (same.length > 0) return same.slice(0, maxClose);
  const key = comparableName(name);
  const other = meant.get(canonical(key));
  const isClose = ({ label }: T, index: number) => {
    const listed = comparableName(label);
    const isBegun = key.length >= minPrefix && (listed.startsWith(key) || ` ${listed}`.includes(` ${key}`));
    return isBegun || isTypo(key, listed) || (other !== undefined && keysOfAll(list)[index]?.includes(other));
  };
  return list.filter(isClose).slice(0, maxClose);
}
