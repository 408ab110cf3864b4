import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isKnownPassword, isPassword, rememberPassword } from './passwords.ts';

test('a password matches only its own hash, and no two hashes are alike', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  assert.notEqual(one, two);
  assert.equal(await isPassword('correct horse', one), true);
  assert.equal(await isPassword('correct horse ', one), false);
  assert.equal(await isPassword('', one), false);
  assert.equal(await isPassword('correct horse', 'plain$text'), false);
});

test('refuses a password with NUL characters anywhere', async () => {
  const hash = await hashPassword('correct horse');
  for (const secret of ['correct horse\0', 'correct horse\0\0\0', '\0correct horse'])
    assert.equal(await isPassword(secret, hash), false, JSON.stringify(secret));
  await assert.rejects(hashPassword('correct horse\0'), /NUL/);
});

test('one word in two Unicode forms is one password', async () => {
  assert.equal(await isPassword('cafe\u0301', await hashPassword('caf\u00e9')), true);
});

/** Milliseconds of processor time, which other programs do not lengthen as much as they do the wait. */
async function cost(hash: string | undefined): Promise<number> {
  const before = process.cpuUsage();
  assert.equal(await isPassword('y', hash), false);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('an unknown name costs as much as a known one', async () => {
  const hash = await hashPassword('x');
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    known.push(await cost(hash));
    unknown.push(await cost(undefined));
  }
  const ratio = Math.min(...unknown) / Math.min(...known);
  assert.ok(ratio > 0.5 && ratio < 2, String(ratio));
});

test('a remembered password is valid for that hash and network only', () => {
  rememberPassword('secret', 'hash-1', '192.0.2.1');
  assert.equal(isKnownPassword('secret', 'hash-1', '192.0.2.1'), true);
  assert.equal(isKnownPassword('secret', 'hash-1', '192.0.2.2'), false);
  assert.equal(isKnownPassword('secret', 'hash-2', '192.0.2.1'), false);
  assert.equal(isKnownPassword('other', 'hash-1', '192.0.2.1'), false);
});
