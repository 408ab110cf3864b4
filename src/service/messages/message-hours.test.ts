import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { SentMessageDraft, SentMessageList } from '#contract/sent-messages.ts';
import type { MessageHours } from '#contract/settings-records.ts';
import { addDays, dateOf } from '#rules/calendar.ts';
import type { Clock } from '#service/base/clock.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { sendWaiting } from './send-waiting.ts';
import { storeWaiting } from './store-messages.ts';

/** When messages go, of this server's own records and in front of a provider. */

let wall = '';
const clock: Clock = {
  now: (days = 0) => `${addDays(dateOf(wall), days)}${wall.slice(10)}`,
  today: (days = 0) => addDays(dateOf(wall), days),
};

let own: TestService;
let gateway: TestGateway;
before(async () => {
  wall = '2026-11-24 12:00';
  [own, gateway] = await Promise.all([testService({ isAlone: true, clock }), startTestGateway(undefined, { clock })]);
  for (const { database } of [own, gateway.front])
    await database.schema.query(
      `insert into merchant (merchant, name) values ('1001', 'Karoo Solar') on conflict do nothing`,
    );
});
after(() => Promise.all([own?.close(), gateway?.close()]));

const everywhere = (run: (service: TestService) => Promise<void>) => async () => {
  for (const service of [own, gateway.front]) {
    wall = '2026-11-24 12:00';
    await run(service);
  }
};

const hours: MessageHours = {
  From: '08:00',
  To: '20:00',
  Saturdays: true,
  Sundays: false,
  Holidays: false,
  MostWeekly: null,
};
let administrators = 0;
async function setHours(service: TestService, Hours: MessageHours | null): Promise<void> {
  const { call, signIn } = settingsOf(service);
  const token = await signIn(`administrator-${++administrators}`, 'administrator:*');
  const { status, errors } = await call(token, 'messageHoursSave', { path: { number: '1001' }, body: { Hours } });
  assert.equal(status, 200, JSON.stringify(errors));
}

let next = 0;
const newPhone = () => `2782${String(9_000_000 + ++next)}`;

async function send(service: TestService, to: string, messageId: string = randomUUID()) {
  const content = {
    templateName: 'mandate_request',
    language: 'en',
    templateData: { body: { placeholders: ['Naledi', 'R 1,00'] } },
  };
  const { body } = await service.call('templateSend', { messages: [{ from: '27105550100', to, messageId, content }] });
  if (!('messages' in body)) throw new Error(JSON.stringify(body));
  const [answer] = (body as { messages: { messageId: string; status: { name: string; description: string } }[] })
    .messages;
  assert.ok(answer);
  return { messageId: answer.messageId, status: answer.status.name, text: answer.status.description };
}

/** Those that went, by their recipients, at the network's end. */
const gone = (service: TestService): Promise<string[]> =>
  inTransaction((service === own ? own : gateway.bank).database.pool, { organisation: 'demo' }, async (connection) => {
    const { rows } = await connection.query<{ to: string }>('select recipient as to from message');
    return rows.map(({ to }) => to);
  });

/** The server in front of a provider sends by itself. */
async function pass(service: TestService): Promise<void> {
  if (service === own)
    await sendWaiting({ pool: own.database.pool, clock, numbers: own.numbers, handOver: storeWaiting });
}

test(
  'a message of the evening waits for the morning, is sent once, and may be sent again meanwhile without going twice',
  everywhere(async (service) => {
    await setHours(service, hours);
    const [to, other] = [newPhone(), newPhone()];
    assert.equal((await send(service, other)).status, 'PENDING_ACCEPTED');
    wall = '2026-11-24 20:00';
    const { messageId, status, text } = await send(service, to);
    assert.equal(status, 'PENDING_SCHEDULED');
    assert.match(text, /^Accepted\. It goes on Wed 25 Nov 2026, 08:00, /);
    assert.equal((await send(service, to, messageId)).status, 'PENDING_SCHEDULED');
    assert.equal((await send(service, other, messageId)).status, 'REJECTED_DUPLICATE_MESSAGE_ID');
    wall = '2026-11-25 07:59';
    await pass(service);
    assert.ok(!(await gone(service)).includes(to));
    wall = '2026-11-25 08:00';
    await pass(service);
    await until(async () => (await gone(service)).includes(to));
    await pass(service);
    assert.equal((await send(service, to, messageId)).status, 'PENDING_ACCEPTED');
    assert.equal((await gone(service)).filter((it) => it === to).length, 1);
    await setHours(service, null);
  }),
);

test(
  'who wants no messages any more when one might go gets none, and it is listed as refused',
  everywhere(async (service) => {
    await setHours(service, hours);
    const ClientNumber = `HOURS-${++next}`;
    const phone = `082${String(9_500_000 + next)}`;
    await service.call('clientCreate', { ...client(ClientNumber), CellphoneNumber: phone });
    const headers = { authorization: `Bearer ${await service.token('1001')}`, 'content-type': 'application/json' };
    const to = `27${phone.slice(1)}`;
    const messageId = await note(service, { ClientNumber });
    const listed = async () => {
      const answer = await fetch(`${service.origin}/sent-messages/1001/EFT?ClientNumber=${ClientNumber}`, { headers });
      return ((await answer.json()) as SentMessageList).Messages[0]?.Status?.name;
    };
    wall = '2026-11-28 21:00';
    assert.equal((await send(service, to, messageId)).status, 'PENDING_SCHEDULED');
    assert.equal(await listed(), 'PENDING_SCHEDULED');
    const out = await fetch(`${service.origin}/opt-outs/1001/EFT`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ ClientNumber, IsOptedOut: true }),
    });
    assert.equal(out.status, 200, await out.text());
    wall = '2026-11-30 08:00';
    await pass(service);
    await until(async () => (await listed()) === 'REJECTED_OPTED_OUT');
    assert.ok(!(await gone(service)).includes(to));
    const { rows } = await service.database.schema.query(
      `select 1 from audit_entry where entry::text like '%"sending-waiting"%' and entry::text like '%"OPTED_OUT":1%'`,
    );
    assert.equal(rows.length, 1);
    await setHours(service, null);
  }),
);

/** Keeps whom a message goes to, as the console does before it is sent. */
async function note(service: TestService, draft: Partial<SentMessageDraft>): Promise<string> {
  const MessageId = randomUUID();
  const answer = await fetch(`${service.origin}/sent-messages/1001/EFT`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await service.token('1001')}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      Organisation: 'demo',
      Messages: [{ MessageId, Template: 'mandate_request', ToEnd: '1234', ...draft }],
    }),
  });
  assert.equal(answer.status, 200, await answer.text());
  return MessageId;
}

test(
  'a reminder goes only while its debit is as it says: not once it is moved, cancelled or of another amount, or its day is over',
  everywhere(async (service) => {
    await setHours(service, hours);
    const contract = async () => {
      const [ClientNumber, ContractNumber] = [`DEBIT-${++next}`, `K-${next}`];
      await service.call('clientCreate', client(ClientNumber));
      const { successful, text } = await service.call('contractCreate', {
        ClientNumber,
        ContractNumber,
        FrequencyCode: 'WEEK',
        CollectionDay: 4,
        InstalmentStartDate: '2026-12-03 00:00',
        InstalmentAmount: 100,
        NumberOfInstalments: 3,
      });
      assert.equal(successful.length, 1, text);
      return { ClientNumber, ContractNumber, InstalmentSequence: 1 };
    };
    wall = '2026-11-28 21:00';
    const remind = async (debit: Partial<SentMessageDraft>, InstalmentActionDate = '2026-12-03') => {
      const to = newPhone();
      const messageId = await note(service, { ...debit, InstalmentActionDate, InstalmentAmount: 100 });
      assert.equal((await send(service, to, messageId)).status, 'PENDING_SCHEDULED');
      return to;
    };
    const same = await contract();
    const going = await remind(same);
    const [moved, cancelled, dearer] = [await contract(), await contract(), await contract()];
    const staying = [await remind(moved), await remind(cancelled), await remind(dearer)];
    staying.push(await remind(same, '2026-11-27'), await remind({ ...same, InstalmentSequence: 9 }));
    const edits = [
      await service.call('instalmentEdit', { ...moved, InstalmentActionDate: '2026-12-04 00:00' }),
      await service.call('instalmentEdit', { ...dearer, InstalmentAmount: 120 }),
      await service.call('instalmentCancel', cancelled),
    ];
    for (const { successful, text } of edits) assert.equal(successful.length, 1, text);
    wall = '2026-11-30 08:00';
    await pass(service);
    await until(async () => (await gone(service)).includes(going));
    await pass(service);
    const all = await gone(service);
    assert.deepEqual(
      staying.filter((it) => all.includes(it)),
      [],
    );
    const { rows } = await service.database.schema.query(
      `select 1 from waiting_message where refusal like '%REJECTED_DEBIT_CHANGED%' and content is null`,
    );
    assert.equal(rows.length, 5);
    await setHours(service, null);
  }),
);

test(
  'a client gets no more messages in a week than the merchant allows; the others wait their turn',
  everywhere(async (service) => {
    await setHours(service, { ...hours, MostWeekly: 2 });
    const to = newPhone();
    const statuses = [];
    for (let times = 0; times < 4; times++) statuses.push(await send(service, to));
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['PENDING_ACCEPTED', 'PENDING_ACCEPTED', 'PENDING_SCHEDULED', 'PENDING_SCHEDULED'],
    );
    assert.match(statuses[2]?.text ?? '', /Tue 1 Dec 2026, 12:00/);
    const count = async () => (await gone(service)).filter((it) => it === to).length;
    await until(async () => (await count()) === 2);
    wall = '2026-12-01 12:00';
    await pass(service);
    await until(async () => (await count()) === 4);
    await setHours(service, null);
  }),
);

test(
  'a rule that ends lets go what waits, and a stricter one holds it longer',
  everywhere(async (service) => {
    await setHours(service, hours);
    wall = '2026-11-27 21:00';
    const [first, second] = [newPhone(), newPhone()];
    await send(service, first);
    await setHours(service, { ...hours, Saturdays: false });
    wall = '2026-11-28 09:00';
    await pass(service);
    await send(service, second);
    assert.ok(!(await gone(service)).includes(first));
    await setHours(service, null);
    wall = '2026-11-30 08:00';
    await pass(service);
    await until(async () => {
      const all = await gone(service);
      return all.includes(first) && all.includes(second);
    });
  }),
);

test(
  'what waits can be taken back until it has gone, by who sends messages of that merchant',
  everywhere(async (service) => {
    await setHours(service, hours);
    const [to, other] = [newPhone(), newPhone()];
    const messageId = await note(service, { ClientNumber: 'BACK-1' });
    const goneId = await note(service, { ClientNumber: 'BACK-1' });
    assert.equal((await send(service, other, goneId)).status, 'PENDING_ACCEPTED');
    wall = '2026-11-24 21:00';
    assert.equal((await send(service, to, messageId)).status, 'PENDING_SCHEDULED');
    const takeBack = async (merchant = '1001') => {
      const answer = await fetch(`${service.origin}/sent-messages/${merchant}/EFT/take-back`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await service.token(merchant)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ Messages: [messageId, goneId, 'none of ours'] }),
      });
      assert.equal(answer.status, 200, await answer.clone().text());
      return ((await answer.json()) as { TakenBack: string[] }).TakenBack;
    };
    assert.deepEqual(await takeBack('1002'), []);
    assert.deepEqual(await takeBack(), [messageId]);
    assert.deepEqual(await takeBack(), []);
    wall = '2026-11-25 08:00';
    await pass(service);
    await setHours(service, null);
    const later = newPhone();
    await send(service, later);
    await until(async () => (await gone(service)).includes(later));
    assert.ok(!(await gone(service)).includes(to));
  }),
);

test(
  'times that are none, and an end before the beginning, are refused by their field',
  everywhere(async (service) => {
    const { call, signIn } = settingsOf(service);
    const token = await signIn(`administrator-${++administrators}`, 'administrator:*');
    for (const [wrong, field] of [
      [{ From: '8:00' }, 'From'],
      [{ To: '24:01' }, 'To'],
      [{ From: '20:00', To: '08:00' }, 'To'],
      [{ MostWeekly: 0 }, 'MostWeekly'],
    ] as const) {
      const body = { Hours: { ...hours, ...wrong } };
      const { status, errors } = await call(token, 'messageHoursSave', { path: { number: '1001' }, body });
      assert.equal(status, 400);
      assert.ok(errors[0]?.Field?.endsWith(field), JSON.stringify(errors));
    }
  }),
);
