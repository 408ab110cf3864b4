import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { operations } from '#contract/operations.ts';
import { allPermissions } from '#contract/permissions.ts';
import { addDays } from '#rules/calendar.ts';
import { saveProgram } from '#service/auth/users.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client, nextMonth } from '#service/testing/samples.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const under = (key: string) => ({ headers: { 'idempotency-key': key } });

const clientsNamed = async (ClientNumber: string, merchant = '1001') =>
  (await service.call('clientList', { ClientNumber }, { merchant })).records.length;

/** A contract with one distant instalment, to add others to. */
async function contract(number: string): Promise<number> {
  await service.call('clientCreate', client(number));
  const created = await service.call('contractCreate', {
    ClientNumber: number,
    ContractNumber: 'A',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(service.clock.today())} 00:00`,
    InstalmentAmount: 1,
    NumberOfInstalments: 1,
  });
  return created.successful[0]?.ContractSequence ?? 0;
}

const instalmentsOf = async (ContractSequence: number) =>
  (await service.call('instalmentList', { ContractSequence })).records;

test('a repeated create, edit or cancel gets the same bytes and does nothing more', async () => {
  const ContractSequence = await contract('R-1');
  const at = `${addDays(service.clock.today(), 9)} 00:00`;
  const create = () =>
    service.call('instalmentCreate', { ContractSequence, InstalmentActionDate: at, InstalmentAmount: 5 }, under('c'));
  const [created, again] = [await create(), await create()];
  assert.equal(created.successful[0]?.InstalmentSequence, 2);
  assert.equal(again.text, created.text);
  assert.equal((await instalmentsOf(ContractSequence)).length, 2);

  const one = { ContractSequence, InstalmentSequence: 2 };
  const edit = () => service.call('instalmentEdit', { ...one, InstalmentAmount: 6 }, under('e'));
  const edited = await edit();
  await service.call('instalmentEdit', { ...one, InstalmentAmount: 7 });
  assert.equal((await edit()).text, edited.text);
  assert.equal(
    (await instalmentsOf(ContractSequence))[1]?.InstalmentAmount,
    7,
    'a repeat does not undo what came after',
  );

  const cancel = () => service.call('instalmentCancel', one, under('d'));
  const cancelled = await cancel();
  assert.equal(cancelled.successful.length, 1);
  assert.equal((await cancel()).text, cancelled.text);
  const refused = await service.call('instalmentCancel', one, under('d2'));
  assert.equal(refused.failed[0]?.Errors[0]?.Code, 'NOT_SCHEDULED');
});

test('an answer with refused items is stored unchanged', async () => {
  const items = [client('F-1'), { ...client('F-2'), ClientName: '' }];
  const first = await service.call('clientCreate', items, under('partly'));
  assert.deepEqual([first.successful.length, first.failed.length], [1, 1]);
  assert.equal((await service.call('clientCreate', items, under('partly'))).text, first.text);
});

test('a key with a different request is refused, and that request does nothing', async () => {
  await service.call('clientCreate', client('O-1'), under('other'));
  const others = [
    await service.call('clientCreate', client('O-2'), under('other')),
    await service.call('clientCreate', [client('O-1'), client('O-2')], under('other')),
    await service.call('clientEdit', client('O-1'), under('other')),
    await service.call('clientCreate', client('O-1'), { product: 'DEBICHECK', ...under('other') }),
    await service.call('instalmentCancel', { ContractSequence: 1, InstalmentSequence: 1 }, under('other')),
  ];
  for (const answer of others) {
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.errors[0]?.Code, 'IDEMPOTENCY_KEY_REUSED');
  }
  assert.equal((await service.call('clientList', { ClientNumber: 'O-2' })).status, 404);
  assert.equal((await service.call('clientList', { ClientNumber: 'O-1' }, { product: 'DEBICHECK' })).status, 404);
});

test('a call that was refused as a whole leaves its key free', async () => {
  const { url, init } = requestOf(operations.clientCreate, service.origin, '1001', 'EFT', client('N-1'));
  const send = async (more: { authorization?: string; body?: string; merchant?: string }) => {
    const to = more.merchant ? url.href.replace('/1001/', `/${more.merchant}/`) : url;
    const authorization = more.authorization ?? `Bearer ${await service.token()}`;
    const headers = { ...init.headers, authorization, ...under('free').headers };
    return (await fetch(to, { ...init, headers, body: more.body ?? init.body })).status;
  };
  assert.equal(await send({ authorization: 'Bearer x.y.z' }), 401);
  assert.equal(await send({ merchant: '1002' }), 404);
  assert.equal(await send({ body: '{"ClientPostRequest":[]}' }), 400);
  assert.equal(await send({}), 200);
  assert.equal(await clientsNamed('N-1'), 1);
});

test('a key is 1 to 255 printable ASCII characters', async () => {
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'clé']) {
    const answer = await service.call('clientCreate', client('K-0'), under(key));
    assert.equal(answer.status, 400, JSON.stringify(key));
    assert.equal(answer.errors[0]?.Code, 'IDEMPOTENCY_KEY');
  }
  assert.equal((await service.call('clientList', { ClientNumber: 'K-0' })).status, 404);
  for (const [index, key] of ['x', 'x'.repeat(255), 'a b "c" ~!'].entries())
    assert.equal((await service.call('clientCreate', client(`K-${index + 1}`), under(key))).successful.length, 1);
});

test('a read ignores a key', async () => {
  const [one, two] = [
    await service.call('clientList', {}, under('c')),
    await service.call('clientList', {}, under('c')),
  ];
  assert.equal(one.status, 200);
  assert.notEqual(one.text, two.text, 'CallSequence goes on');
});

test('other merchants and other callers have their own keys', async () => {
  await service.call('clientCreate', client('S-1'), under('shared'));
  const elsewhere = await service.call('clientCreate', client('S-2'), { merchant: '1002', ...under('shared') });
  assert.equal(elsewhere.successful.length, 1);
  assert.equal(await clientsNamed('S-2', '1002'), 1);

  const program = { clientId: 'other', name: 'Other', secret: 'other-secret-of-a-test' };
  await saveProgram(service.database.pool, { ...program, permissions: allPermissions, merchants: ['1001'] });
  const granted = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${Buffer.from(`${program.clientId}:${program.secret}`).toString('base64')}` },
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const other = await service.call('clientCreate', client('S-3'), { token, ...under('shared') });
  assert.equal(other.successful.length, 1, other.text);
});

test('eight simultaneous callers with one key: one effect, one answer', async () => {
  const ContractSequence = await contract('P-1');
  const item = { ContractSequence, InstalmentActionDate: `${addDays(service.clock.today(), 9)} 00:00` };
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        service.call('instalmentCreate', { ...item, InstalmentAmount: 10 + round }, under(`parallel-${round}`)),
      ),
    );
    assert.equal(new Set(answers.map((it) => it.text)).size, 1);
    assert.equal(answers[0]?.successful.length, 1, answers[0]?.text);
    assert.equal((await instalmentsOf(ContractSequence)).length, 2 + round);
  }
});

/** What happens to one sending of a request: it never leaves, its answer is lost, it arrives, it arrives twice. */
const deliveries = ['lost', 'unanswered', 'sent', 'doubled'] as const;

test('whatever is lost, doubled or reordered on the network, each write takes effect once', async () => {
  const at = `${addDays(service.clock.today(), 9)} 00:00`;
  let run = 0;
  const intents = fc.array(
    fc.record({
      items: fc.integer({ min: 1, max: 4 }),
      fates: fc.array(fc.constantFrom(...deliveries), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(intents, fc.infiniteStream(fc.nat(1000)), async (given, order) => {
      const name = `Q-${++run}`;
      const ContractSequence = await contract(name);
      const authorization = `Bearer ${await service.token()}`;
      const answers = given.map(() => new Set<string>());
      const send = async (index: number, signal?: AbortSignal) => {
        const items = Array.from({ length: given[index]?.items ?? 0 }, (_, n) => ({
          ContractSequence,
          InstalmentActionDate: at,
          InstalmentAmount: 100 * (index + 1) + n,
        }));
        const { url, init } = requestOf(operations.instalmentCreate, service.origin, '1001', 'EFT', items);
        const headers = { ...init.headers, authorization, 'idempotency-key': `${name} ${index}` };
        const answer = await fetch(url, { ...init, headers, signal });
        assert.equal(answer.status, 200);
        answers[index]?.add(await answer.text());
      };
      const sendings = given.flatMap((it, index) =>
        it.fates.map((delivery) => ({ index, delivery, place: order.next().value })),
      );
      const happen = async ({ index, delivery, place }: (typeof sendings)[number]) => {
        if (delivery === 'lost') return;
        if (delivery === 'unanswered')
          return send(index, AbortSignal.timeout(place % 25)).catch((error: Error) => {
            if (error.name !== 'TimeoutError') throw error;
          });
        await Promise.all([send(index), ...(delivery === 'doubled' ? [send(index)] : [])]);
      };
      // All even positions at once, then the others: some overtake, some are late.
      const ordered = sendings.toSorted((one, other) => one.place - other.place);
      await Promise.all(ordered.filter((_, n) => n % 2 === 0).map(happen));
      for (const it of ordered.filter((_, n) => n % 2 === 1)) await happen(it);
      // Every request is repeated, answered or not.
      for (const index of given.keys()) await send(index);

      for (const [index, texts] of answers.entries()) assert.equal(texts.size, 1, `intent ${index} has one answer`);
      const added = (await instalmentsOf(ContractSequence)).slice(1).map((it) => it.InstalmentAmount ?? 0);
      const wanted = given.flatMap((it, index) => Array.from({ length: it.items }, (_, n) => 100 * (index + 1) + n));
      assert.deepEqual(
        added.toSorted((a, b) => a - b),
        wanted,
      );
    }),
    { numRuns: 20 },
  );
});
