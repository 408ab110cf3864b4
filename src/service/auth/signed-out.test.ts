import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { until } from '#service/testing/until.ts';
import { createBrowser, form, refresh } from './test-browser.ts';
import { savePerson, saveProgram } from './users.ts';

/**
 * What a change of password, rights or access ends, and a sign-out: in one process, and in two where the other made the change.
 */

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const rights = { permissions: ['clients:read'], merchants: ['1001'] };
const person = (username: string) => ({ username, name: 'Naledi', password: 'a long pass phrase', ...rights });

const statusWith = async (token = ''): Promise<number> => (await service.call('clientList', {}, { token })).status;

async function signIn(username: string, password = 'a long pass phrase') {
  const browser = createBrowser(service.origin);
  const { path } = await browser.openPage();
  const { body } = await browser.exchange(await browser.follow(await browser.submit(path, username, password)));
  assert.equal(await statusWith(body['access_token']), 200);
  return { browser, body };
}

/** Both processes have verified the token before, and both refuse it within the documented time. */
async function endsWithin(seconds: number, token = ''): Promise<void> {
  await until(
    async () => (await Promise.all([statusWith(token), statusWith(token)])).every((it) => it === 401),
    seconds,
  );
}

const changes: [string, string][] = [
  ['a new password', `password_hash = password_hash || 'x'`],
  ['other permissions', `permissions = '{clients:read,clients:write}'`],
  ['another merchant', `merchants = '{1001,1002}'`],
  ['being disabled', 'disabled = true'],
];

for (const [index, [what, assignment]] of changes.entries())
  test(`${what} ends the person’s session and refresh token at once, access tokens within five seconds`, async () => {
    const { pool } = service.database;
    await savePerson(pool, person(`p${index}`));
    await savePerson(pool, person(`other${index}`));
    const [tab, otherTab, bystander] = [
      await signIn(`p${index}`),
      await signIn(`p${index}`),
      await signIn(`other${index}`),
    ];
    await pool.query(`update sign_in.person set ${assignment} where username = $1`, [`p${index}`]);
    assert.equal((await refresh(service.origin, tab.body['refresh_token'])).body['error'], 'invalid_grant');
    assert.match((await otherTab.browser.openPage()).html, /<h1>Sign in<\/h1>/);
    await endsWithin(5, tab.body['access_token']);
    await endsWithin(5, otherTab.body['access_token']);

    assert.equal(await statusWith(bystander.body['access_token']), 200);
    assert.equal((await refresh(service.origin, bystander.body['refresh_token'])).status, 200);
  });

/** Signs out as the console does. */
const signOut = ({ browser, body }: Awaited<ReturnType<typeof signIn>>): Promise<Response> =>
  browser.go(`/oauth/sign-out?${new URLSearchParams({ id_token_hint: body['id_token'] ?? '' })}`);

test('signing out ends the access tokens of all tabs within five seconds, and no other sign-in', async () => {
  await savePerson(service.database.pool, person('leaving'));
  const [tab, elsewhere] = [await signIn('leaving'), await signIn('leaving')];
  const { browser } = tab;
  const silent = await browser.follow(await browser.go(browser.authorizeUrl({ prompt: 'none' })));
  const otherTab = (await browser.exchange(silent)).body['access_token'];
  const renewed = (await refresh(service.origin, tab.body['refresh_token'])).body['access_token'];
  for (const token of [otherTab, renewed]) assert.equal(await statusWith(token), 200);
  assert.equal((await signOut(tab)).status, 303);
  for (const token of [tab.body['access_token'], otherTab, renewed]) await endsWithin(5, token);
  assert.equal(await statusWith(elsewhere.body['access_token']), 200);
});

test('a confirmed sign-out, and another person in the same browser, end the access tokens too', async () => {
  const { pool } = service.database;
  await savePerson(pool, person('asked'));
  await savePerson(pool, person('next'));
  const confirmed = await signIn('asked');
  const page = await (await confirmed.browser.go('/oauth/sign-out')).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await confirmed.browser.go('/oauth/sign-out/confirm', form({ xsrf, logout: 'yes' }));
  await endsWithin(5, confirmed.body['access_token']);

  const before = await signIn('asked');
  const { path } = await before.browser.openPage({ prompt: 'login' });
  await before.browser.follow(await before.browser.submit(path, 'next', 'a long pass phrase'));
  await endsWithin(5, before.body['access_token']);
});

test('a refresh token that is reused or revoked ends its family’s access tokens within five seconds', async () => {
  const { pool } = service.database;
  await savePerson(pool, person('robbed'));
  const { body } = await signIn('robbed');
  const next = await refresh(service.origin, body['refresh_token']);
  assert.equal(await statusWith(next.body['access_token']), 200);
  await pool.query(`update sign_in.oauth_replay set expires_at = now() - interval '1 second'`);
  assert.equal((await refresh(service.origin, body['refresh_token'])).body['error'], 'invalid_grant');
  for (const token of [body['access_token'], next.body['access_token']]) await endsWithin(5, token);

  const again = (await signIn('robbed')).body;
  const revoked = { token: again['refresh_token'] ?? '', client_id: 'console' };
  assert.equal((await fetch(`${service.origin}/oauth/revoke`, form(revoked))).status, 200);
  await endsWithin(5, again['access_token']);
});

test('after a password change the new password works at once, and the old one no more', async () => {
  const { pool } = service.database;
  await savePerson(pool, person('returning'));
  const { browser } = await signIn('returning');
  await savePerson(pool, { ...person('returning'), password: 'another long phrase' });
  const { path } = await browser.openPage();
  assert.equal((await browser.submit(path, 'returning', 'a long pass phrase')).status, 403);
  const { body } = await browser.exchange(
    await browser.follow(await browser.submit(path, 'returning', 'another long phrase')),
  );
  await until(async () => (await statusWith(body['access_token'])) === 200);
});

test('a new display name ends no tokens', async () => {
  await savePerson(service.database.pool, person('renamed'));
  const { body } = await signIn('renamed');
  await service.database.pool.query(`update sign_in.person set display_name = 'Other' where username = 'renamed'`);
  assert.equal((await refresh(service.origin, body['refresh_token'])).status, 200);
});

test('a code issued before the change gives no token, and neither does a sign-in in progress', async () => {
  const { pool } = service.database;
  await savePerson(pool, person('under-way'));
  const browser = createBrowser(service.origin);
  const { path } = await browser.openPage();
  const submitted = await browser.submit(path, 'under-way', 'a long pass phrase');
  await pool.query(`update sign_in.person set merchants = '{1002}' where username = 'under-way'`);
  const page = await browser.follow(submitted);
  assert.match(await page.text(), /<h1>Sign in<\/h1>/);

  const again = createBrowser(service.origin);
  const opened = await again.openPage();
  const withCode = await again.follow(await again.submit(opened.path, 'under-way', 'a long pass phrase'));
  await pool.query(`update sign_in.person set merchants = '{1001}' where username = 'under-way'`);
  assert.equal((await again.exchange(withCode)).body['error'], 'invalid_grant');
});

test('a program’s tokens end when its secret or rights change, or it is removed', async () => {
  const { pool } = service.database;
  const program = { clientId: 'nightly', name: 'Nightly', secret: 'a long secret', ...rights };
  for (const change of [
    () => saveProgram(pool, { ...program, secret: 'another secret' }),
    () => pool.query(`update sign_in.program set permissions = '{}' where client_id = 'nightly'`),
    () => pool.query(`update sign_in.program set disabled = true where client_id = 'nightly'`),
  ]) {
    await saveProgram(pool, program);
    const answer = await fetch(`${service.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: `Basic ${Buffer.from('nightly:a long secret').toString('base64')}` },
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    await until(async () => (await statusWith(token)) === 200);
    await change();
    await endsWithin(5, token);
  }
});
