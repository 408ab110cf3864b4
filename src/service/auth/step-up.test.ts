import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { testService, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { maxAgeSeconds, secondFactor } from './step-up.ts';
import { createBrowser, form } from './test-browser.ts';

let service: TestService;
const secret = Buffer.from('12345678901234567890');
const app = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
const bankDetails = { ClientNumber: 'S-1', AccountNumber: 62001234568 };

before(async () => {
  service = await testService({ isAlone: true });
  for (const number of ['S-1', 'S-2']) assert.equal((await service.call('clientCreate', client(number))).status, 200);
});
after(() => service.close());

/** Each code counts once, and a test is faster than the next one. */
const forgetStep = () => service.database.pool.query('update sign_in.factor set counter = 0');

/** Signs in as staff, by password and, if asked for, a code. */
async function signIn() {
  const browser = createBrowser(service.origin);
  const { path } = await browser.openPage();
  let answer = await browser.submit(path, 'staff');
  if (answer.headers.get('location') === path) {
    await forgetStep();
    answer = await browser.go(path, form({ code: app.generate() }));
  }
  const { body } = await browser.exchange(await browser.follow(answer));
  return { browser, token: body['access_token'] ?? '' };
}

test('bank details, releases, settings and hidden numbers need a second factor of the last five minutes, once a person has one', async () => {
  await service.database.pool.query(
    `update sign_in.person set roles = '{administrator:1001,manager:1001}' where username = 'staff'`,
  );
  const decide = (Action: string, token: string) =>
    fetch(`${service.origin}/approvals/1001/1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Action, Digest: 'any' }),
    });
  const unmask = (token: string, ClientNumber = 'S-1') =>
    fetch(`${service.origin}/audit/1001`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Action: 'unmask', What: 'AccountNumber', ClientNumber }),
    });
  const before_ = await signIn();
  assert.equal((await service.call('clientEdit', bankDetails, { token: before_.token })).successful.length, 1);

  await service.database.pool.query(
    `insert into sign_in.factor (factor_id, username, kind, secret) values ('app', 'staff', 'totp', $1)`,
    [secret],
  );
  // What is known of that token is older than the factor.
  const known = await Promise.all([
    service.call('clientEdit', { ...bankDetails, AccountNumber: 62001234560 }, { token: before_.token }),
    decide('release', before_.token),
    unmask(before_.token),
  ]);
  for (const { status, headers } of known)
    assert.match(`${status} ${headers.get('www-authenticate')}`, /^401 .*insufficient_user_authentication/);
  const { browser, token: fresh } = await signIn();
  assert.equal((await service.call('clientEdit', bankDetails, { token: fresh })).successful.length, 1);

  // As if the sign-in was longer ago.
  await service.database.pool.query(
    `update sign_in.oauth_item set payload = jsonb_set(payload::jsonb, '{loginTs}',
        to_jsonb((payload->>'loginTs')::int - $1::int)) where kind = 'Session'`,
    [maxAgeSeconds + 1],
  );
  const { body } = await browser.exchange(await browser.follow(await browser.go(browser.authorizeUrl())));
  const old = { token: body['access_token'] ?? '' };
  const changed = { ...bankDetails, AccountNumber: 62001234569, ClientName: 'Redirected' };
  const other = { ClientNumber: 'S-2', ClientName: 'Not yet' };
  for (const [name, items, more] of [
    ['alone', [changed], {}],
    ['in a batch', [other, changed], {}],
    ['with a key', [changed], { headers: { 'idempotency-key': 'k' } }],
  ] as const) {
    const refused = await service.call('clientEdit', [...items], { ...old, ...more });
    assert.deepEqual([refused.status, refused.errors[0]?.Code], [401, 'SECOND_FACTOR'], name);
    assert.equal(
      refused.headers.get('www-authenticate'),
      `Bearer error="insufficient_user_authentication", acr_values="${secondFactor}", max_age="300"`,
    );
  }
  const { records } = await service.call('clientList', {});
  assert.deepEqual(
    records.map(({ ClientName, AccountNumber }) => [ClientName, AccountNumber]),
    [
      [client('S-1').ClientName, bankDetails.AccountNumber],
      [client('S-2').ClientName, client('S-2').AccountNumber],
    ],
  );
  assert.equal((await service.call('clientEdit', changed, { ...old, isDryRun: true })).status, 200, 'a dry run');
  assert.equal((await service.call('clientEdit', other, old)).successful.length, 1, 'no bank details');
  assert.equal((await service.call('clientEdit', bankDetails)).successful.length, 1, 'a program');

  const released = await decide('release', old.token);
  assert.equal(released.status, 401);
  assert.match(released.headers.get('www-authenticate') ?? '', /insufficient_user_authentication/);
  assert.equal((await decide('withdraw', old.token)).status, 404, 'stops money');

  const settings = await fetch(`${service.origin}/settings/v1/people/finance`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${old.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Disabled: true }),
  });
  assert.equal(settings.status, 401);
  assert.match(settings.headers.get('www-authenticate') ?? '', /insufficient_user_authentication/);

  assert.equal((await unmask(fresh)).status, 200);
  const refused = await unmask(old.token);
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('www-authenticate') ?? '', /insufficient_user_authentication/);
  const { rows } = await service.database.pool.query(`select from audit_entry where action = 'unmask'`);
  assert.equal(rows.length, 1);

  // A call that is confirmed and sent again is no refusal. They are written one after the other.
  assert.equal((await unmask(fresh, 'NOBODY')).status, 400);
  const refusals = async () => {
    const entries = await service.database.pool.query<{ codes: object }>(
      `select entry::jsonb -> 'Codes' as codes from audit_entry where entry::jsonb ->> 'Outcome' = 'refused'`,
    );
    return entries.rows.map(({ codes }) => codes);
  };
  await until(async () => (await refusals()).length > 0);
  assert.deepEqual(await refusals(), [{ NOT_FOUND: 1 }]);
});
