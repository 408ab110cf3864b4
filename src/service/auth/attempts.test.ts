import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAttempts, type PasswordAttempt } from './attempts.ts';
import { networkOf } from './network.ts';
import { hashPassword } from './passwords.ts';
import { createBrowser, signInForTests } from './test-browser.ts';
import { findPerson } from './users.ts';

const signIn = signInForTests();
const hash = await hashPassword('a right password');

/** An attempt in a process that has verified no password yet. */
const tries = (input: Words, attempt = createAttempts(signIn.pool)): Promise<PasswordAttempt> =>
  attempt({ password: `wrong ${Math.random()}`, hash, ...input });

type Words = { name: string; address: string; password?: string; hash?: undefined };

/** How many simultaneous attempts were checked and wrong, how many were not checked, and the seconds for all. */
async function flood(count: number, wordsOf: (n: number) => Words) {
  const attempt = createAttempts(signIn.pool);
  const startedAt = performance.now();
  const all = await Promise.all(Array.from({ length: count }, (_, n) => tries(wordsOf(n), attempt)));
  const of = (result: PasswordAttempt['result']) => all.filter((it) => it.result === result).length;
  assert.equal(of('right'), 0);
  return { wrong: of('wrong'), later: of('later'), seconds: (performance.now() - startedAt) / 1000 };
}

const right = 'a right password';

async function timed(input: Words): Promise<{ seconds: number; result: string }> {
  const startedAt = performance.now();
  const { result } = await tries(input);
  return { seconds: (performance.now() - startedAt) / 1000, result };
}

test('among a hundred simultaneous wrong passwords the right one gets in within seconds, from any address', async () => {
  const address = '198.51.100.7';
  const { wrong, later, seconds } = await flood(100, () => ({ name: 'a', address }));
  // Five at once, then after 1, 2, 4 and every 5 seconds.
  assert.ok(wrong >= 5 && wrong <= 9 + seconds / 5, `${wrong} were looked at in ${seconds} s`);
  assert.ok(later > 50, `${later} were not`);
  for (const input of [
    { name: 'b', address },
    { name: 'a', address },
    { name: 'a', address: '203.0.113.9' },
  ]) {
    assert.equal((await tries({ ...input, password: right })).result, 'right', JSON.stringify(input));
  }
});

test('attempts on many names from one address queue up; a person who signed in there before skips the queue', async () => {
  assert.equal((await tries({ name: 'regular', address: '2001:db8:0:1::7', password: right })).result, 'right');
  await tries({ name: 'spray', address: '2001:db8:0:1::7' });
  // As if many had been tried; each costs a tenth of a second of CPU.
  await signIn.pool.query('update sign_in.pace set tries = 60');
  const flooding = flood(100, (n) => ({ name: `n-${n}`, address: `2001:db8:0:1::${n}` }));
  const regular = await tries({ name: 'regular', address: '2001:db8:0:1:ffff::1', password: right });
  assert.equal(regular.result, 'right');
  const { wrong, later, seconds } = await flooding;
  assert.ok(wrong <= 2 + seconds * 2, `${wrong} were looked at in ${seconds} s`);
  assert.ok(later > 20, `${later} were not`);
  assert.equal(
    (await tries({ name: 'n-1', address: '2001:db8:0:2::1' })).result,
    'wrong',
    'another network is another',
  );
});

test('guessing a name from everywhere costs seconds a guess, and its owner nothing at a known address', async () => {
  assert.equal((await tries({ name: 'famous', address: '192.0.2.1', password: right })).result, 'right');
  await tries({ name: 'famous', address: '192.0.2.2' });
  await signIn.pool.query('update sign_in.pace set tries = 60');
  const [guess, owner, travelling] = await Promise.all([
    timed({ name: 'famous', address: '192.0.2.3' }),
    timed({ name: 'famous', address: '192.0.2.1', password: right }),
    timed({ name: 'famous', address: '192.0.2.4', password: right }),
  ]);
  assert.ok(guess.result === 'wrong' && guess.seconds > 4.5, `a guess took ${guess.seconds} s`);
  assert.ok(owner.result === 'right' && owner.seconds < guess.seconds, `the owner waited ${owner.seconds} s`);
  assert.equal(travelling.result, 'right');
});

test('a person whose name others try a hundred times can still sign in at the page', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => browser.submit(path, 'staff', `guess ${n}`)));
  const later = answers.filter((answer) => answer.status === 429);
  assert.ok(later.length > 50, `${later.length} were asked to come again`);
  assert.equal(answers.filter((answer) => answer.status === 403).length, 100 - later.length);
  assert.ok(Number(later[0]?.headers.get('retry-after')) <= 5);
  assert.match((await later[0]?.text()) ?? '', /Wait a few seconds, then try again\./);
  assert.equal((await browser.submit(path, 'staff')).status, 303);
});

test('attempts are forgotten after a while, and names are stored only as hashes', async () => {
  await tries({ name: 'my secret password', address: '192.0.2.9' });
  const { rows } = await signIn.pool.query<{ text: string }>(
    `select p::text as text from sign_in.pace p union all select k::text from sign_in.known_place k`,
  );
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes('secret')));
  await signIn.pool.query(`update sign_in.pace set tries = 50, counted_at = now() - interval '1 day'`);
  assert.equal((await tries({ name: 'my secret password', address: '192.0.2.9' })).result, 'wrong');
  const after = await signIn.pool.query<{ due: boolean }>('select bool_or(due_at > now()) as due from sign_in.pace');
  assert.equal(after.rows[0]?.due, false);
});

test('an IPv6 address counts as its network, an IPv4 address as itself', () => {
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('2001:DB8:0:1::7'), networkOf('2001:db8::1:aaaa:0:0:1'));
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0');
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.notEqual(networkOf('2001:db8:0:1::7'), networkOf('2001:db8:0:2::7'));
});

test('an unknown name is slowed down like a known one', async () => {
  assert.equal(await findPerson(signIn.pool, 'nobody'), undefined);
  const input = { name: 'nobody', address: '192.0.2.77', hash: undefined };
  const { wrong, later, seconds } = await flood(30, () => input);
  assert.ok(later > 0 && wrong <= 9 + seconds / 5);
});
