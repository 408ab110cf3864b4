import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBrowser, refresh } from './test-browser.ts';
import { savePerson, saveProgram } from './users.ts';
import { testService, type TestService } from '../testing/app.ts';
import { until } from '../testing/until.ts';

/** What ends when a password, rights or access change: on one process, and on two where the other did it. */

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

/** Both processes have had the token in hand, and both refuse it within the time that the product promises. */
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
    assert.equal(await statusWith(otherTab.body['access_token']), 401);

    assert.equal(await statusWith(bystander.body['access_token']), 200);
    assert.equal((await refresh(service.origin, bystander.body['refresh_token'])).status, 200);
  });

test('after a new password the person signs in with it at once, and with the old one no more', async () => {
  const { pool } = service.database;
  await savePerson(pool, person('returning'));
  const { browser } = await signIn('returning');
  await savePerson(pool, { ...person('returning'), password: 'another long phrase' });
  const { path } = await browser.openPage();
  assert.equal((await browser.submit(path, 'returning', 'a long pass phrase')).status, 403);
  const { body } = await browser.exchange(
    await browser.follow(await browser.submit(path, 'returning', 'another long phrase')),
  );
  await until(async () => (await statusWith(body['access_token'])) === 200, 5);
});

test('a new name ends nothing', async () => {
  await savePerson(service.database.pool, person('renamed'));
  const { body } = await signIn('renamed');
  await service.database.pool.query(`update sign_in.person set display_name = 'Other' where username = 'renamed'`);
  assert.equal((await refresh(service.origin, body['refresh_token'])).status, 200);
});

test('a code of before the change gives no token, and neither does a sign-in that was under way', async () => {
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

test('a program’s tokens end with its secret, its rights and itself', async () => {
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
    await until(async () => (await statusWith(token)) === 200, 5);
    await change();
    await endsWithin(5, token);
  }
});
