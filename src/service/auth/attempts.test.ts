import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAttempt, forgetAttempts } from './attempts.ts';
import { createBrowser, signInForTests } from './test-browser.ts';

const signIn = signInForTests();

test('after ten wrong passwords the page says how long to wait, also for the right one', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const statuses = await Promise.all(Array.from({ length: 12 }, () => browser.submit(path, 'staff', 'guess')));
  assert.deepEqual(
    statuses.map((answer) => answer.status).toSorted((a, b) => a - b),
    [...Array<number>(10).fill(403), 429, 429],
  );
  const right = await browser.submit(path, 'staff');
  assert.equal(right.status, 429);
  const wait = Number(right.headers.get('retry-after'));
  assert.ok(wait > 3500 && wait <= 3600);
  assert.match(await right.text(), /Too many tries were wrong\. Wait 60 minutes, then try again\./);
  // Others at this address go on, and an hour later so does this one.
  assert.equal((await browser.submit(path, 'support', 'guess')).status, 403);
  await signIn.pool.query(`update sign_in.failed_attempt set attempted_at = attempted_at - interval '1 hour'`);
  assert.equal((await browser.submit(path, 'staff')).status, 303);
});

test('the owner is not locked out of another address, and success takes the count back', async () => {
  for (let n = 0; n < 10; n++) assert.equal(await countAttempt(signIn.pool, 'owner', '198.51.100.7'), 0);
  assert.ok((await countAttempt(signIn.pool, 'owner', '198.51.100.7')) > 0);
  assert.ok((await countAttempt(signIn.pool, 'owner', '::ffff:198.51.100.7')) > 0);
  assert.equal(await countAttempt(signIn.pool, 'owner', '203.0.113.9'), 0);
  await forgetAttempts(signIn.pool, 'owner', '198.51.100.7');
  assert.equal(await countAttempt(signIn.pool, 'owner', '198.51.100.7'), 0);
});

test('a hundred in an hour from one address are the end for every account; one IPv6 network is one address', async () => {
  for (let n = 0; n < 100; n++)
    assert.equal(await countAttempt(signIn.pool, `a-${n}`, `2001:db8:0:1::${n.toString(16)}`), 0);
  assert.ok((await countAttempt(signIn.pool, 'a-100', '2001:db8:0:1:ffff::1')) > 0);
  assert.equal(await countAttempt(signIn.pool, 'a-100', '2001:db8:0:2::1'), 0);
});

test('no name is kept as it was typed', async () => {
  await countAttempt(signIn.pool, 'my secret password', '192.0.2.1');
  const { rows } = await signIn.pool.query<{ text: string }>('select f::text as text from sign_in.failed_attempt f');
  assert.ok(rows.every(({ text }) => !text.includes('secret')));
});
