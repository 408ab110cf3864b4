import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { mostSentMessages, type SentMessageDraft, type SentMessageList } from '#contract/sent-messages.ts';
import { runJobs } from '#service/jobs/jobs.ts';
import { messageJobs } from '#service/messages/jobs.ts';
import { simulatedNetwork } from '#service/messages/network.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { quickly, startTestGateway, type TestGateway } from '#service/testing/gateway.ts';

/** To whom messages went, as the server keeps it of its own records and in front of a provider. */

let own: TestService;
let gateway: TestGateway;
before(async () => {
  [own, gateway] = await Promise.all([
    testService(),
    startTestGateway({ ...quickly, caller: 60_000 }, { more: { CALLBACKS: 'loopback' } }),
  ]);
});
after(() => Promise.all([own?.close(), gateway?.close()]));

const organisation = 'demo';

let next = 0;
const newClient = () => `TOLD-${String(++next)}`;

const draft = (more: Partial<SentMessageDraft> = {}): SentMessageDraft => ({
  MessageId: randomUUID(),
  ClientNumber: newClient(),
  Template: 'mandate_request',
  ToEnd: '0155',
  ...more,
});

async function ask(
  { origin, token }: TestService,
  { body, client, as }: { body?: object; client?: string; as?: string },
) {
  const query = client === undefined ? '' : `?ClientNumber=${client}`;
  const answer = await fetch(`${origin}/sent-messages/1001/EFT${query}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${as ?? (await token('1001'))}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const listed = async (service: TestService, client?: string) =>
  JSON.parse((await ask(service, { client })).text) as SentMessageList;

const keep = (service: TestService, Messages: SentMessageDraft[], as?: string) =>
  ask(service, { body: { Organisation: organisation, Messages }, as });

const send = (service: TestService, { MessageId, Template }: SentMessageDraft, to = '27825550155') =>
  service.call('templateSend', {
    messages: [
      {
        from: '27105550100',
        to,
        messageId: MessageId,
        content: {
          templateName: Template,
          language: 'en',
          templateData: { body: { placeholders: ['Naledi', 'R 1,00'] } },
        },
      },
    ],
  });

const standing = async (service: TestService, { ClientNumber }: SentMessageDraft) =>
  (await listed(service, ClientNumber)).Messages.map(({ Status }) => Status?.groupName ?? null);

test('what was sent to a client is there for a colleague, with who sent it, about what, and its status', async () => {
  for (const service of [own, gateway.front]) {
    const clerk = await settingsOf(service).signIn(`clerk-${newClient()}`, 'clerk:1001');
    const message = draft({ ContractNumber: 'LN000002', InstalmentSequence: 9 });
    assert.equal((await keep(service, [message], clerk)).status, 200);
    assert.equal((await send(service, message)).status, 200);
    const { Messages, IsPartial } = await listed(service, message.ClientNumber);
    assert.equal(IsPartial, false);
    const [{ By, At, Status, ReportedAt, Text: _, ...rest } = {} as never, ...others] = Messages;
    assert.deepEqual([rest, others], [message, []]);
    assert.match(At, /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    assert.ok(By.length > 0);
    assert.deepEqual([Status?.groupName, ReportedAt], ['PENDING', null]);
    assert.deepEqual((await listed(service, newClient())).Messages, []);
    assert.equal((await listed(service)).Messages[0]?.MessageId, message.MessageId);
  }
});

/** Delivers what is accepted, and what is reported reaches who is in front. */
async function deliver({ database, clock }: TestService): Promise<void> {
  const world = { clock, network: simulatedNetwork, reach: 'loopback' as const };
  const jobs = runJobs(database.pool, messageJobs(world), { pollMilliseconds: 0 });
  await jobs.drain();
  await jobs.stop();
}

test('how a message ended is there when it is reported, also when a provider has forgotten the call', async () => {
  for (const [service, network] of [
    [own, own],
    [gateway.front, gateway.bank],
  ] as const) {
    const message = draft();
    await keep(service, [message]);
    await send(service, message, '27825550198');
    await deliver(network);
    await service.database.schema.query('delete from message_delivery');
    const [found] = (await listed(service, message.ClientNumber)).Messages;
    assert.deepEqual([found?.Status?.name, typeof found?.ReportedAt], ['EXPIRED_EXPIRED', 'string']);
  }
});

test('of which debits payers were told is known, but for messages that were refused or did not arrive', async () => {
  for (const [service, network] of [
    [own, own],
    [gateway.front, gateway.bank],
  ] as const) {
    const [told, failed, refused, other] = [1, 2, 3, 4].map((InstalmentSequence) =>
      draft({ ContractNumber: 'LN000002', InstalmentSequence }),
    ) as [SentMessageDraft, SentMessageDraft, SentMessageDraft, SentMessageDraft];
    await keep(service, [told, failed, refused]);
    await send(service, told);
    await send(service, failed, '27825550198');
    await send(service, refused, 'no number');
    await deliver(network);
    const Debits = [told, failed, refused, other].map(({ ClientNumber, ContractNumber, InstalmentSequence }) => ({
      ClientNumber,
      ContractNumber,
      InstalmentSequence,
    }));
    const answer = await fetch(`${service.origin}/sent-messages/1001/EFT/told`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await service.token('1001')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Debits: [...Debits, { ...Debits[0], InstalmentSequence: 9 }] }),
    });
    assert.deepEqual(JSON.parse(await answer.text()), { Told: [Debits[0]] });
  }
});

test('a message that never left, or that was refused, is not shown as sent', async () => {
  const never = draft();
  await keep(own, [never]);
  assert.deepEqual(await standing(own, never), ['REJECTED']);
  const refused = draft({ Template: 'no_such_template' });
  for (const service of [own, gateway.front]) {
    await keep(service, [refused]);
    await send(service, refused);
    assert.deepEqual(await standing(service, refused), ['REJECTED']);
  }
  const unknown = draft();
  await keep(gateway.front, [unknown]);
  assert.deepEqual(await standing(gateway.front, unknown), [null]);
});

test('what is said twice is one, and a long list says that it is not all', async () => {
  const client = newClient();
  const message = draft({ ClientNumber: client });
  for (let times = 0; times < 2; times++) assert.equal((await keep(own, [message])).status, 200);
  assert.equal((await listed(own, client)).Messages.length, 1);
  await keep(
    own,
    Array.from({ length: mostSentMessages }, () => draft({ ClientNumber: client })),
  );
  const { Messages, IsPartial } = await listed(own, client);
  assert.deepEqual([Messages.length, IsPartial], [mostSentMessages, true]);
});

test('a telephone’s number and an unknown product are refused, and another merchant’s messages are not shown', async () => {
  for (const ToEnd of ['0825550155', '12a4']) {
    const { status, text } = await keep(own, [draft({ ToEnd })]);
    assert.deepEqual([status, /ToEnd/.test(text)], [400, true]);
  }
  const message = draft();
  await keep(own, [message]);
  const other = await fetch(`${own.origin}/sent-messages/1002/EFT?ClientNumber=${message.ClientNumber}`, {
    headers: { authorization: `Bearer ${await own.token('1002')}` },
  });
  assert.deepEqual(((await other.json()) as SentMessageList).Messages, []);
  const elsewhere = await fetch(`${own.origin}/sent-messages/1001/NONE`, {
    headers: { authorization: `Bearer ${await own.token('1001')}` },
  });
  assert.equal(elsewhere.status, 404);
});
