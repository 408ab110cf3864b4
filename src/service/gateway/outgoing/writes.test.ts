import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Input } from '#contract/operations.ts';
import type { OutgoingCall, OutgoingCallList } from '#contract/outgoing-calls.ts';
import { addDays } from '#rules/calendar.ts';
import type { Entry } from '#service/audit/entry.ts';
import { settingsOf } from '#service/settings/testing.ts';
import type { Answer } from '#service/testing/app.ts';
import { quickly, startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** Changes in front of a provider: what its callers are told, what it may not send twice, what the audit has. */

let gateway: TestGateway;
before(async () => void (gateway = await startTestGateway()));
after(() => gateway.close());

let next = 0;
const newNumber = () => `W${String(++next).padStart(4, '0')}`;
const under = (key: string) => ({ headers: { 'idempotency-key': key } });
const codeOf = (answer: { failed: { Errors: { Code: string }[] }[] }) => answer.failed[0]?.Errors[0]?.Code;

/** A client with a contract at the provider, and an instalment to be added to it. */
async function withContract() {
  const { bank } = gateway;
  const number = newNumber();
  const named = { ClientNumber: number, ContractNumber: 'A' };
  await bank.call('clientCreate', client(number));
  const made = await bank.call('contractCreate', {
    ...named,
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(bank.clock.today())} 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 2,
  });
  const ContractSequence = made.successful[0]?.ContractSequence ?? 0;
  const extra = { InstalmentActionDate: `${addDays(bank.clock.today(), 5)} 00:00`, InstalmentAmount: 55.55 };
  const stored = async () => {
    const { records } = await bank.call('instalmentList', { ContractSequence });
    return records.filter((it) => it.InstalmentAmount === 55.55).length;
  };
  return {
    number,
    named,
    ContractSequence,
    item: { ContractSequence, ...extra },
    byNumbers: { ...named, ...extra },
    stored,
  };
}

/** What is in the body of a change of its contract alone. */
const markOf = ({ ContractSequence }: { ContractSequence: number }) => `"ContractSequence":${ContractSequence},`;

/** Repeats a call under its key until its outcome is known. */
async function settled(item: Input<'instalmentCreate'>, key: string) {
  let answer = await gateway.front.call('instalmentCreate', item, under(key));
  await until(async () => {
    if (answer.status !== 503) return true;
    answer = await gateway.front.call('instalmentCreate', item, under(key));
    return answer.status !== 503;
  });
  return answer;
}

async function entriesOf(action: string, number: string): Promise<Entry[]> {
  const rows = await gateway.rows<{ entry: string }>('select entry from audit_entry order by sequence');
  return rows
    .map(({ entry }) => JSON.parse(entry) as Entry)
    .filter(({ Action, Targets }) => Action === action && Targets?.some((it) => it.ClientNumber === number));
}

test('an edit is in the audit before it leaves, and its outcome with the values of before', async () => {
  const number = newNumber();
  await gateway.bank.call('clientCreate', client(number));
  const answer = await gateway.front.call('clientEdit', { ClientNumber: number, ClientName: 'Zanele Dube' });
  assert.equal(answer.successful.length, 1);
  const [asked, done, ...others] = await entriesOf('clientEdit', number);
  assert.deepEqual([asked?.Outcome, done?.Outcome, others], ['asked', 'done', []]);
  assert.equal(asked?.CallSequence, done?.CallSequence);
  assert.equal(done?.Details?.['Found'], 'answer');
  // Sealed with the client's key.
  assert.deepEqual(
    done?.Changes?.map((it) => [it.Field, it.Old === null, it.IsSealed]),
    [['ClientName', false, true]],
  );
});

test('what the provider refuses is in the audit with its codes', async () => {
  const number = newNumber();
  const answer = await gateway.front.call('clientEdit', { ClientNumber: number, ClientName: 'Zanele Dube' });
  const code = codeOf(answer) ?? assert.fail('it was not refused');
  const [, refused] = await entriesOf('clientEdit', number);
  assert.deepEqual([refused?.Outcome, refused?.Refused, refused?.Codes], ['refused', 1, { [code]: 1 }]);
});

test('a change that names its contract by its sequence alone is in the audit with the client and contract that the provider names', async () => {
  const { front, wire, bank } = gateway;
  const auditor = await personToken('auditor:1001');
  const audited = async (filter: Record<string, string>) => {
    const address = `${front.origin}/audit/1001?${new URLSearchParams(filter).toString()}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${auditor}` } });
    const { Entries } = (await answer.json()) as { Entries: Entry[] };
    return Entries.toReversed().map(({ Action, Outcome, Targets }) => [Action, Outcome, Targets]);
  };
  const { item, number, ContractSequence } = await withContract();
  const bySequence = { ContractSequence };
  const whole = { ClientNumber: number, ContractNumber: 'A', ContractSequence };
  const edit = { ...bySequence, InstalmentSequence: 1, InstalmentAmount: 77 };
  wire.fail('cut after', markOf(item));
  await settled(item, randomUUID());
  assert.equal((await front.call('instalmentEdit', [edit, { ...edit, InstalmentSequence: 2 }])).successful.length, 2);
  const ended = { CancelReason: 'MD17', CancelDate: `${bank.clock.today()} 00:00` };
  assert.equal((await front.call('contractCancel', { ...bySequence, ...ended })).successful.length, 1);
  const outcomes = [
    ['instalmentCreate', 'done', [whole]],
    ['instalmentEdit', 'done', [whole]],
    ['contractCancel', 'done', [whole]],
  ];
  assert.deepEqual(await audited({ ClientNumber: number, ContractNumber: 'A' }), outcomes);
  const asked = outcomes.flatMap(([name, ...rest]) => [
    [name, 'asked', [bySequence]],
    [name, ...rest],
  ]);
  assert.deepEqual(await audited({ ContractSequence: String(ContractSequence) }), asked);
});

test('the provider’s answer passes as it is, and the same key gets it again without sending', async () => {
  const { front, wire } = gateway;
  const { item } = await withContract();
  const key = randomUUID();
  const sent = wire.passed.length;
  const first = await front.call('instalmentCreate', item, under(key));
  const again = await front.call('instalmentCreate', item, under(key));
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text]);
  assert.equal(wire.passed.length, sent + 1);
  const other = await front.call('instalmentCreate', { ...item, InstalmentAmount: 1 }, under(key));
  assert.deepEqual([other.status, other.errors[0]?.Code], [400, 'IDEMPOTENCY_KEY_REUSED']);
});

test('a call without a key is the one of the same content that has no outcome yet', async () => {
  const { front, wire } = gateway;
  const { item, stored } = await withContract();
  const held = wire.hold('answer', markOf(item));
  const first = front.call('instalmentCreate', item);
  const goOn = await held;
  const second = await front.call('instalmentCreate', item);
  assert.deepEqual([second.status, second.errors[0]?.Code], [503, 'UNSETTLED']);
  goOn();
  await first;
  assert.equal(await stored(), 1);
  assert.equal(wire.passed.filter(({ body }) => body.includes(markOf(item))).length, 1);
});

test('an item that cannot be right is refused here, and the provider’s answer has it beside its own', async () => {
  const { front, wire } = gateway;
  const [one, two] = [newNumber(), newNumber()];
  const answer = await front.call('clientCreate', [client(one), { ...client(two), ClientName: '' }, client(one)]);
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.successful.map((it) => it.ClientNumber),
    [one],
  );
  assert.deepEqual(
    answer.failed.map((it) => [it['ClientNumber'], it.Errors[0]?.Code]),
    [
      [two, 'INVALID'],
      [one, 'DUPLICATE'],
    ],
  );
  assert.equal(wire.passed.at(-1)?.body.includes(two), false, 'it was not sent');
});

test('where every item is refused here nothing is sent, and the refusal is in the audit', async () => {
  const { front, wire } = gateway;
  const sent = wire.passed.length;
  const number = newNumber();
  const answer = await front.call('clientCreate', { ...client(number), ClientName: '' });
  assert.deepEqual([answer.status, codeOf(answer), wire.passed.length], [200, 'INVALID', sent]);
  const rows = await gateway.rows<{ entry: string }>('select entry from audit_entry order by sequence desc limit 1');
  assert.match(rows[0]?.entry ?? '', /"Action":"clientCreate".*"Outcome":"refused"/);
});

test('another change of the same contract waits for the first, however it names the contract, and is not sent before it', async () => {
  const { front, wire } = gateway;
  const { item, byNumbers, stored } = await withContract();
  const held = wire.hold('request', markOf(item));
  const key = randomUUID();
  const first = front.call('instalmentCreate', item, under(key));
  const goOn = await held;
  const second = await front.call('instalmentCreate', byNumbers);
  assert.deepEqual([second.status, codeOf(second)], [200, 'UNSETTLED']);
  const other = await withContract();
  const batch = await front.call('instalmentCreate', [byNumbers, other.byNumbers]);
  assert.deepEqual([codeOf(batch), batch.successful.length], ['UNSETTLED', 1], 'the others of a batch go on');
  goOn();
  await first;
  assert.equal((await settled(item, key)).successful.length, 1);
  assert.equal(await stored(), 1);
  assert.equal((await front.call('instalmentCreate', byNumbers)).successful.length, 1, 'its record is free again');
});

test('a request that arrives late is not told to be missing before', async () => {
  const { wire } = gateway;
  const { item, stored } = await withContract();
  wire.fail('late request', markOf(item));
  assert.equal((await settled(item, randomUUID())).successful.length, 1);
  assert.equal(await stored(), 1);
});

test('of two equal instalments, the second of which was lost, the second is told to be missing', async () => {
  const { front, wire } = gateway;
  const { item, stored, ContractSequence } = await withContract();
  assert.equal((await front.call('instalmentCreate', item)).successful.length, 1);
  wire.fail('cut before', `"ContractSequence":${ContractSequence},`);
  assert.equal(codeOf(await settled(item, randomUUID())), 'NOT_STORED');
  assert.equal(await stored(), 1);
});

test('what a colleague sets at the provider after a lost edit is not overwritten: a person decides', async () => {
  const { front } = gateway;
  const key = randomUUID();
  const { number, edit } = await unclearEdit(key);
  assert.equal((await front.call('clientEdit', edit, under(key))).errors[0]?.Code, 'UNSETTLED');
  const later = await front.call('clientEdit', { ClientNumber: number, ClientName: 'Later' });
  assert.equal(codeOf(later), 'UNSETTLED', 'its record stays claimed');
});

test('what was there before is not taken for a new one that was lost: a client, and a mandate that has ended', async () => {
  const { front, bank, wire } = gateway;
  const number = newNumber();
  await bank.call('clientCreate', client(number));
  const lost = async (ask: () => Promise<Answer<'clientCreate' | 'mandateCreate'>>) => {
    wire.fail('cut before', `"${number}"`);
    let answer = await ask();
    await until(async () => {
      if (answer.status === 503) answer = await ask();
      return answer.status !== 503;
    });
    return codeOf(answer);
  };
  const [one, two] = [randomUUID(), randomUUID()];
  assert.equal(await lost(() => front.call('clientCreate', client(number), under(one))), 'NOT_STORED');
  const item = mandate(bank.clock.today(), number, 'M');
  await bank.call('mandateCreate', item);
  const ended = { CancelReason: 'MD17', CancelDate: `${bank.clock.today()} 00:00` };
  const cancel = await bank.call('mandateCancel', { ClientNumber: number, ContractNumber: 'M', ...ended });
  assert.equal(cancel.successful.length, 1, cancel.text);
  assert.equal(await lost(() => front.call('mandateCreate', item, under(two))), 'NOT_STORED');
});

test('a caller who leaves ends nothing, and the next who asks is told', async () => {
  const { front, wire } = gateway;
  const { item, stored, ContractSequence } = await withContract();
  wire.fail('late answer', `"ContractSequence":${ContractSequence},`);
  const key = randomUUID();
  const leaving = new AbortController();
  const left = fetch(`${front.origin}/v1/payments/1001/maintain/instalments/EFT?Version=v1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await front.token()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ InstalmentPostRequest: [item] }),
    signal: leaving.signal,
  });
  await until(async () => (await stored()) === 1);
  leaving.abort();
  await assert.rejects(left);
  assert.equal((await settled(item, key)).successful.length, 1);
  assert.equal(await stored(), 1);
});

test('while the provider wants no calls, who repeats a call is told that it is not settled, and others that nothing was sent', async () => {
  const { front, wire } = gateway;
  const [one, other] = [await withContract(), await withContract()];
  const held = wire.hold('request', markOf(one));
  const key = randomUUID();
  const first = front.call('instalmentCreate', one.item, under(key));
  const goOn = await held;
  wire.fail('429', markOf(other));
  const told = await front.call('instalmentCreate', other.item);
  assert.deepEqual([told.errors[0]?.Code, told.headers.get('retry-after')], ['PROVIDER_AWAY', '1']);
  assert.equal((await front.call('instalmentCreate', one.item, under(key))).errors[0]?.Code, 'UNSETTLED');
  goOn();
  await first;
  assert.equal((await settled(one.item, key)).successful.length, 1);
  assert.equal((await settled(other.item, randomUUID())).successful.length, 1, 'once it is over');
});

test('while the database is away what the provider answered is not lost, and the caller is told that it is not settled', async () => {
  const { front, wire, database } = gateway;
  const { item, stored, ContractSequence } = await withContract();
  const key = randomUUID();
  const held = wire.hold('answer', `"ContractSequence":${ContractSequence},`);
  const first = front.call('instalmentCreate', item, under(key));
  const goOn = await held;
  database.set(true);
  goOn();
  const answer = await first;
  assert.deepEqual([answer.status, answer.successful], [503, []]);
  database.set(false);
  assert.equal((await settled(item, key)).headers.get('settled-by'), null, 'by the answer itself');
  assert.equal(await stored(), 1);
});

/** A lost edit after which another person has set another value. */
async function unclearEdit(key: string) {
  const { front, bank, wire } = gateway;
  const { number } = await withContract();
  const edit = { ClientNumber: number, ClientName: 'Ours', AccountNumber: 62009998887 };
  wire.fail('cut after', `"${number}"`, () => bank.call('clientEdit', { ClientNumber: number, ClientName: 'Theirs' }));
  await front.call('clientEdit', edit, under(key));
  const [row] = await found(() =>
    gateway.rows<{ call: string }>('select call from outgoing_call where key = $1 and unclear = 1', [key]),
  );
  return { number, edit, call: row?.call ?? '' };
}

const people = new Map<string, Promise<string>>();
/** A token of a person with this role. */
const personToken = (role: string): Promise<string> => {
  const token = people.get(role) ?? settingsOf(gateway.front).signIn(role.replace(':', '-'), role);
  people.set(role, token);
  return token;
};

async function found<T>(read: () => Promise<T[]>): Promise<T[]> {
  let rows: T[] = [];
  await until(async () => (rows = await read()).length > 0);
  return rows;
}

const ask = async (path: string, token: string, body?: object) => {
  const answer = await fetch(`${gateway.front.origin}/outgoing-calls/1001${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};

test('an unclear call is listed with what was sent and what is there, without account numbers, and a person decides', async () => {
  const key = randomUUID();
  const { number, edit, call } = await unclearEdit(key);
  const clerk = await personToken('clerk:1001');
  const list = await ask('', clerk);
  const { Calls } = JSON.parse(list.text) as OutgoingCallList;
  const listed = Calls.find(({ Call }) => Call === call);
  assert.deepEqual(
    [
      listed?.Operation,
      listed?.Items.length,
      listed?.Items[0]?.State,
      listed?.MayDecide,
      listed?.Items[0]?.Sent['AccountNumber'],
    ],
    ['clientEdit', 1, 'unclear', true, '•••• 8887'],
  );
  const one = await ask(`/${call}`, clerk);
  const shown = JSON.parse(one.text) as OutgoingCall;
  assert.deepEqual([shown.Items[0]?.Sent['ClientName'], shown.Items[0]?.Found?.['ClientName']], ['Ours', 'Theirs']);
  assert.doesNotMatch(list.text + one.text, /62009998887/);

  const decision = { Items: [1], Outcome: 'stored', Reason: 'The branch changed it at 10:45.' };
  const program = await gateway.front.token();
  const others = [await personToken('auditor:1001'), await personToken('clerk:1002')];
  assert.deepEqual((await ask(`/${call}`, program, decision)).status, 401);
  assert.deepEqual((await ask(`/${call}`, others[0] ?? '', decision)).status, 401);
  assert.deepEqual((await ask(`/${call}`, others[1] ?? '', decision)).status, 404);
  assert.equal((await ask(`/${call}`, clerk, { ...decision, Reason: '' })).status, 400);
  assert.equal((await ask(`/${call}`, clerk, { ...decision, Items: [2] })).status, 400);
  assert.equal((await ask(`/${randomUUID()}`, clerk, decision)).status, 404);
  const decided = await ask(`/${call}`, clerk, decision);
  assert.deepEqual([decided.status, (JSON.parse(decided.text) as OutgoingCall).Items], [200, []]);
  assert.equal((await ask(`/${call}`, clerk, decision)).status, 400, 'once');

  const answer = await gateway.front.call('clientEdit', edit, under(key));
  assert.deepEqual([answer.status, answer.successful.length, answer.headers.get('settled-by')], [200, 1, 'person']);
  const entries = await entriesOf('clientEdit', number);
  assert.deepEqual(entries.map(({ Outcome, Details }) => [Outcome, Details?.['Found']]).slice(-2), [
    ['unclear', 'reading back'],
    ['done', 'person'],
  ]);
  assert.equal(entries.at(-1)?.Details?.['Reason'], decision.Reason);
  const again = await gateway.front.call('clientEdit', { ClientNumber: number, ClientName: 'Later' });
  assert.equal(again.successful.length, 1, 'its record is free');
});

test('what a person has found not stored can be sent again, under another key', async () => {
  const key = randomUUID();
  const { edit, call } = await unclearEdit(key);
  const decision = { Items: [1], Outcome: 'not stored', Reason: 'Seen at the provider.' };
  assert.equal((await ask(`/${call}`, await personToken('clerk:1001'), decision)).status, 200);
  assert.equal(codeOf(await gateway.front.call('clientEdit', edit, under(key))), 'NOT_STORED');
  assert.equal((await gateway.front.call('clientEdit', edit)).successful.length, 1);
});

test('a process that was stopped between its note and the first byte sends nothing', async () => {
  const stopped = await startTestGateway({ ...quickly, begin: -1 });
  try {
    const { front, wire } = stopped;
    const number = newNumber();
    const answer = await front.call('clientCreate', client(number), under('late'));
    assert.deepEqual([answer.status, answer.errors[0]?.Code], [503, 'PROVIDER_AWAY']);
    assert.equal(wire.passed.length, 0);
    assert.deepEqual(await stopped.rows('select call from outgoing_call'), []);
    assert.deepEqual(await stopped.rows('select call from outgoing_claim'), []);
  } finally {
    await stopped.close();
  }
});
