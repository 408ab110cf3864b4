import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { mostNotes, type NoteDraft, type NoteList } from '#contract/notes.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { sandboxPassword, savePerson } from '#service/auth/users.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';

/** Notes as the server keeps them, of its own records and in front of a provider. */

let own: TestService;
let gateway: TestGateway;
before(async () => {
  [own, gateway] = await Promise.all([testService(), startTestGateway()]);
});
after(() => Promise.all([own?.close(), gateway?.close()]));

let next = 0;
const newClient = () => `NOTE-${String(++next)}`;

const draft = (more: Partial<NoteDraft> & Pick<NoteDraft, 'ClientNumber'>): NoteDraft => ({
  NoteId: randomUUID(),
  Text: 'Called at 10:05. Salary was late, asks for Friday.',
  ...more,
});

interface Sent {
  method?: string;
  body?: object;
  as?: string;
}

async function ask({ origin, token }: TestService, path: string, { method, body, as }: Sent = {}) {
  const answer = await fetch(`${origin}/notes/1001/${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      authorization: `Bearer ${as ?? (await token('1001'))}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}
const listed = async (service: TestService, client: string, product = 'EFT') =>
  (JSON.parse((await ask(service, `${product}?ClientNumber=${client}`)).text) as NoteList).Notes;

async function personAs({ database, origin }: TestService, role: string, username = newClient()): Promise<string> {
  const rights = { permissions: [], merchants: [], roles: [`${role}:1001`] };
  await savePerson(database.pool, { username, name: `The ${role}`, password: sandboxPassword, ...rights });
  return (await createBrowser(origin).signInAs(username)).body['access_token'] ?? '';
}

test('a note about a client, a contract or a debit is there for a colleague, dated and signed, the last one first', async () => {
  for (const service of [own, gateway.front]) {
    const client = newClient();
    const support = await personAs(service, 'support');
    const drafts = [
      draft({ ClientNumber: client }),
      draft({ ClientNumber: client, ContractSequence: 100_002, ContractNumber: 'LN000002' }),
      draft({ ClientNumber: client, ContractSequence: 100_002, InstalmentSequence: 9 }),
    ];
    for (const body of drafts) assert.equal((await ask(service, 'EFT', { body, as: support })).status, 200);
    const notes = await listed(service, client);
    assert.deepEqual(
      notes.map((it) => [
        it.NoteId,
        it.ContractSequence,
        it.ContractNumber,
        it.InstalmentSequence,
        it.By,
        it.MayRemove,
      ]),
      drafts
        .map((it) => [
          it.NoteId,
          it.ContractSequence ?? null,
          it.ContractNumber ?? null,
          it.InstalmentSequence ?? null,
          'The support',
          false,
        ])
        .toReversed(),
    );
    assert.match(notes[0]?.At ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    assert.deepEqual([await listed(service, client, 'DEBICHECK'), await listed(service, newClient())], [[], []]);
  }
});

test('a note is found by words that are in it, in any case and order; signs mean themselves', async () => {
  for (const service of [own, gateway.front]) {
    const client = newClient();
    const mark = randomUUID().slice(0, 8);
    await ask(service, 'EFT', { body: draft({ ClientNumber: client, Text: `Pays 50% on Friday, ${mark}\\k_now` }) });
    const found = async (Text: string, product = 'EFT') => {
      const { status, text } = await ask(service, `${product}/find`, { body: { Text } });
      assert.equal(status, 200, text);
      return (JSON.parse(text) as NoteList).Notes.map((it) => it.ClientNumber);
    };
    assert.deepEqual(await found(`friday ${mark.toUpperCase()} pay`), [client]);
    assert.deepEqual(await found(`50% ${mark}\\k_`), [client]);
    for (const other of [`${mark} monday`, `${mark} 5%n`, `${mark} k.now`, `${mark}k_now`])
      assert.deepEqual(await found(other), [], other);
    assert.deepEqual(await found(mark, 'DEBICHECK'), []);
    assert.equal((await ask(service, 'EFT/find', { body: { Text: ' ' } })).status, 400);
  }
});

test('a note that is sent twice is one, and the audit has what was done, without the text', async () => {
  const client = newClient();
  const body = draft({ ClientNumber: client, Text: 'Secret of the payer' });
  for (let times = 0; times < 2; times++) await ask(own, 'EFT', { body });
  assert.equal((await listed(own, client)).length, 1);
  for (const other of [
    { ...body, ClientNumber: newClient() },
    { ...body, Text: 'Another text' },
  ]) {
    const { status, text } = await ask(own, 'EFT', { body: other });
    assert.deepEqual([status, /"DUPLICATE"/.test(text)], [400, true]);
  }
  await ask(own, `EFT/${body.NoteId}`, { method: 'DELETE' });
  const { rows } = await own.database.pool.query<{ entry: string }>(
    `select entry::text from audit_entry where entry::text like '%' || $1 || '%' order by sequence`,
    [body.NoteId],
  );
  assert.deepEqual(
    rows.map(({ entry }) => (JSON.parse(entry) as { Action: string }).Action),
    ['note.add', 'note.add', 'note.remove'],
  );
  assert.doesNotMatch(JSON.stringify(rows), /Secret/);
});

test('who wrote a note removes it, and an administrator; another person does not', async () => {
  const client = newClient();
  const [clerk, colleague, administrator] = await Promise.all([
    personAs(own, 'clerk'),
    personAs(own, 'clerk'),
    personAs(own, 'administrator'),
  ]);
  const [one, two] = [draft({ ClientNumber: client }), draft({ ClientNumber: client })];
  for (const body of [one, two]) await ask(own, 'EFT', { body, as: clerk });
  const remove = (id: string, as: string) => ask(own, `EFT/${id}`, { method: 'DELETE', as });
  const foreign = await remove(one.NoteId, colleague);
  assert.deepEqual([foreign.status, /"NOT_PERMITTED"/.test(foreign.text)], [400, true]);
  assert.equal((await remove(one.NoteId, clerk)).status, 200);
  assert.equal((await remove(one.NoteId, clerk)).status, 404);
  assert.equal((await remove(two.NoteId, administrator)).status, 200);
  assert.deepEqual(await listed(own, client), []);
  const { NoteId } = draft({ ClientNumber: client });
  assert.equal((await ask(own, `EFT/${NoteId}`, { method: 'DELETE' })).status, 404);
});

test('what is no note is refused by its field: an account number, a debit without its contract, too long, empty, too many', async () => {
  const client = newClient();
  const wrong: [object, string][] = [
    [draft({ ClientNumber: client, Text: 'Account 62 1234 5678 9 is closed' }), 'Text'],
    [draft({ ClientNumber: client, Text: 'ID 8001015009087' }), 'Text'],
    [draft({ ClientNumber: client, InstalmentSequence: 2 }), 'ContractSequence'],
    [draft({ ClientNumber: client, Text: ' ' }), 'Text'],
    [draft({ ClientNumber: client, Text: 'x'.repeat(1001) }), 'Text'],
    [draft({ ClientNumber: '' }), 'ClientNumber'],
    [{ ...draft({ ClientNumber: client }), NoteId: 'one' }, 'NoteId'],
    [{ ...draft({ ClientNumber: client }), ContractSequence: 1.5 }, 'ContractSequence'],
    [{ ...draft({ ClientNumber: client }), Text: 'a\u0000b' }, 'Text'],
  ];
  for (const [body, field] of wrong) {
    const { status, text } = await ask(own, 'EFT', { body });
    assert.deepEqual([status, text.includes(`"Field":"${field}"`)], [400, true], `${JSON.stringify(body)} ${text}`);
  }
  assert.deepEqual(await listed(own, client), []);
  assert.equal((await ask(own, 'NOPE', { body: draft({ ClientNumber: client }) })).status, 404);
  await own.database.pool.query(
    `insert into note (merchant, note_id, product, client_number, text, subject, author, written_at)
      select '1001', gen_random_uuid(), 'EFT', $1, 'old', 's', 'S', '2026-01-01 08:00' from generate_series(1, $2::int)`,
    [client, mostNotes],
  );
  const { status, text } = await ask(own, 'EFT', { body: draft({ ClientNumber: client }) });
  assert.deepEqual([status, /"TOO_MANY"/.test(text)], [400, true]);
});

test('notes are a merchant’s own', async () => {
  const client = newClient();
  const body = draft({ ClientNumber: client });
  await ask(own, 'EFT', { body });
  const other = await fetch(`${own.origin}/notes/1002/EFT?ClientNumber=${client}`, {
    headers: { authorization: `Bearer ${await own.token('1002')}` },
  });
  assert.deepEqual([other.status, await other.json()], [200, { Notes: [] }]);
});
