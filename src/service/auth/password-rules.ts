import { knownWords } from './known-words.ts';

const [least, most] = [12, 200];

/** People write `0` for o, and a guesser knows. */
const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[0134578@$]/g, (sign) => letters[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Without years, signs and words that are known. */
function whatIsNew(password: string, words: readonly string[]): string {
  const known = words.map(plain).filter((it) => it.length > 2);
  let rest = plain(password.replace(/(?:19|20)\d\d/g, ''));
  // The longest first: parts of a known phrase are no news either.
  for (const word of known.toSorted((one, other) => other.length - one.length)) rest = rest.replaceAll(word, '');
  return rest;
}

/** Of zxcvbn's 0 to 4: a lower score takes fewer than a hundred million guesses. */
const leastScore = 3;
/** Without signs and known words: a lower score takes fewer than a million guesses. */
const leastNew = 2;

/**
 * Refuses a password that can be guessed: common, the owner's name, a keyboard row, a repetition, words that guessers of this
 * sign-in begin with. zxcvbn judges; it is loaded
 * only here, where passwords are set.
 * @param own names of the owner.
 * @throws Error with a message for the person who typed it; it never quotes the password.
 */
export async function refuseWeakPassword(password: string, own: readonly string[]): Promise<void> {
  if (/\p{Cc}/u.test(password)) throw new Error('The password holds a character that no keyboard types.');
  const length = [...password.normalize('NFKC')].length;
  if (length < least) throw new Error(`The password is shorter than ${least} characters.`);
  if (length > most) throw new Error(`The password is longer than ${most} characters.`);

  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const measure = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const names = own.flatMap((name) => [name, ...name.split(/[\s.@_-]+/)]).filter((name) => name !== '');
  const words = [...names, ...knownWords];
  const scoreOf = (text: string) => measure.check(text, words).score;
  // zxcvbn takes the space between two words, or in a row of keys, for a word of its own. So what remains without it is judged as well.
  const bare = [password.replace(/[^\p{L}\p{N}]/gu, ''), whatIsNew(password, words)];
  if (scoreOf(password) < leastScore || bare.some((it) => scoreOf(it) < leastNew))
    throw new Error(
      'The password is easy to guess: a common one, a name, a repetition or a row of keys. Take several words.',
    );
}
