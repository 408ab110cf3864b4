const [least, most] = [12, 200];

/** Of zxcvbn's 0 to 4: a lower score takes fewer than a hundred million guesses. */
const leastScore = 3;

/**
 * Refuses a password that can be guessed: common, the owner's name, a keyboard row, a repetition. zxcvbn judges; it is loaded
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
  const names = [...own, 'collections', 'console'].flatMap((name) => [name, ...name.split(/[\s.@_-]+/)]);
  const { score } = measure.check(
    password,
    names.filter((name) => name !== ''),
  );
  if (score < leastScore)
    throw new Error('The password is easy to guess: a common one, a repetition or a row of keys. Take several words.');
}
