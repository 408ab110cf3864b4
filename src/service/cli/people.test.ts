import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { readPermissions } from '#contract/permissions.ts';
import type { Entry } from '#service/audit/entry.ts';
import { isPassword } from '#service/auth/passwords.ts';
import { findPerson } from '#service/auth/users.ts';
import type { Connection } from '#service/database/query.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { loader, moduleOf, programEnvironment, project } from '#service/testing/programs.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import * as merchants from './merchants.ts';
import * as people from './people.ts';
import { recorded } from './recorded.ts';

let service: TestService;
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

/** As a command does it. */
const command =
  <A extends unknown[]>(work: (db: Connection, ...args: A) => Promise<string>) =>
  (pool: pg.Pool, ...args: A) =>
    recorded(pool, ['keys', 'rotate', work.name], (db) => work(db, ...args));
const { listedNames: listOf } = people;
const addMerchant = command(merchants.addMerchant);
const [addPerson, addProgram] = [command(people.addPerson), command(people.addProgram)];
const changePassword = command(people.changePassword);
const changeRights = command(people.changeRights);
const setDisabled = command(people.setDisabled);

const text = `
import { operate } from '${moduleOf('cli/operate')}';
await operate(process.argv[1], process.argv.slice(2), '/');
`;

/** Runs the command as the npm script does, next to the running service. */
async function operate(args: string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  const { connectionString } = service.database.pool.options;
  const child = spawn(process.execPath, [...loader, '--input-type=module', '-e', text, ...args], {
    cwd: project,
    env: programEnvironment({ DATABASE_URL: connectionString ?? '', SANDBOX: 'off' }),
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (data) => (output.out += String(data)));
  child.stderr.on('data', (data) => (output.err += String(data)));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out: output.out.trim(), err: output.err.trim() };
}

const refuses = async (args: string[], says: RegExp) => {
  const { code, out, err } = await operate(args);
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, says);
  assert.equal(err.split('\n').length, 1, err);
};

test('merchants are added once, and listed', async () => {
  const { pool } = service.database;
  assert.equal((await operate(['merchant', 'add', '5001', 'Karoo Solar'])).out, 'merchant 5001 is added');
  await assert.rejects(addMerchant(pool, '5001', 'Another'), /is there already/);
  await assert.rejects(addMerchant(pool, '50/01', 'Another'), /letters and digits/);
  await assert.rejects(addMerchant(pool, '5002', ' '), /1 to 100 characters/);
  assert.equal((await operate(['merchant', 'list'])).out, '5001 Karoo Solar');
});

test('a person is added with a password from standard input, and disabled', async () => {
  const { pool } = service.database;
  const args = ['person', 'add', 'naledi', '--merchants', '5001', '--permissions', 'read,payouts:write'];
  assert.match((await operate(args, 'a long pass phrase\n')).out, /^naledi may sign in: merchants 5001/);
  const person = await findPerson(pool, 'naledi');
  assert.deepEqual(person?.permissions, [...readPermissions, 'payouts:write']);
  assert.deepEqual(person?.merchants, ['5001']);
  assert.ok(await isPassword('a long pass phrase', person?.passwordHash));
  assert.match((await listOf(pool, 'person')).join('\n'), /^naledi: merchants 5001; /m);

  const given = { username: 'zola', name: 'Zola', password: 'a long pass phrase', merchants: '*', permissions: 'all' };
  await assert.rejects(addPerson(pool, { ...given, password: 'short' }), /shorter than 12/);
  await assert.rejects(addPerson(pool, { ...given, password: 'a long pass\0 phrase' }), /no keyboard types/);
  await assert.rejects(addPerson(pool, { ...given, password: 'passwordpassword' }), /easy to guess/);
  await assert.rejects(addPerson(pool, { ...given, username: 'zo la' }), /letters from a to z/);
  await assert.rejects(addPerson(pool, { ...given, merchants: '5001,9' }), /no merchant 9/);
  await assert.rejects(addPerson(pool, { ...given, permissions: 'all,fly' }), /fly is not a permission/);
  assert.equal(await findPerson(pool, 'zola'), undefined);

  assert.match(await setDisabled(pool, 'person', 'naledi', true), /no longer/);
  assert.equal(await findPerson(pool, 'naledi'), undefined);
  await assert.rejects(setDisabled(pool, 'person', 'nobody', true), /no person nobody/);
});

test('a program calls with its secret', async () => {
  const { out } = await operate(['program', 'add', 'nightly', '--merchants', '5001', '--permissions', 'all']);
  const secret = /secret (\S+):/.exec(out)?.[1] ?? '';
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'merchant:5001' }),
    headers: { authorization: `Basic ${Buffer.from(`nightly:${secret}`).toString('base64')}` },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const created = await service.call('clientCreate', client('N-1'), { merchant: '5001', token });
  assert.equal(created.successful.length, 1);
  assert.equal((await service.call('clientList', {}, { merchant: '1001', token })).status, 404);
});

test('the terminal, too, refuses a name that could be taken for another', async () => {
  for (const name of ['Nightly', 'clearing'])
    await refuses(['program', 'add', name, '--merchants', '5001', '--permissions', 'all'], /could be taken for a name/);
  const { pool } = service.database;
  const person = { name: 'N', password: 'plaited quince harbour', merchants: '5001', permissions: 'read' };
  for (const username of ['NIGHTLY', 'Clearing'])
    await assert.rejects(addPerson(pool, { ...person, username }), /is in use, or could be taken/);
});

test('rights and password change separately, and adding the name again changes neither', async () => {
  const { pool } = service.database;
  const given = { username: 'thandi', name: 'Thandi', merchants: '5001', permissions: 'read' };
  const [first, second] = ['plaited quince harbour', 'copper lantern meadow'];
  await addPerson(pool, { ...given, password: first });
  await assert.rejects(
    addPerson(pool, { ...given, password: second, permissions: 'all' }),
    /is there already: npm run/,
  );

  assert.match((await operate(['person', 'rights', 'thandi', '--permissions', 'clients:write'])).out, /1 permissions/);
  let now = await findPerson(pool, 'thandi');
  assert.deepEqual([now?.permissions, now?.merchants], [['clients:write'], ['5001']]);
  assert.ok(await isPassword(first, now?.passwordHash));
  await changeRights(pool, 'person', { name: 'thandi', merchants: '*', permissions: '' });
  now = await findPerson(pool, 'thandi');
  assert.deepEqual([now?.permissions, now?.merchants], [['clients:write'], ['*']]);

  assert.equal((await operate(['person', 'password', 'thandi'], `${second}\n`)).out, 'thandi has another password');
  now = await findPerson(pool, 'thandi');
  assert.ok(await isPassword(second, now?.passwordHash));
  assert.ok(!(await isPassword(first, now?.passwordHash)));
  assert.deepEqual([now?.permissions, now?.merchants], [['clients:write'], ['*']]);

  const byRole = { name: 'thandi', merchants: 'none', permissions: 'none' };
  assert.equal(
    await changeRights(pool, 'person', { ...byRole, roles: 'manager:5001' }),
    'thandi has roles manager:5001',
  );
  now = await findPerson(pool, 'thandi');
  assert.deepEqual([now?.permissions, now?.merchants, now?.roles], [[], [], ['manager:5001']]);
  const refusesRoles = (roles: string, says: RegExp) =>
    assert.rejects(changeRights(pool, 'person', { ...byRole, roles }), says);
  await refusesRoles('owner:5001', /^Error: owner:5001 is not a role for a merchant/);
  await refusesRoles('manager:9', /no merchant 9/);
  const releaser = { clientId: 'releaser', name: 'Releaser', merchants: '5001', permissions: 'release' };
  await assert.rejects(addProgram(pool, releaser), /is for people/);

  await setDisabled(pool, 'person', 'thandi', true);
  assert.equal(await findPerson(pool, 'thandi'), undefined);
  assert.equal((await operate(['person', 'enable', 'thandi'])).out, 'thandi may again sign in');
  assert.ok(await isPassword(second, (await findPerson(pool, 'thandi'))?.passwordHash));

  await assert.rejects(changePassword(pool, 'thandi', 'passwordpassword'), /easy to guess/);
  await assert.rejects(changePassword(pool, 'nobody', second), /no person nobody/);
  await assert.rejects(changeRights(pool, 'person', { name: 'thandi', merchants: '', permissions: '' }), /Give the/);
  await assert.rejects(
    changeRights(pool, 'person', { name: 'thandi', merchants: '9', permissions: '' }),
    /no merchant 9/,
  );
});

test('a program gets another secret, and keeps its rights', async () => {
  const { pool } = service.database;
  const given = { clientId: 'weekly', name: 'Weekly', merchants: '5001', permissions: 'clients:read' };
  const secretIn = (line: string) => /secret (\S+):/.exec(line)?.[1] ?? '';
  const first = secretIn(await addProgram(pool, given));
  await assert.rejects(addProgram(pool, given), /is there already/);
  const second = secretIn((await operate(['program', 'secret', 'weekly'])).out);
  const statusOf = async (secret: string) =>
    (
      await fetch(`${service.origin}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'merchant:5001 clients:read' }),
        headers: { authorization: `Basic ${btoa(`weekly:${secret}`)}` },
      })
    ).status;
  assert.notEqual(first, second);
  assert.equal(await statusOf(second), 200);
  assert.equal(await statusOf(first), 401);
});

test('renames a merchant; a disabled one does not exist for any caller, and is complete once enabled', async () => {
  const { pool } = service.database;
  await addMerchant(pool, '5003', 'Vaal Waiter');
  await assert.rejects(addMerchant(pool, '5003', 'Vaal Water'), /is there already: npm run merchant -- rename/);
  assert.equal((await operate(['merchant', 'rename', '5003', 'Vaal Water'])).out, 'merchant 5003 is called Vaal Water');
  const program = { clientId: 'vaal', name: 'Vaal', merchants: '5003', permissions: 'all' };
  const everywhere = { ...program, clientId: 'all-merchants', name: 'All merchants', merchants: '*' };
  const tokens = await Promise.all(
    [program, everywhere].map(async (it) => {
      const secret = /secret (\S+):/.exec(await addProgram(pool, it))?.[1] ?? '';
      const answer = await fetch(`${service.origin}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        headers: { authorization: `Basic ${btoa(`${it.clientId}:${secret}`)}` },
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    }),
  );
  const read = (token: string) => service.call('clientList', {}, { merchant: '5003', token });
  const offered = async (token: string) => {
    const answer = await fetch(`${service.origin}/session.json`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { merchants: { number: string; name: string }[] }).merchants;
  };
  const [own = '', all = ''] = tokens;
  await service.call('clientCreate', client('V-1'), { merchant: '5003', token: own });
  assert.deepEqual(await offered(own), [{ number: '5003', name: 'Vaal Water' }]);

  assert.match((await operate(['merchant', 'disable', '5003'])).out, /^merchant 5003 is disabled/);
  assert.match((await operate(['merchant', 'list'])).out, /^5003 \(disabled\) Vaal Water$/m);
  for (const token of tokens) await until(async () => (await read(token)).status === 404);
  assert.deepEqual(await offered(own), []);
  assert.ok(!(await offered(all)).some(({ number }) => number === '5003'));

  assert.match((await operate(['merchant', 'enable', '5003'])).out, /^merchant 5003 is enabled/);
  for (const token of tokens) await until(async () => (await read(token)).status === 200);
  assert.deepEqual(
    (await read(own)).records.map((it) => it.ClientNumber),
    ['V-1'],
  );
  assert.match((await operate(['merchant', 'rename', '5009', 'Nobody'])).err, /^There is no merchant 5009\.$/);
});

test('a command and its entry in the audit are one transaction', async () => {
  const { pool } = service.database;
  const { rows } = await pool.query<{ action: string; entry: string }>(
    `select action, entry from audit_entry where merchant = '*' and action in ('merchant.add', 'person.add')
     order by sequence`,
  );
  assert.deepEqual(
    rows.map(({ action, entry }) => [action, (JSON.parse(entry) as Entry).Details?.['Typed']]),
    [
      ['merchant.add', '5001 Karoo Solar'],
      ['person.add', 'naledi --merchants 5001 --permissions read,payouts:write'],
    ],
  );
  assert.ok(rows.every(({ entry }) => (JSON.parse(entry) as Entry).Actor.Kind === 'operator'));

  // If the entry can't be written, nothing has changed.
  await pool.query(`alter table audit_entry add constraint no_entries check (action <> 'merchant.rename') not valid`);
  const { code, err } = await operate(['merchant', 'rename', '5001', 'Not Audited']);
  await pool.query('alter table audit_entry drop constraint no_entries');
  assert.equal(code, 1);
  assert.match(err, /no_entries/);
  assert.match((await operate(['merchant', 'list'])).out, /^5001 Karoo Solar$/m);
});

test('a wrong command fails with one line', async () => {
  await refuses(['backup'], /^Usage: npm run backup -- FILE \[--encrypt\]$/);
  await refuses(['person', 'add', 'naledi', 'a long pass phrase'], /^Usage: npm run person/);
  await refuses(['restore', '/nonexistent/file'], /cannot be read \(ENOENT\)/);
  await refuses(['backup', '/nonexistent/file'], /ENOENT.*\/nonexistent\/file/);
});
