import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { settingsOf } from './testing.ts';

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
let admin: string;
let local: string;

before(async () => {
  service = await testService({ isAlone: true });
  settings = settingsOf(service);
  admin = await settings.signIn('ann', 'administrator:*');
  for (const Number of ['5001', '5002'])
    await settings.call(admin, 'merchantAdd', { body: { Number, Name: `Merchant ${Number}` } });
  local = await settings.signIn('lindiwe', 'administrator:5001');
});
after(() => service.close());

const path = (more: Record<string, string> = {}) => ({ path: { organisation: 'karoo', ...more } });
const template = {
  Name: 'reminder',
  Language: 'en',
  Status: 'APPROVED' as const,
  Text: 'Hello {{1}}, {{2}} is due.',
};

/** Sends a message with a sign-in for messages. */
async function send(username: string, password: string, from = '27105550199') {
  const message = {
    from,
    to: '27825550101',
    content: {
      templateName: 'reminder',
      language: 'en',
      templateData: { body: { placeholders: ['Thandi', 'R 100'] } },
    },
  };
  const answer = await fetch(`${service.origin}/v1/send-whatsapp-template`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ messages: [message] }),
  });
  const body = (await answer.json()) as { messages?: { status: { name: string } }[] };
  return [answer.status, body.messages?.[0]?.status.name];
}

test('an organisation is set up from nothing, and sends', async () => {
  const body = { Code: 'karoo', Name: 'Karoo Group', Merchants: ['5001', '5002'] };
  const added = await settings.call(admin, 'organisationAdd', { body });
  assert.deepEqual([added.status, added.answer.Senders, added.answer.HasCallbackSecret], [200, [], false]);
  const { answer } = await settings.call(admin, 'messageSignInAdd', {
    ...path(),
    body: { Username: 'karoo-messages' },
  });
  assert.match(answer.Password, /^\S{32}$/);
  const sent = () => send('karoo-messages', answer.Password);
  assert.deepEqual(await sent(), [200, 'REJECTED_SENDER']);
  await settings.call(admin, 'organisationEdit', { ...path(), body: { Senders: ['27105550199'] } });
  assert.deepEqual(await sent(), [200, 'REJECTED_TEMPLATE_UNKNOWN']);
  await settings.call(admin, 'templateSave', { ...path(), body: { ...template, Status: 'PENDING' } });
  assert.deepEqual(await sent(), [200, 'REJECTED_TEMPLATE_NOT_APPROVED']);
  await settings.call(admin, 'templateSave', { ...path(), body: template });
  assert.deepEqual(await sent(), [200, 'PENDING_ACCEPTED']);

  await settings.call(admin, 'messageSignInEdit', {
    ...path({ username: 'karoo-messages' }),
    body: { Disabled: true },
  });
  assert.equal((await sent())[0], 401);
  await settings.call(admin, 'messageSignInEdit', {
    ...path({ username: 'karoo-messages' }),
    body: { Disabled: false },
  });
  await settings.call(admin, 'templateRemove', path({ name: 'reminder', language: 'en' }));
  assert.deepEqual(await sent(), [200, 'REJECTED_TEMPLATE_UNKNOWN']);
  const [organisation] = (await settings.call(admin, 'organisationsList')).answer.Organisations.filter(
    ({ Code }) => Code === 'karoo',
  );
  assert.deepEqual(organisation, {
    ...body,
    Senders: ['27105550199'],
    Templates: [],
    SignIns: [{ Username: 'karoo-messages', Status: 'Active' }],
    HasCallbackSecret: false,
  });
});

test('two secrets for delivery reports are valid at a time, and neither is read again', async () => {
  const first = (await settings.call(admin, 'callbackSecret', path())).answer;
  assert.equal(first.FormerEnds, undefined);
  const second = (await settings.call(admin, 'callbackSecret', path())).answer;
  assert.match(second.FormerEnds ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  const { rows } = await service.database.pool.query(
    `select secret, former_secret as former from sign_in.callback_secret where organisation = 'karoo'`,
  );
  assert.deepEqual(rows, [{ secret: second.Secret, former: first.Secret }]);
  const list = await settings.call(admin, 'organisationsList');
  const found = list.answer.Organisations.find(({ Code }) => Code === 'karoo');
  assert.deepEqual([found?.HasCallbackSecret, found?.FormerSecretEnds], [true, second.FormerEnds]);
  assert.ok(![first.Secret, second.Secret].some((secret) => JSON.stringify(list.answer).includes(secret)));
});

test('each change is an entry of the audit, without secrets', async () => {
  const { rows } = await service.database.pool.query<{ action: string; entry: string }>(
    `select action, entry from audit_entry where merchant = '*' and entry::jsonb -> 'Details' ->> 'Target' = 'karoo'
     order by sequence`,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    [
      'organisation.added',
      'message-sign-in.added',
      'organisation.changed',
      'template.saved',
      'template.saved',
      'message-sign-in.changed',
      'message-sign-in.changed',
      'template.removed',
      'callback-secret.added',
      'callback-secret.added',
    ],
  );
  const secrets = await service.database.pool.query<{ secret: string }>(
    `select secret from sign_in.callback_secret where organisation = 'karoo'`,
  );
  assert.ok(!rows.some(({ entry }) => entry.includes(secrets.rows[0]?.secret ?? 'none')));
});

test('only an administrator of all merchants changes an organisation', async () => {
  const body = { Code: 'own', Name: 'Own', Merchants: ['5001'] };
  assert.equal((await settings.call(local, 'organisationAdd', { body })).status, 401);
  for (const attempt of [
    () => settings.call(local, 'organisationEdit', { ...path(), body: { Senders: [] } }),
    () => settings.call(local, 'templateSave', { ...path(), body: template }),
    () => settings.call(local, 'templateRemove', path({ name: 'reminder', language: 'en' })),
    () => settings.call(local, 'messageSignInAdd', { ...path(), body: { Username: 'mine' } }),
    () =>
      settings.call(local, 'messageSignInEdit', {
        ...path({ username: 'karoo-messages' }),
        body: { Disabled: true },
      }),
    () => settings.call(local, 'callbackSecret', path()),
  ])
    assert.equal((await attempt()).status, 401);
  const { Organisations } = (await settings.call(local, 'organisationsList')).answer;
  assert.deepEqual(
    Organisations.map(({ Code, Merchants }) => [Code, Merchants]),
    [['karoo', ['5001']]],
  );
  const clerk = await settings.signIn('clara', 'clerk:5001');
  assert.equal((await settings.call(clerk, 'organisationsList')).status, 401);
});

test('an organisation is refused with the field and the reason', async () => {
  const add = (given: object) => settings.call(admin, 'organisationAdd', { body: given as never });
  const body = { Code: 'other', Name: 'Other', Merchants: ['5001'] };
  for (const [given, field, code] of [
    [{ ...body, Code: 'karoo' }, 'Code', 'DUPLICATE'],
    [{ ...body, Code: 'a b' }, 'Code', 'INVALID'],
    [{ ...body, Merchants: ['9'] }, 'Merchants', 'NOT_FOUND'],
  ] as const) {
    const { status, errors } = await add(given);
    assert.deepEqual([status, errors[0]?.Field?.split('.')[0], errors[0]?.Code], [400, field, code]);
  }
  const edit = await settings.call(admin, 'organisationEdit', { ...path(), body: { Senders: ['082 555'] } });
  assert.deepEqual([edit.status, edit.errors[0]?.Field], [400, 'Senders.0']);
  assert.equal((await settings.call(admin, 'callbackSecret', { path: { organisation: 'none' } })).status, 404);
  assert.equal((await settings.call(admin, 'templateRemove', path({ name: 'no', language: 'en' }))).status, 404);
  const taken = await settings.call(admin, 'messageSignInAdd', { ...path(), body: { Username: 'karoo-messages' } });
  assert.deepEqual([taken.status, taken.errors[0]?.Code], [400, 'DUPLICATE']);
});
