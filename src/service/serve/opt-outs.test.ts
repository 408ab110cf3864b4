import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { OptOutChange, OptOutList } from '#contract/opt-outs.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client } from '#service/testing/samples.ts';

/** Clients who want no messages, of this server's own records and in front of a provider. */

let own: TestService;
let gateway: TestGateway;
before(async () => {
  [own, gateway] = await Promise.all([testService(), startTestGateway()]);
});
after(() => Promise.all([own?.close(), gateway?.close()]));

const everywhere = (run: (service: TestService) => Promise<void>) => async () => {
  for (const service of [own, gateway.front]) await run(service);
};

let next = 0;
/** A client with a telephone number that no other one has. */
async function payer(service: TestService) {
  const ClientNumber = `OPT-${String(++next)}`;
  const phone = `08256${String(50_500 + next)}`;
  const { successful, text } = await service.call('clientCreate', { ...client(ClientNumber), CellphoneNumber: phone });
  assert.equal(successful.length, 1, text);
  return { ClientNumber, phone };
}

async function ask(
  { origin, token }: TestService,
  { body, as, query = '' }: { body?: object; as?: string; query?: string },
) {
  const answer = await fetch(`${origin}/opt-outs/1001/EFT${query}`, {
    method: body ? 'PUT' : 'GET',
    headers: {
      authorization: `Bearer ${as ?? (await token('1001'))}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function set(service: TestService, body: OptOutChange): Promise<void> {
  const { status, text } = await ask(service, { body });
  assert.equal(status, 200, text);
}

const listed = async (service: TestService, query = '') =>
  (JSON.parse((await ask(service, { query })).text) as OptOutList).OptOuts;

async function message(service: TestService, to: string, messageId: string = randomUUID()): Promise<string> {
  const content = {
    templateName: 'mandate_request',
    language: 'en',
    templateData: { body: { placeholders: ['Naledi', 'R 1,00'] } },
  };
  const { body } = await service.call('templateSend', { messages: [{ from: '27105550100', to, messageId, content }] });
  return (body as { messages: { status: { name: string } }[] }).messages[0]?.status.name ?? '';
}
const abroad = (phone: string) => `27${phone.slice(1)}`;

test(
  'who wants no messages gets none, however the number is written, until they want them again; others get theirs',
  everywhere(async (service) => {
    const [out, other] = [await payer(service), await payer(service)];
    const { ClientNumber, phone } = out;
    await set(service, { ClientNumber, IsOptedOut: true, Reason: 'Asked on the telephone' });
    for (const way of [abroad(phone), `+${abroad(phone)}`])
      assert.equal(await message(service, way), 'REJECTED_OPTED_OUT');
    assert.equal(await message(service, abroad(other.phone)), 'PENDING_ACCEPTED');
    await set(service, { ClientNumber, IsOptedOut: false });
    assert.equal(await message(service, abroad(phone)), 'PENDING_ACCEPTED');
  }),
);

test(
  'a new telephone number of a client who wants no messages gets none either',
  everywhere(async (service) => {
    const { ClientNumber, phone } = await payer(service);
    await set(service, { ClientNumber, IsOptedOut: true });
    const moved = phone.replace(/^082/, '083');
    const { successful, text } = await service.call('clientEdit', { ClientNumber, CellphoneNumber: moved });
    assert.equal(successful.length, 1, text);
    assert.equal(await message(service, abroad(moved)), 'REJECTED_OPTED_OUT');
  }),
);

test(
  'it is listed with who noted it and why, once, and each change has its entry',
  everywhere(async (service) => {
    const { ClientNumber } = await payer(service);
    const clerk = await settingsOf(service).signIn(`clerk-of-${ClientNumber.toLowerCase()}`, 'clerk:1001');
    const body = { ClientNumber, IsOptedOut: true, Reason: 'By e-mail' };
    for (let times = 0; times < 2; times++) assert.equal((await ask(service, { body, as: clerk })).status, 200);
    const [found, ...more] = await listed(service, `?ClientNumber=${ClientNumber}`);
    assert.deepEqual([found?.ClientNumber, found?.Reason, more], [ClientNumber, 'By e-mail', []]);
    assert.ok((await listed(service)).some((it) => it.ClientNumber === ClientNumber));
    const { rows } = await service.database.schema.query<{ entry: string }>(
      `select entry::text from audit_entry
        where entry::text like '%"opt-out.change"%' and entry::text like '%"' || $1 || '"%' order by sequence`,
      [ClientNumber],
    );
    assert.deepEqual(
      rows.map(({ entry }) => [/"IsOptedOut":true/.test(entry), /"IsRepeat":true/.test(entry)]),
      [
        [true, false],
        [true, true],
      ],
    );
  }),
);

test(
  'a client that does not exist and an account number as the reason are refused, and nothing is kept',
  everywhere(async (service) => {
    const { ClientNumber } = await payer(service);
    const unknown = await ask(service, { body: { ClientNumber: 'NOBODY', IsOptedOut: true } });
    assert.deepEqual([unknown.status, /"NOT_FOUND"/.test(unknown.text)], [400, true]);
    const numbered = { ClientNumber, IsOptedOut: true, Reason: 'Pays from 62001234567' };
    const told = await ask(service, { body: numbered });
    assert.deepEqual([told.status, /"Reason"/.test(told.text), /62001234567/.test(told.text)], [400, true, false]);
    assert.deepEqual(await listed(service, `?ClientNumber=${ClientNumber}`), []);
  }),
);
