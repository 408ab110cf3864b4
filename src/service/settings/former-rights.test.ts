import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { SettingsBody, SettingsName } from '#contract/settings.ts';
import { setDisabled } from '#service/cli/people.ts';
import { Lock } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { until } from '#service/testing/until.ts';
import { settingsOf } from './testing.ts';

/** A token outlives the rights it was issued for by seconds: nothing can be changed with it in that time. */

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
let elsewhere: pg.Client;

before(async () => {
  service = await testService({ isAlone: true });
  settings = settingsOf(service);
  elsewhere = new pg.Client({ connectionString: service.database.pool.options.connectionString });
  await elsewhere.connect();
  await elsewhere.query(
    `insert into merchant (merchant, name) values ('5001', 'Karoo Solar'), ('5002', 'Knysna Boats')`,
  );
});
after(async () => {
  await elsewhere?.end();
  await service?.close();
});

interface Tried<N extends SettingsName = SettingsName> {
  name: N;
  path?: Record<string, string>;
  body?: SettingsBody<N>;
}
const tried = <N extends SettingsName>(it: Tried<N>): Tried => it as Tried;

/** What an administrator would do to stay one. */
const attemptsOf = (username: string, merchant: string): Tried[] => {
  const role = { Role: 'administrator' as const, Merchant: merchant };
  const own = { username };
  return [
    tried({ name: 'personEdit', path: own, body: { Disabled: false } }),
    tried({ name: 'personEdit', path: own, body: { Roles: [role] } }),
    tried({ name: 'personInvite', body: { Username: `heir-of-${username}`, Name: 'An heir', Roles: [role] } }),
    tried({ name: 'personLink', path: own }),
    tried({ name: 'personSessionsEnd', path: { username: `victim-${merchant}` } }),
    tried({
      name: 'programAdd',
      body: { ClientId: `program-of-${username}`, Name: 'P', Permissions: ['payouts:write'], Merchants: [merchant] },
    }),
    tried({ name: 'programSecret', path: { clientId: 'sandbox' } }),
    tried({ name: 'merchantEdit', path: { number: '5001' }, body: { Name: `Of ${username}` } }),
    tried({
      name: 'approvalRuleSave',
      path: { number: '5001' },
      body: { Rule: { Above: 0, HoldHours: 0 } },
    }),
    tried({ name: 'profileSessionsEnd' }),
    ...(merchant === '*'
      ? [
          tried({ name: 'merchantAdd', body: { Number: '5009', Name: `Of ${username}` } }),
          tried({ name: 'organisationEdit', path: { organisation: 'demo' }, body: { Name: `Of ${username}` } }),
          tried({ name: 'callbackSecret', path: { organisation: 'demo' } }),
        ]
      : []),
  ];
};

const held = ['', Lock.settings];
/** What settings are, apart from whether and where people signed in. */
const everything = async (): Promise<unknown> => {
  const texts = [
    'select username, display_name, password_hash, roles, disabled from sign_in.person order by 1',
    'select client_id, display_name, secret_hash, former_secret_hash, permissions, merchants from sign_in.program order by 1',
    'select * from sign_in.invitation order by 1',
    'select * from sign_in.callback_secret order by 1',
    'select count(*) from sign_in.session',
    'select * from merchant order by 1',
    'select * from organisation order by 1',
    'select * from approval_rule order by 1',
  ];
  const found = [];
  for (const text of texts) found.push((await elsewhere.query<object>(text)).rows);
  return found;
};
const refusalsOf = (username: string) =>
  asMaintenance(service.database.pool, async (query) => {
    const rows = await query<{ entry: string }>(
      `select entry from audit_entry where actor = $1 and entry::jsonb ->> 'Outcome' = 'refused'`,
      [username],
    );
    return rows.map(({ entry }) => JSON.parse(entry) as { Action: string; Codes: object; Context: object });
  });

const disable = (username: string) => setDisabled(service.database.pool, 'person', username, true);
const demote = (username: string) =>
  service.database.pool.query(`update sign_in.person set roles = '{clerk:5001}' where username = $1`, [username]);

for (const [title, merchant, end] of [
  [
    'an administrator who was disabled a moment ago changes nothing any more, and each attempt is in the audit',
    '*',
    disable,
  ],
  [
    'an administrator who was demoted a moment ago changes nothing any more, and each attempt is in the audit',
    '*',
    demote,
  ],
  ['a disabled administrator of one merchant changes nothing there any more', '5001', disable],
  ['a demoted administrator of one merchant changes nothing there any more', '5001', demote],
] as const)
  test(title, async () => {
    const username = `${end.name}-${merchant === '*' ? 'all' : merchant}`;
    const token = await settings.signIn(username, `administrator:${merchant}`);
    await settings.signIn(`victim-${merchant}`, `clerk:${merchant}`);
    const { pool } = service.database;
    await elsewhere.query('select pg_advisory_lock(hashtextextended($1, $2))', held);
    let connections = 0;
    const count = () => (connections += 1);
    pool.on('acquire', count);
    const attempts = attemptsOf(username, merchant);
    const answers = attempts.map(({ name, path, body }) => settings.call(token, name, { path, body }));
    // Their token was read long before: since then they look whether the lock is free.
    await until(() => connections > 30);
    pool.off('acquire', count);
    await end(username);
    const before = await everything();
    await elsewhere.query('select pg_advisory_unlock(hashtextextended($1, $2))', held);
    for (const [index, answer] of (await Promise.all(answers)).entries())
      assert.equal(`${answer.status} ${answer.errors[0]?.Code}`, '401 UNAUTHORIZED', attempts[index]?.name);
    assert.deepEqual(await everything(), before);
    await until(async () => (await refusalsOf(username)).length === attempts.length);
    for (const { Codes, Context } of await refusalsOf(username))
      assert.deepEqual([Codes, (Context as { Address?: string }).Address], [{ UNAUTHORIZED: 1 }, '127.0.0.1']);
  });
