import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PassedChangeList } from '#contract/passed-changes.ts';
import { saveProgram } from '#service/auth/users.ts';
import { wallClock } from '#service/base/clock.ts';
import { recordRestore } from '#service/cli/audit.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { quickly, startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client, nextMonth } from '#service/testing/samples.ts';

/** Who asked for the changes that a provider's reports show, where the provider knows one machine for all people. */

let gateway: TestGateway;
before(
  async () => void (gateway = await startTestGateway(quickly, { providerClock: wallClock('Africa/Johannesburg') })),
);
after(() => gateway.close());

let next = 0;

/** A contract at the provider, made there. */
async function withContract() {
  const { bank } = gateway;
  const names = { ClientNumber: `P${String(++next).padStart(4, '0')}`, ContractNumber: 'A' };
  await bank.call('clientCreate', client(names.ClientNumber));
  const made = await bank.call('contractCreate', {
    ...names,
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(bank.clock.today())} 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 2,
  });
  return { ...names, ContractSequence: made.successful[0]?.ContractSequence ?? 0 };
}

type Names = Awaited<ReturnType<typeof withContract>>;

async function asked(token: string, filter: Record<string, string>) {
  const query = new URLSearchParams(filter);
  const answer = await fetch(`${gateway.front.origin}/passed-changes/1001?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, list: (await answer.json()) as PassedChangeList };
}

const ofRecord = (token: string, { ContractSequence, ...numbers }: Names) =>
  asked(token, {
    Product: 'EFT',
    Days: gateway.bank.clock.today(),
    ...numbers,
    ContractSequence: String(ContractSequence),
  });

const clerk = () => settingsOf(gateway.front).signIn(`clerk-${String(++next)}`, 'clerk:1001');

test('a change is told with the person who asked for it, under each name of its contract', async () => {
  const { bank, front } = gateway;
  const names = await withContract();
  const { ClientNumber, ContractNumber, ContractSequence } = names;
  const token = await clerk();
  const first = bank.clock.now();
  const edits = [
    { ContractSequence, InstalmentAmount: 111 },
    { ClientNumber, ContractNumber, CollectionDay: 2 },
  ];
  for (const edit of edits) assert.equal((await front.call('contractEdit', edit, { token })).successful.length, 1);
  const direct = await bank.call('contractEdit', { ContractSequence, InstalmentAmount: 122 });
  assert.equal(direct.successful.length, 1);

  const { status, list } = await ofRecord(token, names);
  assert.equal(status, 200);
  assert.deepEqual(
    list.Changes.map(({ Operation, AskedBy, IsStored, IsPartial, Fields }) => [
      Operation,
      AskedBy,
      IsStored,
      IsPartial,
      Fields.map(({ Field, New }) => [Field, New]),
    ]),
    [
      ['contractEdit', 'Name of clerk-2', true, false, [['InstalmentAmount', '111.00']]],
      ['contractEdit', 'Name of clerk-2', true, false, [['CollectionDay', '2']]],
    ],
  );
  for (const { From, To } of list.Changes) assert.ok(From < first && To !== null && To > first);
  assert.ok(list.Since !== null);

  const other = await ofRecord(token, await withContract());
  assert.deepEqual(other.list.Changes, [], 'of another contract');
});

test('new bank details of the client name the person who asked for them; those of another client are left out', async () => {
  const { front } = gateway;
  const [names, other] = [await withContract(), await withContract()];
  const token = await clerk();
  const edits = [names, other].map(({ ClientNumber }) => ({ ClientNumber, AccountType: 2 }));
  assert.equal((await front.call('clientEdit', edits, { token })).successful.length, 2);
  const { list } = await ofRecord(token, names);
  assert.deepEqual(
    list.Changes.map(({ Operation, IsStored, Fields }) => [Operation, IsStored, Fields.map(({ Field }) => Field)]),
    [['clientEdit', true, ['AccountType']]],
  );
  assert.deepEqual((await ofRecord(token, await withContract())).list.Changes, []);
});

test('a change that was refused is not told, and one whose outcome is open has no end', async () => {
  const { front, wire } = gateway;
  const names = await withContract();
  const { ContractSequence } = names;
  const token = await clerk();
  const refused = await front.call('contractEdit', { ContractSequence, InstalmentAmount: -1 }, { token });
  assert.equal(refused.failed.length, 1);
  const refusedThere = await front.call('contractEdit', { ContractSequence, FrequencyCode: 'NONE' }, { token });
  assert.equal(refusedThere.failed.length, 1);
  assert.deepEqual((await ofRecord(token, names)).list.Changes, []);

  const held = wire.hold('answer', `"ContractSequence":${ContractSequence},`);
  const open = front.call('contractEdit', { ContractSequence, CollectionDay: 4 }, { token });
  const release = await held;
  const sent = (await ofRecord(token, names)).list.Changes;
  assert.deepEqual(
    sent.map(({ To, IsStored, Fields }) => [To, IsStored, Fields]),
    [[null, false, [{ Field: 'CollectionDay', New: '4' }]]],
  );
  release();
  assert.equal((await open).successful.length, 1);
  assert.deepEqual(
    (await ofRecord(token, names)).list.Changes.map(({ IsStored }) => IsStored),
    [true],
  );
});

test('an import that lists no more of its records may be about any of them', async () => {
  const { front } = gateway;
  const token = await clerk();
  const records: Names[] = [];
  for (let count = 0; count < 22; count++) records.push(await withContract());
  const edits = records.map(({ ContractSequence }) => ({ ContractSequence, CollectionDay: 3 }));
  assert.equal((await front.call('contractEdit', edits, { token })).successful.length, 22);
  const outside = await ofRecord(token, await withContract());
  assert.deepEqual(
    outside.list.Changes.map(({ Operation, IsPartial }) => [Operation, IsPartial]),
    [['contractEdit', true]],
  );
});

test('before a restore nothing is known, and who may not read the change reports learns nothing', async () => {
  const { front } = gateway;
  const names = await withContract();
  const token = await clerk();
  const edit = { ContractSequence: names.ContractSequence, CollectionDay: 5 };
  assert.equal((await front.call('contractEdit', edit, { token })).successful.length, 1);
  const { list } = await ofRecord(token, names);
  await recordRestore(front.database.pool, { taken: '2026-01-01T00:00Z', rows: 1 });
  const after = await ofRecord(token, names);
  assert.ok(list.Since !== null && after.list.Since !== null && after.list.Since >= list.Since);
  assert.ok(after.list.Since > gateway.bank.clock.now());

  const rights = { permissions: ['contracts:read'], merchants: ['1001'] };
  const program = { clientId: 'reads-contracts', secret: 'a secret of its own' };
  await saveProgram(front.database.pool, { ...program, name: 'Reads contracts', ...rights });
  const answer = await fetch(`${front.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: program.clientId,
      client_secret: program.secret,
    }),
  });
  const { access_token: reads } = (await answer.json()) as { access_token: string };
  assert.equal((await ofRecord(reads, names)).status, 401);
  assert.equal((await asked(token, { Product: 'EFT' })).status, 400);
});
