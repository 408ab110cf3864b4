import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { askToken, createBrowser, refresh, signInDatabase, startSignIn } from './test-browser.ts';

let pool: Pool;
let origin: string;
/** Acts as a second process on the same database. */
let second: string;
const closing: (() => Promise<void>)[] = [];

before(async () => {
  const database = await signInDatabase();
  pool = database.pool;
  const one = await startSignIn(pool);
  const two = await startSignIn(pool, { origin: one.origin });
  [origin, second] = [one.origin, two.address];
  closing.push(one.close, two.close, database.close);
});
after(async () => {
  for (const close of closing) await close();
});

const signIn = async () => (await createBrowser(origin).signInAs('staff')).body['refresh_token'];
/** Ends the grace period of every used token. */
const letGracePass = () => pool.query(`update sign_in.oauth_replay set expires_at = now() - interval '1 second'`);

test('every refresh gives a new token', async () => {
  let token = await signIn();
  const seen = new Set([token]);
  for (let round = 0; round < 3; round++) {
    const answer = await refresh(origin, token);
    assert.equal(answer.status, 200);
    assert.ok(answer.body['access_token'] && answer.body['id_token']);
    token = answer.body['refresh_token'];
    assert.ok(!seen.has(token));
    seen.add(token);
    await letGracePass();
  }
});

test('within the grace period the used token gets the same bytes again, from any process', async () => {
  const token = await signIn();
  const first = await refresh(origin, token);
  assert.equal(first.status, 200);
  for (const at of [origin, second, origin]) assert.equal((await refresh(at, token)).text, first.text);
  // Also if its successor was used meanwhile.
  const successor = await refresh(second, first.body['refresh_token']);
  assert.equal(successor.status, 200);
  assert.equal((await refresh(origin, token)).text, first.text);
});

test('many tabs in several processes get one answer at the same moment', async () => {
  for (let round = 0; round < 3; round++) {
    const token = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, tab) => refresh(tab % 2 ? origin : second, token)),
    );
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
    assert.equal((await refresh(origin, answers[0]?.body['refresh_token'])).status, 200);
  }
});

test('more simultaneous refreshes than the pool has connections do not deadlock', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, signIn));
  const answers = await Promise.all(tokens.flatMap((token) => [1, 2, 3, 4].map(() => refresh(origin, token))));
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
  assert.equal(new Set(answers.map((answer) => answer.text)).size, tokens.length);
});

test('after the grace period the used token ends the whole family', async () => {
  const token = await signIn();
  const next = await refresh(origin, token);
  await letGracePass();
  const reused = await refresh(second, token);
  assert.deepEqual([reused.status, reused.body['error']], [400, 'invalid_grant']);
  assert.equal((await refresh(origin, next.body['refresh_token'])).body['error'], 'invalid_grant');
  // Its stored answers are gone as well.
  assert.equal((await refresh(origin, token)).body['error'], 'invalid_grant');
});

test('the grace period is an option', async () => {
  const short = await startSignIn(pool, { graceSeconds: 1 });
  try {
    const token = (await createBrowser(short.origin).signInAs('staff')).body['refresh_token'];
    const first = await refresh(short.origin, token);
    assert.equal((await refresh(short.origin, token)).text, first.text);
    await wait(1100);
    assert.equal((await refresh(short.origin, token)).body['error'], 'invalid_grant');
  } finally {
    await short.close();
  }
});

test('another client gets nothing for a token, within the grace period or not', async () => {
  const token = (await signIn()) ?? '';
  assert.equal((await refresh(origin, token)).status, 200);
  const params = { grant_type: 'refresh_token', refresh_token: token };
  const clients: Record<string, string>[] = [
    {},
    { client_id: 'sandbox' },
    { client_id: 'sandbox', client_secret: 'sandbox-only-secret' },
  ];
  for (const client of clients) {
    const answer = await askToken(origin, { ...params, ...client });
    assert.ok(answer.status >= 400 && answer.status < 500);
    assert.equal(answer.body['access_token'], undefined);
  }
});

test('another process takes over a claim from one that died', async () => {
  const token = await signIn();
  await pool.query(
    `insert into sign_in.oauth_replay (token_hash, claimed_at, expires_at)
     values (sha256(convert_to('console' || chr(10) || $1, 'UTF8')), now() - interval '11 seconds', now())`,
    [token],
  );
  assert.equal((await refresh(origin, token)).status, 200);
});

test('a made-up token is refused and stores nothing', async () => {
  await pool.query('truncate sign_in.oauth_replay');
  assert.equal((await refresh(origin, 'x'.repeat(43))).body['error'], 'invalid_grant');
  assert.equal((await pool.query('select from sign_in.oauth_replay')).rowCount, 0);
});

test('revoking the refresh token ends the answers stored for it', async () => {
  const token = (await signIn()) ?? '';
  const next = (await refresh(origin, token)).body['refresh_token'] ?? '';
  const body = new URLSearchParams({ token: next, client_id: 'console' });
  assert.equal((await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })).status, 200);
  assert.equal((await refresh(origin, token)).body['error'], 'invalid_grant');
});
