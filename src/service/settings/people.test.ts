import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SettingsBody } from '#contract/settings.ts';
import { findPerson } from '#service/auth/users.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { settingsOf } from './testing.ts';

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
/** Administers every merchant, merchant 5001 alone, and audits. */
let admin: string;
let local: string;
let auditor: string;

before(async () => {
  service = await testService();
  settings = settingsOf(service);
  await service.database.pool.query(
    `insert into merchant (merchant, name) values ('5001', 'Karoo Solar'), ('5002', 'Knysna Boats')`,
  );
  admin = await settings.signIn('ann', 'administrator:*');
  local = await settings.signIn('lindiwe', 'administrator:5001');
  auditor = await settings.signIn('aud', 'auditor:5001');
});
after(() => service.close());

const chosen = { password: 'copper lantern meadow', repeated: 'copper lantern meadow' };
const clerk = (Merchant: string) => ({ Role: 'clerk' as const, Merchant });
let count = 0;
const invite = async (token: string, ...Merchants: string[]) => {
  const Username = `invited-${++count}`;
  const body = { Username, Name: 'Naledi Dlamini', Roles: Merchants.map(clerk) };
  return { Username, ...(await settings.call(token, 'personInvite', { body })) };
};
const edit = (token: string, username: string, body: SettingsBody<'personEdit'>) =>
  settings.call(token, 'personEdit', { path: { username }, body });

test('an invited person chooses a password by the link and works with the role', async () => {
  const { Username, status, answer } = await invite(admin, '5001');
  assert.equal(status, 200);
  assert.equal(answer.Person.Status, 'Invited');
  assert.match(answer.Link.Link, new RegExp(`^${service.origin}/invitation/[\\w-]{43}$`));
  assert.equal(await settings.tokenOf(Username, ''), '', 'nobody signs in without a password');

  const opened = await fetch(answer.Link.Link);
  assert.match(await opened.text(), new RegExp(`Your username is <code>${Username}`));
  assert.match(opened.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(opened.headers.get('referrer-policy'), 'no-referrer');
  assert.equal((await settings.answerLink(answer.Link.Link, chosen)).status, 200);
  const token = await settings.tokenOf(Username, chosen.password);
  assert.equal((await service.call('clientCreate', client('P-1'), { merchant: '5001', token })).successful.length, 1);

  const { People } = (await settings.call(admin, 'peopleList')).answer;
  const person = People.find((it) => it.Username === Username);
  assert.deepEqual([person?.Status, person?.Sessions, person?.LinkEnds], ['Active', 1, undefined]);
  assert.match(person?.LastUsed ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
});

test('a link works once: used, expired, tampered and replaced ones answer the same', async () => {
  const { Username, answer } = await invite(admin, '5001');
  const { Link } = answer.Link;
  const worthless = async (link: string) => {
    const sent = await settings.answerLink(link, chosen);
    const opened = await fetch(link);
    return [sent.status, opened.status, /no longer works/.test(sent.text), sent.text === (await opened.text())];
  };
  const gone = [400, 400, true, true];
  assert.deepEqual(await worthless(`${Link.slice(0, -1)}${Link.endsWith('A') ? 'B' : 'A'}`), gone);
  assert.deepEqual(await worthless(`${service.origin}/invitation/%00`), gone);

  const again = await settings.call(admin, 'personLink', { path: { username: Username } });
  assert.deepEqual(await worthless(Link), gone);
  const newer = again.answer.Link;
  const both = await Promise.all([settings.answerLink(newer, chosen), settings.answerLink(newer, chosen)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400]);
  assert.deepEqual(await worthless(newer), gone);

  const late = (await invite(admin, '5001')).answer.Link.Link;
  await service.database.pool.query(`update sign_in.invitation set expires_at = now() where used_at is null`);
  assert.deepEqual(await worthless(late), gone);
});

test('the form of a link says what is wrong, and the link stays usable', async () => {
  const { answer } = await invite(admin, '5001');
  const { Link } = answer.Link;
  const says = async (fields: Record<string, string>, text: RegExp) => {
    const sent = await settings.answerLink(Link, fields);
    assert.equal(sent.status, 400);
    assert.match(sent.text, text);
    assert.match(sent.text, /role="alert"/);
  };
  await says({ ...chosen, repeated: 'another' }, /are different/);
  await says({ password: 'short', repeated: 'short' }, /shorter than 12/);
  await says({ password: 'passwordpassword', repeated: 'passwordpassword' }, /easy to guess/);
  await says({}, /shorter than 12/);
  assert.equal((await settings.answerLink(Link, chosen)).status, 200);
});

test('another site can’t send the form of a link', async () => {
  const { answer } = await invite(admin, '5001');
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const sent = await fetch(answer.Link.Link, { method: 'POST', headers, body: new URLSearchParams(chosen) });
  assert.equal(sent.status, 400);
  assert.equal((await settings.answerLink(answer.Link.Link, chosen)).status, 200);
});

test('an invitation is refused with the field and the reason', async () => {
  const refused = async (body: object, field: string, code: string) => {
    const { status, errors } = await settings.call(admin, 'personInvite', { body: body as never });
    assert.deepEqual([status, errors[0]?.Field, errors[0]?.Code], [400, field, code]);
  };
  const good = { Username: 'new-one', Name: 'N', Roles: [clerk('5001')] };
  await refused({ ...good, Username: 'with space' }, 'Username', 'INVALID');
  await refused({ ...good, Username: 'a/b' }, 'Username', 'INVALID');
  await refused({ ...good, Username: 'ann' }, 'Username', 'DUPLICATE');
  for (const taken of ['clearing', 'console', 'sandbox', 'ANN'])
    await refused({ ...good, Username: taken }, 'Username', 'DUPLICATE');
  for (const twin of ['ѕtaff', 'ann\u200b', 'a\u00adnn', '\u202enn'])
    await refused({ ...good, Username: twin }, 'Username', 'INVALID');
  await refused({ ...good, Name: ' ' }, 'Name', 'INVALID');
  await refused({ ...good, Roles: [] }, 'Roles', 'REQUIRED');
  await refused({ ...good, Roles: [{ Role: 'owner', Merchant: '5001' }] }, 'Roles.0.Role', 'INVALID');
  await refused({ ...good, Roles: [clerk('9999')] }, 'Roles', 'NOT_FOUND');
  await refused({ ...good, Permissions: ['release'] }, 'Permissions', 'UNKNOWN_WORD');
  await refused({}, 'Username', 'REQUIRED');
  assert.equal(await findPerson(service.database.pool, 'new-one'), undefined);
});

test('a username in use, of a program or of the service is refused in any case or width; namesakes are allowed', async () => {
  const roles = [clerk('5001')];
  const invited = async (Username: string, Name: string) => {
    const { status, errors } = await settings.call(admin, 'personInvite', { body: { Username, Name, Roles: roles } });
    return `${status} ${errors[0]?.Field} ${errors[0]?.Code}`;
  };
  for (const Username of ['ANN', 'Sandbox', 'clearing', 'Console', 'system'])
    assert.equal(await invited(Username, 'Ann'), '400 Username DUPLICATE', Username);
  for (const Name of ['Clearing', 'sandbox PROGRAM', 'Sandbox'])
    assert.equal(await invited('zanele', Name), '400 Name DUPLICATE', Name);
  assert.equal(await invited('zanele', 'Name of ann'), '200 undefined undefined');
  const renamed = await settings.call(admin, 'personEdit', {
    path: { username: 'zanele' },
    body: { Name: 'clearing' },
  });
  assert.deepEqual([renamed.status, renamed.errors[0]?.Field], [400, 'Name']);
});

test('an administrator of one merchant does not reach into another', async () => {
  const both = (await invite(admin, '5001', '5002')).Username;
  const other = (await invite(admin, '5002')).Username;

  const beyond = await invite(local, '5002');
  assert.deepEqual([beyond.status, beyond.errors[0]?.Code], [401, 'NOT_PERMITTED']);
  assert.equal((await invite(local, '*')).status, 401);
  assert.equal((await edit(local, other, { Disabled: true })).status, 404);
  assert.equal((await settings.call(local, 'personLink', { path: { username: other } })).status, 404);

  for (const body of [{ Disabled: true }, { Name: 'Another' }])
    assert.equal((await edit(local, both, body)).status, 401);
  assert.equal((await settings.call(local, 'personLink', { path: { username: both } })).status, 401);
  assert.equal((await settings.call(local, 'personSessionsEnd', { path: { username: both } })).status, 401);

  // Roles of its own merchant may be changed; those of the other stay, and are not shown.
  const changed = await edit(local, both, { Roles: [{ Role: 'auditor', Merchant: '5001' }] });
  assert.deepEqual(changed.answer.Roles, [{ Role: 'auditor', Merchant: '5001' }]);
  assert.deepEqual((await findRoles(both)).toSorted(), ['auditor:5001', 'clerk:5002']);
  assert.equal(
    (await edit(local, both, { Roles: [clerk('5001'), clerk('5002')] })).status,
    200,
    'repeats what is there',
  );
  assert.equal((await edit(local, both, { Roles: [{ Role: 'manager', Merchant: '5002' }] })).status, 401);
  assert.equal((await edit(local, 'ann', { Roles: [] })).status, 200);
  assert.deepEqual(await findRoles('ann'), ['administrator:*']);

  const { People } = (await settings.call(local, 'peopleList')).answer;
  const names = People.map(({ Username }) => Username);
  assert.ok(names.includes(both) && names.includes('ann') && !names.includes(other));
  assert.equal(People.find(({ Username }) => Username === 'ann')?.MayManage, false);
  assert.ok(!JSON.stringify(People).includes('5002'));
});

const findRoles = async (username: string) =>
  (
    await service.database.pool.query<{ roles: string[] }>('select roles from sign_in.person where username = $1', [
      username,
    ])
  ).rows[0]?.roles ?? [];

test('an auditor sees people and changes nothing; others see nothing, and a program can’t administer', async () => {
  assert.equal((await settings.call(auditor, 'peopleList')).status, 200);
  assert.equal((await invite(auditor, '5001')).status, 401);
  const worker = await settings.signIn('worker', 'clerk:5001', 'manager:5001');
  const refused = await settings.call(worker, 'peopleList');
  assert.deepEqual([refused.status, refused.errors[0]?.Code], [401, 'NOT_PERMITTED']);
  assert.equal((await settings.call('nonsense', 'peopleList')).status, 401);

  await service.database.pool.query(`update sign_in.program set permissions = permissions || '{administer,release}'
    where client_id = 'sandbox'`);
  const token = await service.token('1001');
  assert.equal((await settings.call(token, 'peopleList')).status, 401);
  assert.equal((await settings.call(token, 'profileView')).status, 404);
});

test('the last administrator can be neither disabled nor demoted, not even by two at once', async () => {
  const { pool } = service.database;
  const last = async (answered: Promise<{ status: number; errors: { Code: string }[] }>) => {
    const { status, errors } = await answered;
    assert.deepEqual([status, errors[0]?.Code], [400, 'LAST_ADMINISTRATOR']);
  };
  const others = `username <> 'ann' and (roles && '{administrator:*}')`;
  await pool.query(`update sign_in.person set disabled = true where ${others}`);
  await last(edit(admin, 'ann', { Disabled: true }));
  await last(edit(admin, 'ann', { Roles: [clerk('*')] }));
  await last(settings.call(admin, 'personLink', { path: { username: 'ann' } }));
  // Someone who was invited and has no password can't sign in, so they don't count.
  const invited = await invite(admin, '5001');
  await edit(admin, invited.Username, { Roles: [{ Role: 'administrator', Merchant: '*' }] });
  await last(edit(admin, 'ann', { Disabled: true }));

  const second = await settings.signIn('second', 'administrator:*');
  const results = await Promise.all([
    edit(admin, 'second', { Roles: [clerk('*')] }),
    edit(second, 'ann', { Roles: [clerk('*')] }),
  ]);
  assert.ok(results.some(({ status }) => status !== 200));
  const { rows } = await pool.query(
    `select from sign_in.person where roles && '{administrator:*}' and not disabled and password_hash <> ''`,
  );
  assert.equal(rows.length, 1);
  await pool.query(`update sign_in.person set roles = '{administrator:*}' where username = 'ann'`);
  admin = await settings.tokenOf('ann');
});

test('a person who is disabled in the middle of a session is out within seconds, and back with the old password', async () => {
  const token = await settings.signIn('middle', 'clerk:5001');
  const read = () => service.call('clientList', {}, { merchant: '5001', token });
  assert.equal((await read()).status, 200);
  const { answer } = await edit(admin, 'middle', { Disabled: true });
  assert.equal(answer.Status, 'Disabled');
  await until(async () => (await read()).status === 401);
  assert.equal(await settings.tokenOf('middle'), '');
  assert.equal(
    (await settings.call(admin, 'personLink', { path: { username: 'middle' } })).errors[0]?.Code,
    'CONFLICT',
  );
  await edit(admin, 'middle', { Disabled: false });
  assert.notEqual(await settings.tokenOf('middle'), '');
});

test('a reset ends the password and the sessions at once', async () => {
  const token = await settings.signIn('reset', 'clerk:5001');
  const { answer } = await settings.call(admin, 'personLink', { path: { username: 'reset' } });
  assert.equal(await settings.tokenOf('reset'), '');
  await until(async () => (await service.call('clientList', {}, { merchant: '5001', token })).status === 401);
  assert.equal((await settings.answerLink(answer.Link, chosen)).status, 200);
  assert.notEqual(await settings.tokenOf('reset', chosen.password), '');
});

test('one query says who can both prepare and release', async () => {
  await settings.signIn('both-1', 'clerk:5001', 'manager:5001');
  await settings.signIn('both-all', 'clerk:5002', 'manager:*');
  await settings.signIn('apart', 'clerk:5001', 'manager:5002');
  const listed = async (token: string) =>
    (await settings.call(token, 'peopleList')).answer.PrepareAndRelease.filter(({ Username }) =>
      ['both-1', 'both-all', 'apart'].includes(Username),
    ).map(({ Username, Merchants }) => [Username, ...Merchants]);
  assert.deepEqual(await listed(admin), [
    ['both-1', '5001'],
    ['both-all', '5002'],
  ]);
  assert.deepEqual(await listed(local), [['both-1', '5001']]);
  await edit(admin, 'both-1', { Disabled: true });
  assert.deepEqual(await listed(local), []);
});

test('people who were not used for 90 days are marked', async () => {
  await settings.signIn('idle', 'clerk:5001');
  await service.database.pool.query(
    `update sign_in.person set last_used_at = now() - interval '91 days' where username = 'idle'`,
  );
  const { People } = (await settings.call(admin, 'peopleList')).answer;
  assert.deepEqual(
    People.filter(({ IsUnused }) => IsUnused).map(({ Username }) => Username),
    ['idle'],
  );
});
