import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setApprovalRule } from '#service/cli/approvals.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { settingsOf } from './testing.ts';

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
/** Both administer every merchant; `local` one of 5001 alone. */
let first: string;
let second: string;
let local: string;

before(async () => {
  service = await testService();
  settings = settingsOf(service);
  await service.database.pool.query(
    `insert into merchant (merchant, name) values ('5001', 'Karoo Solar'), ('5002', 'Knysna Boats')`,
  );
  first = await settings.signIn('ann', 'administrator:*', 'manager:5001');
  second = await settings.signIn('ben', 'administrator:*');
  local = await settings.signIn('lindiwe', 'administrator:5001');
  for (const name of ['mo', 'max']) await settings.signIn(name, 'manager:5001');
});
after(() => service.close());
beforeEach(async () => {
  await setRule('5001', 'always');
  await service.database.pool.query('delete from sign_in.settings_request');
});

const setRule = (merchant: string, rule: string) =>
  inOwnTransaction(service.database.pool, (_query, db) =>
    setApprovalRule(db, { merchant, rule, amount: '', hold: '', kind: '' }, false),
  );
const ruleOf = async (number = '5001') =>
  (await settings.call(first, 'approvalRuleView', { path: { number } })).answer.Rule;
const saveRule = (token: string, Rule: { Above: number; HoldHours: number } | null, number = '5001') =>
  settings.call(token, 'approvalRuleSave', { path: { number }, body: { Rule } });
const always = { Above: 0, HoldHours: 48 };

const waiting = async (token = second) => (await settings.call(token, 'settingsRequests')).answer.Requests;
const decide = (token: string, sequence: number | string, Action: 'confirm' | 'decline' = 'confirm') =>
  settings.call(token, 'settingsRequestDecide', { path: { sequence: String(sequence) }, body: { Action } });
/** The one request that waits. */
const theOne = async () => {
  const [request, ...more] = await waiting();
  assert.equal(more.length, 0);
  return request ?? assert.fail('nothing waits');
};
const codeOf = ({ status, errors }: { status: number; errors: { Code: string }[] }) =>
  `${status} ${errors[0]?.Code ?? ''}`.trim();
const waits = '400 SECOND_ADMINISTRATOR';

const rolesOf = async (username: string) => {
  const { People } = (await settings.call(first, 'peopleList')).answer;
  return People.find((it) => it.Username === username)?.Roles.map((it) => `${it.Role}:${it.Merchant}`);
};

test('a rule is switched on where two people may release, who are named', async () => {
  const view = await settings.call(first, 'approvalRuleView', { path: { number: '5002' } });
  assert.deepEqual(view.answer, {
    Rule: null,
    BankDetails: false,
    Cancel: false,
    Releasers: ['Mpho Manager'],
    Administrators: ['Ada Administrator', 'Name of ann', 'Name of ben'],
  });
  const refused = await saveRule(first, always, '5002');
  assert.equal(codeOf(refused), '400 CONFLICT');
  assert.match(refused.errors[0]?.Message ?? '', /^One person may release for merchant 5002, and two are needed/);
  await setRule('5001', 'off');
  assert.equal(codeOf(await saveRule(local, { Above: 50000.5, HoldHours: 0 })), '200');
  assert.deepEqual(await ruleOf(), { Above: 50000.5, HoldHours: 0 });
});

test('changed bank details and cancels are switched on by one administrator, and off by two', async () => {
  await setRule('5001', 'off');
  const save = (token: string, kinds: { BankDetails?: boolean; Cancel?: boolean }, number = '5001') =>
    settings.call(token, 'approvalRuleSave', { path: { number }, body: { Rule: null, ...kinds } });
  const kindsOf = async () => {
    const { BankDetails, Cancel } = (await settings.call(first, 'approvalRuleView', { path: { number: '5001' } }))
      .answer;
    return { BankDetails, Cancel };
  };
  assert.equal(codeOf(await save(first, { Cancel: true }, '5002')), '400 CONFLICT', 'one person may release there');
  assert.equal(codeOf(await save(first, { BankDetails: true })), '200');
  assert.equal(codeOf(await save(first, { Cancel: true })), '200', 'what is not named stays');
  assert.deepEqual(await kindsOf(), { BankDetails: true, Cancel: true });
  assert.equal(codeOf(await save(first, { BankDetails: false })), waits);
  const request = await theOne();
  assert.deepEqual(request.Changes, [{ Field: 'BankDetails', Before: 'on', After: 'off' }]);
  assert.deepEqual(await kindsOf(), { BankDetails: true, Cancel: true });
  assert.equal(codeOf(await decide(second, request.Sequence)), '200');
  assert.deepEqual(await kindsOf(), { BankDetails: false, Cancel: true });
  assert.equal(codeOf(await save(first, { Cancel: false })), waits);
  assert.equal(codeOf(await decide(second, (await theOne()).Sequence)), '200');
});

test('one administrator neither changes nor switches off a rule: another confirms exactly that', async () => {
  for (const Rule of [null, { Above: 1000, HoldHours: 48 }, { Above: 0, HoldHours: 0 }]) {
    assert.equal(codeOf(await saveRule(first, Rule)), waits);
    assert.equal(codeOf(await saveRule(first, Rule)), waits, 'the same again finds the same request');
    assert.deepEqual(await ruleOf(), always);
    const request = await theOne();
    assert.deepEqual([request.Target, request.RequestedBy, request.MayConfirm], ['5001', 'Name of ann', true]);
    assert.equal(codeOf(await decide(first, request.Sequence)), '400 OWN_WORK');
    assert.equal(codeOf(await decide(second, request.Sequence)), '200');
    assert.deepEqual(await ruleOf(), Rule);
    assert.equal(codeOf(await decide(second, request.Sequence)), '400 NOT_PENDING');
    await setRule('5001', 'always');
  }
  const entries = await asMaintenance(service.database.pool, (query) =>
    query<{ entry: string }>(
      `select entry from audit_entry where merchant = '*' and entry::jsonb ->> 'Outcome' = 'done' order by sequence desc limit 3`,
    ),
  );
  const actions = entries.map(({ entry }) => JSON.parse(entry) as { Action: string; Actor: { Id: string } });
  assert.deepEqual(
    actions.map((it) => `${it.Action} ${it.Actor.Id}`),
    ['merchant.rule ben', 'merchant.rule.requested ann', 'merchant.rule ben'],
  );
});

test('what is declined or taken back does not happen, and both are in the audit', async () => {
  await saveRule(first, null);
  const { Sequence } = await theOne();
  assert.equal(codeOf(await decide(second, Sequence, 'decline')), '200');
  await saveRule(first, null);
  assert.equal(codeOf(await decide(first, (await theOne()).Sequence, 'decline')), '200', 'one’s own');
  assert.deepEqual([await ruleOf(), await waiting()], [always, []]);
  const [entry] = await asMaintenance(service.database.pool, (query) =>
    query<{ entry: string }>(`select entry from audit_entry where merchant = '*' order by sequence desc limit 1`),
  );
  assert.match(entry?.entry ?? '', /merchant\.rule\.declined/);
});

test('roles at a merchant with a rule wait: invited, changed, enabled again, and a new password', async () => {
  const manager = [{ Role: 'manager' as const, Merchant: '5001' }];
  const body = { Username: 'invented', Name: 'Invented', Roles: manager };
  assert.equal(codeOf(await settings.call(first, 'personInvite', { body })), waits);
  assert.equal(await rolesOf('invented'), undefined);
  const invited = await decide(second, (await theOne()).Sequence);
  assert.match(invited.answer.Link?.Link ?? '', /\/invitation\/[\w-]{43}$/);
  assert.deepEqual(await rolesOf('invented'), ['manager:5001']);

  const edit = (change: object) =>
    settings.call(first, 'personEdit', { path: { username: 'ann' }, body: change as never }).then(codeOf);
  const before = await rolesOf('ann');
  const more = [...manager, { Role: 'clerk', Merchant: '5001' }, { Role: 'administrator', Merchant: '*' }];
  assert.equal(await edit({ Roles: more }), waits);
  assert.deepEqual(await rolesOf('ann'), before);
  // A role elsewhere, and a name, concern no rule.
  assert.equal(
    await edit({
      Name: 'Ann',
      Roles: [...more.filter((it) => it.Role !== 'clerk'), { Role: 'clerk', Merchant: '5002' }],
    }),
    '200',
  );

  const path = { username: 'max' };
  const isDisabled = (Disabled: boolean) =>
    settings.call(second, 'personEdit', { path, body: { Disabled } }).then(codeOf);
  assert.equal(await isDisabled(true), '200', 'stopping somebody can’t wait');
  assert.equal(await isDisabled(false), waits);
  assert.equal(codeOf(await settings.call(second, 'personLink', { path: { username: 'mo' } })), waits);
  assert.notEqual(await settings.tokenOf('mo'), '', 'the password still works');
  const reset = (await waiting(first)).find((it) => it.Target === 'mo');
  const token = await settings.tokenOf('ann');
  assert.match((await decide(token, reset?.Sequence ?? 0)).answer.Link?.Link ?? '', /\/invitation\//);
  assert.equal(await settings.tokenOf('mo'), '');
  first = token;
});

test('a role for all merchants waits as soon as one merchant has a rule', async () => {
  const body = { Username: 'everywhere', Name: 'Everywhere', Roles: [{ Role: 'manager' as const, Merchant: '*' }] };
  assert.equal(codeOf(await settings.call(first, 'personInvite', { body })), waits);
  const { Sequence } = await theOne();
  assert.equal(codeOf(await decide(local, Sequence)), '404 NOT_FOUND', 'not of their merchants');
  await setRule('5001', 'off');
  assert.equal(codeOf(await settings.call(first, 'personInvite', { body })), '200');
  assert.equal(codeOf(await decide(second, Sequence)), '400 DUPLICATE');
});

test('what has changed since is not confirmed, nor what a person asked who no longer administers', async () => {
  await saveRule(first, { Above: 1000, HoldHours: 48 });
  const { Sequence } = await theOne();
  await inOwnTransaction(service.database.pool, (_query, db) =>
    setApprovalRule(db, { merchant: '5001', rule: 'above', amount: '7', hold: '48', kind: '' }, false),
  );
  assert.equal(codeOf(await decide(second, Sequence)), '400 CHANGED');
  await decide(second, Sequence, 'decline');

  await saveRule(local, null);
  const asked = await theOne();
  await settings.call(second, 'personEdit', { path: { username: 'lindiwe' }, body: { Disabled: true } });
  const refused = await decide(second, asked.Sequence);
  assert.match(refused.errors[0]?.Message ?? '', /^Name of lindiwe no longer administers this/);
});

test('a program is exempted by two administrators, and one gives an exempt program nothing', async () => {
  const path = { clientId: 'nightly' };
  const added = { ClientId: 'nightly', Name: 'Nightly', Permissions: ['payouts:read'], Merchants: ['5002'] };
  assert.equal(codeOf(await settings.call(first, 'programAdd', { body: added })), '200');
  const edit = (token: string, body: object) => settings.call(token, 'programEdit', { path, body }).then(codeOf);
  assert.equal(await edit(first, { Exempt: true }), waits, 'where no merchant has a rule, too');
  assert.equal(codeOf(await decide(second, (await theOne()).Sequence)), '200');
  const program = async () =>
    (await settings.call(first, 'programsList')).answer.Programs.find((it) => it.ClientId === 'nightly');
  assert.equal((await program())?.IsExempt, true);
  for (const body of [{ Permissions: ['payouts:read', 'payouts:write'] }, { Merchants: ['5002', '5001'] }])
    assert.equal(await edit(first, body), '400 CONFLICT', JSON.stringify(body));
  assert.equal(codeOf(await settings.call(first, 'programSecret', { path })), '400 CONFLICT');
  assert.equal(await edit(first, { Disabled: true }), '200');
  assert.equal(await edit(first, { Disabled: false }), '400 CONFLICT');
  assert.equal(await edit(first, { Exempt: false, Disabled: false }), '200');
  assert.equal((await program())?.IsExempt, false);
});

test('bad input is refused with its field, and what is not there is 404', async () => {
  for (const [Rule, field] of [
    [{ Above: -1, HoldHours: 0 }, 'Rule.Above'],
    [{ Above: 1.005, HoldHours: 0 }, 'Rule.Above'],
    [{ Above: 1e300, HoldHours: 0 }, 'Rule.Above'],
    [{ Above: 1, HoldHours: 73 }, 'Rule.HoldHours'],
    [{ Above: 1, HoldHours: 1.5 }, 'Rule.HoldHours'],
    [{ Above: 1 }, 'Rule.HoldHours'],
    ['off', 'Rule'],
  ] as const) {
    const { status, errors } = await saveRule(first, Rule as never);
    assert.deepEqual([status, errors[0]?.Field], [400, field], JSON.stringify(Rule));
  }
  const other = await settings.signIn('palesa', 'administrator:5001');
  assert.equal(codeOf(await saveRule(other, null, '5002')), '404 NOT_FOUND');
  assert.equal(codeOf(await saveRule(first, null, 'none')), '404 NOT_FOUND');
  for (const sequence of ['0', '-1', 'x', '1e99', '\0']) assert.match(codeOf(await decide(second, sequence)), /^404/);
  // PostgreSQL has no U+0000.
  for (const name of ['personLink', 'personSessionsEnd'] as const)
    assert.equal((await settings.call(first, name, { path: { username: '\0' } })).status, 404);
  assert.equal((await settings.call(first, 'programSecretEnd', { path: { clientId: 'a\0' } })).status, 404);
});
