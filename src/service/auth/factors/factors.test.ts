import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { until } from '#service/testing/until.ts';
import type { Guard } from '../guard.ts';
import { mustHaveSecondFactor, secondFactor } from '../step-up.ts';
import { createBrowser, form, refresh, signInDatabase, startSignIn } from '../test-browser.ts';
import { factorsPath } from './paths.ts';
import { resetFactors } from './store.ts';
import { createAuthenticator } from './test-authenticator.ts';
import { stepOf } from './totp.ts';

let pool: Pool;
let origin: string;
let guard: Guard;
const closing: (() => Promise<void>)[] = [];

before(async () => {
  const database = await signInDatabase();
  const started = await startSignIn(database.pool, { host: 'localhost' });
  ({ pool } = database);
  ({ origin, guard } = started);
  closing.push(started.close, database.close);
});
after(async () => {
  for (const close of closing) await close();
});

type Browser = ReturnType<typeof createBrowser>;
const browserOf = (): Browser => createBrowser(origin);

beforeEach(async () => {
  await pool.query('delete from sign_in.pace; delete from sign_in.factor; delete from sign_in.recovery_code');
});

const optionsOf = (html: string, field: string) => {
  const text = new RegExp(`data-passkey="([^"]*)">\\s*<input type="hidden" name="${field}">`).exec(html)?.[1];
  return text === undefined ? undefined : (JSON.parse(text.replaceAll('&quot;', '"')) as { challenge: string });
};
const codesIn = (html: string): string[] => [...html.matchAll(/<li><code>([^<]*)<\/code>/g)].map((it) => it[1] ?? '');
async function passwordStep(browser: Browser, username: string, more: Record<string, string> = {}) {
  const { path } = await browser.openPage(more);
  const next = await browser.submit(path, username);
  return { path, next };
}

/** Opens the page of the person's own factors in a browser that has just signed in. */
async function openFactors(browser: Browser): Promise<string> {
  const page = await browser.follow(await browser.go(factorsPath));
  assert.equal(page.status, 200);
  return page.text();
}

async function signedInBrowser(username: string): Promise<Browser> {
  const browser = browserOf();
  const { next } = await passwordStep(browser, username);
  await browser.follow(next);
  return browser;
}

/** Adds an authenticator app over the page. */
async function addApp(browser: Browser) {
  const html = await openFactors(browser);
  const text = /type the key <code>([^<]*)<\/code>/.exec(html)?.[1] ?? '';
  const nonce = /name="nonce" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(text.replaceAll(' ', '')) });
  const newCode = app.generate();
  const answer = await browser.go(factorsPath, form({ newCode, nonce }));
  return { app, newCode, answer, codes: codesIn(await answer.text()) };
}

/** The code of a later step, as if time had passed since the last one. */
async function forgetStep(): Promise<void> {
  await pool.query('update sign_in.factor set counter = 0');
}

/** Signs in with a password and a code; undefined when the code was refused. */
async function signInWith(username: string, code: string, browser = browserOf()) {
  const { path, next } = await passwordStep(browser, username);
  assert.equal(next.headers.get('location'), path);
  const answer = await browser.go(path, form({ code }));
  return answer.status === 303 ? browser.exchange(await browser.follow(answer)) : undefined;
}

const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

const needsFactor = async (token = ''): Promise<boolean> => {
  const caller = await guard(`Bearer ${token}`);
  try {
    mustHaveSecondFactor(caller);
    return false;
  } catch {
    return true;
  }
};

test('the codes of RFC 6238, appendix B, count at their time and one step around it', () => {
  const secret = Buffer.from('12345678901234567890');
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const) {
    const step = Math.floor(seconds / 30);
    const digits = code.slice(2);
    for (const off of [-30, 0, 30]) assert.equal(stepOf(secret, digits, (seconds + off) * 1000), step, code);
    for (const off of [-90, 90]) assert.equal(stepOf(secret, digits, (seconds + off) * 1000), undefined, code);
  }
  for (const wrong of ['', '28708', '2870822', 'abcdef', '287 083'])
    assert.equal(stepOf(secret, wrong, 59_000), undefined);
});

test('a person without a factor is never asked for one, even if the request demands it', async () => {
  const browser = browserOf();
  const { next } = await passwordStep(browser, 'staff', { acr_values: secondFactor });
  const { body } = await browser.exchange(await browser.follow(next));
  const claims = claimsOf(body['access_token']);
  assert.deepEqual([claims['factor'], claims['acr']], [undefined, undefined]);
  assert.equal(await needsFactor(body['access_token']), false);
});

test('an app is added, then its code signs in once, in one session, and never an older one', async () => {
  const { app, newCode, codes } = await addApp(await signedInBrowser('staff'));
  assert.equal(codes.length, 10);
  assert.equal(await signInWith('staff', newCode), undefined, 'the code that added the app');
  assert.equal(await signInWith('staff', '000000'), undefined);
  await forgetStep();
  const code = app.generate();
  const signedIn = await signInWith('staff', code);
  const claims = claimsOf(signedIn?.body['access_token']);
  assert.deepEqual([claims['factor'], claims['acr']], [true, secondFactor]);
  assert.ok(Math.abs(Number(claims['auth_time']) - Date.now() / 1000) < 60);
  assert.equal(await needsFactor(signedIn?.body['access_token']), false);
  const renewed = await refresh(origin, signedIn?.body['refresh_token']);
  assert.equal(claimsOf(renewed.body['access_token'])['auth_time'], claims['auth_time'], 'renewing confirms nothing');
  assert.equal(await signInWith('staff', code), undefined, 'the same code in another session');
  const older = app.generate({ timestamp: Date.now() - 30_000 });
  assert.equal(await signInWith('staff', older), undefined, 'an older code');
});

test('a factor that was just added is asked for with a token from before, within seconds', async () => {
  const browser = browserOf();
  const token = (await browser.signInAs('finance')).body['access_token'];
  assert.equal(await needsFactor(token), false);
  await addApp(browser);
  await until(() => needsFactor(token));
});

test('each recovery code works once, for its own person, and new ones replace the old', async () => {
  const browser = await signedInBrowser('staff');
  const { codes } = await addApp(browser);
  const [first = '', second = ''] = codes;
  assert.ok(await signInWith('staff', first.toUpperCase().replaceAll('-', ' ')));
  assert.equal(await signInWith('staff', first), undefined);
  await addApp(await signedInBrowser('finance'));
  assert.equal(await signInWith('finance', second), undefined);
  const other = browserOf();
  assert.ok(await signInWith('staff', second, other));
  await other.follow(await other.go(factorsPath));
  const renewed = codesIn(await (await other.go(factorsPath, form({ codes: 'new' }))).text());
  assert.equal(renewed.length, 10);
  assert.equal(await signInWith('staff', codes[2] ?? ''), undefined);
  assert.ok(await signInWith('staff', renewed[0] ?? ''));
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from sign_in.recovery_code');
  assert.equal(rows[0]?.count, 19, 'nine of staff and ten of finance');
});

test('guesses of codes are slowed down until they wait for minutes, and a recovery code never waits', async () => {
  const { codes } = await addApp(await signedInBrowser('staff'));
  const browser = browserOf();
  const { path } = await passwordStep(browser, 'staff');
  const answers = [];
  for (let guess = 0; guess < 10; guess++) answers.push(await browser.go(path, form({ code: `00000${guess}` })));
  const last = answers.find(({ status }) => status === 429);
  assert.ok(Number(last?.headers.get('retry-after')) > 0, answers.map((it) => it.status).join());
  assert.ok(await signInWith('staff', codes[0] ?? ''));
});

test('an enrolment that is not confirmed leaves no factor, and a wrong code adds none', async () => {
  const browser = await signedInBrowser('staff');
  const html = await openFactors(browser);
  assert.match(html, /<svg /);
  const nonce = /name="nonce" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const wrong = await browser.go(factorsPath, form({ newCode: '000000', nonce }));
  assert.equal(wrong.status, 403);
  assert.match(await wrong.text(), new RegExp(`value="${nonce}"`), 'the app keeps the key that it has scanned');
  await browser.go(factorsPath, form({ newPasskey: '{}' }));
  const { rowCount } = await pool.query('select from sign_in.factor');
  assert.equal(rowCount, 0);
});

test('the page of factors needs a sign-in of the last minutes, with a factor if there is one', async () => {
  const stranger = browserOf();
  const asked = await stranger.go(factorsPath);
  assert.match(asked.headers.get('location') ?? '', /^\/oauth\/authorize\?client_id=factors&.*max_age=300/);
  const browser = await signedInBrowser('staff');
  const { app } = await addApp(browser);
  const page = await browser.follow(await browser.go(factorsPath));
  assert.match(await page.text(), /Confirm that it is you/, 'the session has a password only');
  assert.equal((await browser.go(factorsPath, form({ remove: 'x' }))).status, 400);
  await forgetStep();
  const confirmed = browserOf();
  assert.ok(await signInWith('staff', app.generate(), confirmed));
  const html = await openFactors(confirmed);
  const id = /name="remove" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const forged = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  assert.equal((await confirmed.go(factorsPath, { ...form({ remove: id }), headers: forged })).status, 400);
  assert.equal(
    (await confirmed.go(factorsPath, form({ remove: `${id}\0` }))).status,
    303,
    'there is none of that name',
  );
  await confirmed.go(factorsPath, form({ remove: id }));
  const left = await pool.query('select 1 from sign_in.factor union all select 1 from sign_in.recovery_code');
  assert.equal(left.rowCount, 0);
});

test('a second factor is asked for again, and removing acr_values gives no level', async () => {
  const { app } = await addApp(await signedInBrowser('staff'));
  await forgetStep();
  const browser = browserOf();
  const signedIn = await signInWith('staff', app.generate(), browser);
  // Five minutes later.
  await pool.query(
    `update sign_in.oauth_item set payload = jsonb_set(payload::jsonb, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 301))
      where kind = 'Session'`,
  );
  const age = { max_age: '300', acr_values: secondFactor };
  const silent = await browser.go(browser.authorizeUrl({ ...age, prompt: 'none' }));
  assert.match(silent.headers.get('location') ?? '', /error=login_required/);
  const stripped = await browser.exchange(await browser.follow(await browser.go(browser.authorizeUrl())));
  assert.equal(await needsFactor(stripped.body['access_token']), true, 'the request without acr_values and max_age');
  assert.equal(await needsFactor(signedIn?.body['access_token']), false);
  const { path, html } = await browser.openPage(age);
  assert.match(html, /Confirm that it is you/);
  assert.doesNotMatch(html, /type="password"/, 'the person is signed in already');
  await forgetStep();
  const again = await browser.exchange(await browser.follow(await browser.go(path, form({ code: app.generate() }))));
  assert.equal(await needsFactor(again.body['access_token']), false);
});

test('a session without the level gets it only by the factor, not by its password or by a continued enrolment', async () => {
  const browser = await signedInBrowser('staff');
  await addApp(browser);
  const plain = await browser.exchange(await browser.follow(await browser.go(browser.authorizeUrl())));
  assert.equal(await needsFactor(plain.body['access_token']), true);
  const { path, html } = await browser.openPage({ acr_values: secondFactor });
  assert.match(html, /Confirm that it is you/);
  for (const fields of [{ continue: 'yes' }, { newCode: '123456', nonce: 'x' }, {}] as Record<string, string>[])
    assert.notEqual((await browser.go(path, form(fields))).status, 303);
  const silent = await browser.go(browser.authorizeUrl({ acr_values: secondFactor, prompt: 'none' }));
  assert.match(silent.headers.get('location') ?? '', /error=login_required/);
});

test('a passkey signs in alone; replays, falling counters, other origins and unverified users are refused', async () => {
  const key = createAuthenticator();
  const browser = await signedInBrowser('staff');
  const creation = optionsOf(await openFactors(browser), 'newPasskey');
  assert.ok(creation);
  for (const wrong of [
    key.create(creation, { origin: 'https://evil.example' }),
    key.create(creation, { origin, challenge: 'x' }),
    key.create(creation, { origin, isUserVerified: false }),
  ])
    assert.equal((await browser.go(factorsPath, form({ newPasskey: wrong }))).status, 403);
  const added = key.create(creation, { origin });
  const codes = codesIn(await (await browser.go(factorsPath, form({ newPasskey: added }))).text());
  assert.equal(codes.length, 10);

  const open = async () => {
    const other = browserOf();
    const { path, html } = await other.openPage();
    const options = optionsOf(html, 'passkey');
    assert.ok(options);
    const page = await other.go(path);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self'; style-src/,
    );
    return { options, send: (passkey: string) => other.go(path, form({ passkey })), browser: other };
  };
  const first = await open();
  const answer = key.get(first.options, { origin, counter: 7 });
  const signedIn = await first.browser.exchange(await first.browser.follow(await first.send(answer)));
  assert.equal(claimsOf(signedIn.body['access_token'])['acr'], secondFactor);
  assert.equal(claimsOf(signedIn.body['access_token'])['sub'], 'staff');

  const second = await open();
  const stranger = createAuthenticator();
  for (const [name, wrong] of [
    ['replayed', answer],
    ['same counter', key.get(second.options, { origin, counter: 7 })],
    ['falling counter', key.get(second.options, { origin, counter: 6 })],
    ['counter gone', key.get(second.options, { origin, counter: 0 })],
    ['other origin', key.get(second.options, { origin: 'http://localhost:4181', counter: 8 })],
    ['other name', key.get({ ...second.options, rpId: 'evil.example' }, { origin, counter: 8 })],
    ['unverified', key.get(second.options, { origin, counter: 8, isUserVerified: false })],
    ['unknown key', stranger.get(second.options, { origin })],
    ['no answer', ''],
    ['no object', '"x"'],
    ['NUL', '{"id":"\\u0000"}'],
  ] as const) {
    const { status } = await second.send(wrong);
    assert.equal(status, 403, name);
  }
  assert.equal((await second.send(key.get(second.options, { origin, counter: 8 }))).status, 303);
});

test('a passkey whose counter stays 0 signs in again and again, but never twice with one answer', async () => {
  const key = createAuthenticator();
  const browser = await signedInBrowser('staff');
  const creation = optionsOf(await openFactors(browser), 'newPasskey');
  await browser.go(
    factorsPath,
    form({ newPasskey: key.create(creation ?? { challenge: '' }, { origin, counter: 0 }) }),
  );
  for (let round = 0; round < 2; round++) {
    const other = browserOf();
    const { path, html } = await other.openPage();
    const passkey = key.get(optionsOf(html, 'passkey') ?? { challenge: '' }, { origin, counter: 0 });
    const answers = await Promise.all([1, 2, 3].map(() => other.go(path, form({ passkey }))));
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
  }
  // After another person's password it is not taken, though it would sign in alone.
  await addApp(await signedInBrowser('finance'));
  const other = browserOf();
  const { path, html } = await other.openPage();
  const passkey = key.get(optionsOf(html, 'passkey') ?? { challenge: '' }, { origin, counter: 0 });
  await other.submit(path, 'finance');
  assert.equal((await other.go(path, form({ passkey }))).status, 403);
});

test('where everybody needs a factor, the first is added while signing in, and nothing else signs in', async () => {
  const started = await startSignIn(pool, { host: 'localhost', secondFactor: 'required' });
  try {
    const browser = createBrowser(started.origin);
    const { path, next } = await passwordStep(browser, 'support');
    assert.equal(next.headers.get('location'), path);
    const html = await (await browser.go(path)).text();
    assert.match(html, /Add a second factor/);
    assert.notEqual((await browser.go(path, form({ continue: 'yes' }))).status, 303);
    const app = new TOTP({
      secret: Secret.fromBase32((/type the key <code>([^<]*)<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '')),
    });
    const nonce = /name="nonce" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const added = await browser.go(path, form({ newCode: app.generate(), nonce }));
    assert.equal(codesIn(await added.text()).length, 10);
    const back = await browser.follow(await browser.go(path, form({ continue: 'yes' })));
    const { body } = await browser.exchange(back);
    assert.equal(claimsOf(body['access_token'])['acr'], secondFactor);
    // Cancelled in the middle: no factor, and no way in.
    const other = createBrowser(started.origin);
    await passwordStep(other, 'finance');
    assert.match(
      (await other.go(other.authorizeUrl({ prompt: 'none' }))).headers.get('location') ?? '',
      /error=login_required/,
    );
    const { rowCount } = await pool.query(`select from sign_in.factor where username = 'finance'`);
    assert.equal(rowCount, 0);
  } finally {
    await started.close();
  }
});

test('a reset removes every factor and ends the sessions', async () => {
  const { app } = await addApp(await signedInBrowser('staff'));
  await forgetStep();
  const signedIn = await signInWith('staff', app.generate());
  assert.equal(await resetFactors(pool, 'staff'), true);
  assert.equal(await resetFactors(pool, 'staff'), false);
  assert.equal((await refresh(origin, signedIn?.body['refresh_token'])).status, 400);
  const browser = browserOf();
  const { next } = await passwordStep(browser, 'staff');
  assert.equal((await browser.exchange(await browser.follow(next))).status, 200);
});
