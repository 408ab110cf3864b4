import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Entry } from '#service/audit/entry.ts';
import { queryOn } from '#service/database/query.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { createLink, hasAdministrator } from './invitations.ts';

let service: TestService;
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

test('a link works for three days, and not after them', async () => {
  const { answerLink } = settingsOf(service);
  const query = queryOn(service.database.pool);
  await query(
    `insert into sign_in.person (username, display_name, password_hash, permissions, merchants, roles)
      values ('thabo', 'Thabo', '', '{}', '{}', '{clerk:1001}')`,
  );
  const wanted = { username: 'thabo', origin: service.origin, timeZone: 'UTC' };
  const words = { password: 'copper lantern meadow', repeated: 'copper lantern meadow' };
  /** The status for a new link that is this old. */
  const answeredAfter = async (age: string) => {
    const { Link } = await createLink(query, wanted);
    await query(`update sign_in.invitation set expires_at = expires_at - $1::interval where username = 'thabo'`, [age]);
    return (await answerLink(Link, words)).status;
  };
  assert.equal(await answeredAfter('3 days 1 minute'), 400);
  assert.equal(await answeredAfter('2 days 23 hours'), 200);
});

test('the first link makes one administrator, who can do everything, and no second', async () => {
  const { call, answerLink, tokenOf } = settingsOf(service);
  const query = queryOn(service.database.pool);
  const link = async () => (await createLink(query, { origin: service.origin, timeZone: 'UTC' })).Link;
  assert.equal(await hasAdministrator(query), true, 'the sandbox has one');
  assert.equal((await fetch(await link())).status, 400);

  await query(`delete from sign_in.person where username = 'administrator'`);
  assert.equal(await hasAdministrator(query), false);
  const [one, two] = [await link(), await link()];
  assert.match(await (await fetch(one)).text(), /First administrator/);
  const words = { password: 'copper lantern meadow', repeated: 'copper lantern meadow' };
  const refused = async (fields: Record<string, string>, text: RegExp) => {
    const { status, text: page } = await answerLink(one, { name: 'Naledi', username: 'naledi', ...words, ...fields });
    assert.equal(status, 400);
    assert.match(page, text);
  };
  await refused({ username: 'staff' }, /already in use/);
  await refused({ username: 'Clearing' }, /already in use/);
  await refused({ name: 'Sandbox' }, /already in use/);
  await refused({ username: 'na ledi' }, /letters from a to z/);
  await refused({ name: ' ' }, /Enter your name/);
  const sent = await Promise.all([
    answerLink(one, { name: 'Naledi', username: 'naledi', ...words }),
    answerLink(two, { name: 'Zola', username: 'zola', ...words }),
  ]);
  assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 400]);
  assert.equal(await hasAdministrator(query), true);
  const winner = sent[0]?.status === 200 ? 'naledi' : 'zola';
  const entries = await query<{ entry: string }>(
    `select entry from audit_entry where action = 'invitation.accepted' and entry not like '%thabo%'`,
  );
  assert.deepEqual(
    entries.map(({ entry }) => {
      const { Actor, Details } = JSON.parse(entry) as Entry;
      return [Actor.Kind, Actor.Id, Details];
    }),
    [['person', winner, { Merchants: ['*'] }]],
    'no entry for the link that lost',
  );
  const token = await tokenOf(winner, words.password);
  const { answer } = await call(token, 'peopleList');
  assert.deepEqual(answer.PrepareAndRelease.find(({ Username }) => Username === winner)?.Merchants, ['*']);
});
