import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Assignment, AssignmentList } from '#contract/assignments.ts';
import { addDays } from '#rules/calendar.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';

/** Who follows up which client, of this server's own records and in front of a provider. */

let own: TestService;
let gateway: TestGateway;
before(async () => {
  [own, gateway] = await Promise.all([testService(), startTestGateway()]);
});
after(() => Promise.all([own?.close(), gateway?.close()]));

let next = 0;
const newClient = () => `CHASE-${String(++next)}`;

interface Sent {
  body?: object;
  method?: string;
  as?: string;
  merchant?: string;
}

async function ask({ origin, token }: TestService, { body, method, as, merchant = '1001' }: Sent = {}, query = '') {
  const answer = await fetch(`${origin}/assignments/${merchant}/EFT${query}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      authorization: `Bearer ${as ?? (await token(merchant))}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const {
    Assignments = [],
    People = [],
    Errors = [],
  } = JSON.parse(text) as Partial<AssignmentList> & {
    Errors?: { Code: string; Message: string; Field?: string }[];
  };
  return { status: answer.status, text, Assignments, People, fault: Errors[0] };
}

const personOf = (service: TestService, role = 'clerk') => {
  const username = `${role}-${++next}`;
  return settingsOf(service)
    .signIn(username, `${role}:1001`)
    .then((token) => ({ username, token, name: `Name of ${username}` }));
};
const of = (list: readonly Assignment[], client: string) => list.find((it) => it.ClientNumber === client);

const everywhere = (run: (service: TestService) => Promise<void>) => async () => {
  for (const service of [own, gateway.front]) await run(service);
};

test(
  'who takes a client has it, a second person hears who has it and since when, and takes it over only by saying so',
  everywhere(async (service) => {
    const [ann, ben] = [await personOf(service), await personOf(service)];
    const ClientNumber = newClient();
    const taken = await ask(service, { body: { ClientNumber }, as: ann.token });
    const [mine] = taken.Assignments;
    assert.deepEqual(
      [taken.status, mine?.To],
      [200, { Username: ann.username, Name: ann.name, IsMe: true }],
      taken.text,
    );
    for (const [method, more] of [
      ['POST', {}],
      ['POST', { To: null }],
      ['PUT', { IsDone: true }],
    ] as const) {
      const { status, fault } = await ask(service, { method, body: { ClientNumber, ...more }, as: ben.token });
      assert.deepEqual([status, fault?.Code, fault?.Field], [400, 'ALREADY_TAKEN', 'ClientNumber']);
      assert.match(fault?.Message ?? '', new RegExp(`^${ann.name} has this client since \\d+ \\w+ \\d{4}`));
    }
    const over = await ask(service, { body: { ClientNumber, TakeOver: true }, as: ben.token });
    assert.equal(over.Assignments[0]?.To?.Username, ben.username);
    assert.equal((await ask(service, { body: { ClientNumber }, as: ann.token })).fault?.Code, 'ALREADY_TAKEN');
    const left = await ask(service, { body: { ClientNumber, To: null }, as: ben.token });
    assert.equal(left.Assignments[0]?.To, null);
    assert.equal((await ask(service, { body: { ClientNumber }, as: ann.token })).status, 200);
  }),
);

test('of six people who take one client at once, one has it', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => personOf(own)));
  const ClientNumber = newClient();
  const answers = await Promise.all(people.map(({ token }) => ask(own, { body: { ClientNumber }, as: token })));
  const winners = answers.filter((it) => it.status === 200);
  assert.equal(winners.length, 1);
  assert.deepEqual(
    answers.filter((it) => it.status !== 200).map((it) => it.fault?.Code),
    people.slice(1).map(() => 'ALREADY_TAKEN'),
  );
  const holder = winners[0]?.Assignments[0]?.To?.Name ?? '';
  for (const { fault } of answers) if (fault) assert.ok(fault.Message.startsWith(holder));
});

test(
  'a client is given to a colleague who may follow it up, with who gave it, and to nobody else',
  everywhere(async (service) => {
    const [ann, ben] = [await personOf(service), await personOf(service)];
    const auditor = await personOf(service, 'auditor');
    const ClientNumber = newClient();
    const given = await ask(service, { body: { ClientNumber, To: ben.username }, as: ann.token });
    const [it] = given.Assignments;
    assert.deepEqual([it?.To?.Name, it?.GivenBy], [ben.name, ann.name]);
    assert.deepEqual(
      given.People.filter(({ Username }) => [ann, ben, auditor].some((one) => one.username === Username)).map(
        ({ Username }) => Username,
      ),
      [ann.username, ben.username].toSorted(),
    );
    for (const To of [auditor.username, 'nobody-such'])
      assert.equal((await ask(service, { body: { ClientNumber, To }, as: ben.token })).fault?.Code, 'NOT_FOUND');
    // A program gives, and has none.
    const program = await ask(service, { body: { ClientNumber: newClient() } });
    assert.deepEqual([program.fault?.Code, program.fault?.Field], ['REQUIRED', 'To']);
    assert.equal((await ask(service, { body: { ClientNumber: newClient(), To: ann.username } })).status, 200);
  }),
);

test(
  'mine, what is due today and what is done today are lists of their own, by the business clock',
  everywhere(async (service) => {
    const ann = await personOf(service);
    const today = service.clock.today();
    const [due, later, undated, done] = [newClient(), newClient(), newClient(), newClient()];
    for (const [ClientNumber, plan] of [
      [due, { FollowUp: today, NextStep: 'Call after ten' }],
      [later, { FollowUp: addDays(today, 2) }],
      [undated, { NextStep: 'Look at the bank details' }],
      [done, { FollowUp: addDays(today, 5), IsDone: true }],
    ] as const) {
      const { status, text } = await ask(service, { method: 'PUT', body: { ClientNumber, ...plan }, as: ann.token });
      assert.equal(status, 200, text);
    }
    const theirs = newClient();
    await ask(service, { body: { ClientNumber: theirs }, as: (await personOf(service)).token });
    const names = async (which: string) => {
      const { Assignments } = await ask(service, { as: ann.token }, `?Which=${which}`);
      return Assignments.map((it) => it.ClientNumber);
    };
    assert.deepEqual((await names('mine')).toSorted(), [due, later, undated, done].toSorted());
    assert.deepEqual((await names('due')).toSorted(), [due, undated, done].toSorted());
    assert.ok((await names('all')).includes(theirs));
    const { Assignments } = await ask(service, { as: ann.token });
    const found = of(Assignments, due);
    assert.deepEqual([found?.FollowUp, found?.NextStep, found?.Done], [today, 'Call after ten', null]);
    assert.equal(of(Assignments, done)?.Done?.By, ann.name);
    // What is not named stays, and null removes.
    const plan = (more: object) => ask(service, { method: 'PUT', body: { ClientNumber: due, ...more }, as: ann.token });
    const stepDone = (await plan({ IsDone: true })).Assignments[0];
    assert.deepEqual([stepDone?.FollowUp, stepDone?.NextStep], [today, 'Call after ten']);
    const cleared = (await plan({ FollowUp: null, NextStep: null, IsDone: false })).Assignments[0];
    assert.deepEqual(
      [cleared?.FollowUp, cleared?.NextStep, cleared?.Done, cleared?.Since],
      [null, null, null, found?.Since],
    );
  }),
);

test('a person who is disabled loses their clients visibly, and anybody takes them', async () => {
  const [ann, ben] = [await personOf(own), await personOf(own)];
  const ClientNumber = newClient();
  await ask(own, { body: { ClientNumber }, as: ann.token });
  await own.database.pool.query('update sign_in.person set disabled = true where username = $1', [ann.username]);
  const [found] = (await ask(own, { as: ben.token }, `?ClientNumber=${ClientNumber}`)).Assignments;
  assert.deepEqual([found?.To, found?.Former], [null, ann.name]);
  const taken = await ask(own, { body: { ClientNumber }, as: ben.token });
  assert.deepEqual([taken.Assignments[0]?.To?.Username, taken.Assignments[0]?.Former], [ben.username, null]);
});

test('what is no plan is refused by its field, each change has its entry without words of people, and merchants see their own', async () => {
  const ann = await personOf(own);
  const ClientNumber = newClient();
  const today = own.clock.today();
  for (const [body, field] of [
    [{}, 'FollowUp'],
    [{ FollowUp: addDays(today, -1) }, 'FollowUp'],
    [{ FollowUp: addDays(today, 367) }, 'FollowUp'],
    [{ FollowUp: '2026-02-30' }, 'FollowUp'],
    [{ NextStep: 'Account 62 1234 5678 9' }, 'NextStep'],
    [{ NextStep: 'x'.repeat(101) }, 'NextStep'],
  ] as const) {
    const { status, fault } = await ask(own, { method: 'PUT', body: { ClientNumber, ...body }, as: ann.token });
    assert.deepEqual([status, fault?.Field], [400, field], JSON.stringify(body));
  }
  await ask(own, { body: { ClientNumber }, as: ann.token });
  await ask(own, { method: 'PUT', body: { ClientNumber, NextStep: 'Words of a person', IsDone: true }, as: ann.token });
  const { rows } = await own.database.pool.query<{ entry: string }>(
    `select entry::text from audit_entry where entry::text like '%"' || $1 || '"%' order by sequence`,
    [ClientNumber],
  );
  const done = rows.map(({ entry }) => JSON.parse(entry) as { Action: string; Outcome: string });
  assert.deepEqual(
    done.filter((it) => it.Outcome === 'done').map((it) => it.Action),
    ['assignment.make', 'assignment.plan'],
  );
  assert.doesNotMatch(JSON.stringify(rows), /Words of a person/);
  assert.deepEqual((await ask(own, { merchant: '1002' }, `?ClientNumber=${ClientNumber}`)).Assignments, []);
});
