import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { temporaryFolder } from '#service/testing/database.ts';
import { client } from '#service/testing/samples.ts';
import { Wire } from '#service/testing/wire.ts';
import { startEmbedded, type Embedded } from './embedded.ts';

const wire = new Wire();
let service: TestService;
before(async () => void (service = await testService({ through: (url) => wire.through(url) })));
after(async () => {
  await service.close();
  wire.close();
});

test('without its database the service answers 503 with Retry-After and is not ready, and recovers when it is back', async () => {
  const token = await service.token();
  assert.equal((await service.call('clientCreate', client('G-1'))).status, 200);

  wire.set(true);
  for (const answer of [
    await service.call('clientList', {}, { token }),
    await service.call('clientCreate', client('G-2'), { token }),
  ]) {
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.equal(answer.errors[0]?.Code, 'UNAVAILABLE');
  }
  assert.equal((await fetch(`${service.origin}/readyz`)).status, 503);
  assert.equal((await fetch(`${service.origin}/healthz`)).status, 200);

  wire.set(false);
  const back = await service.call('clientList', {}, { token });
  assert.deepEqual(
    back.records.map((it) => it.ClientNumber),
    ['G-1'],
  );
  assert.equal((await service.call('clientCreate', client('G-2'), { token })).successful.length, 1);
});

test('connections cut under load: only 200 and 503, and everything acknowledged is stored', async (t) => {
  const token = await service.token();
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let next = 20;
  const cutNowAndThen = () => {
    if (acknowledged.length < next) return;
    next += 20;
    wire.set(true);
    wire.set(false);
  };
  const send = async (lane: number) => {
    for (let n = 0; n < 40; n++) {
      const number = `L-${lane}-${n}`;
      const answer = await service.call('clientCreate', client(number), { token });
      statuses.add(answer.status);
      if (answer.successful.length === 1) acknowledged.push(number);
      cutNowAndThen();
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, lane) => send(lane)));
  assert.ok(!statuses.has(500), [...statuses].join(' '));
  const stored = new Set((await service.call('clientList', {}, { token })).records.map((it) => it.ClientNumber));
  assert.ok(statuses.has(503) && acknowledged.length > 100, `${acknowledged.length} acknowledged`);
  for (const number of acknowledged) assert.ok(stored.has(number), number);
  t.diagnostic(`${acknowledged.length} inputs tried`);
  t.diagnostic(`${next / 20 - 1} faults made`);
});

const addressOf = ({ connection }: Embedded): string =>
  `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`;

test('the server restarted under load: only 200 and 503, and everything acknowledged is stored once', async () => {
  const folder = await temporaryFolder();
  const directory = path.join(folder, 'data');
  let server = await startEmbedded(directory);
  const restartable = new Wire();
  const other = await testService({ through: () => restartable.through(addressOf(server)) });
  try {
    const token = await other.token();
    const statuses = new Set<number>();
    const acknowledged = new Set<string>();
    let restarts = 0;
    let restarting: Promise<void> | undefined;
    const restart = async () => {
      await server.stop();
      server = await startEmbedded(directory);
      restartable.lead(addressOf(server));
      restarts++;
      restarting = undefined;
    };
    const lane = async (of: number) => {
      for (let n = 0; n < 60; n++) {
        const number = `X-${of}-${n}`;
        const headers = { 'idempotency-key': number };
        // Like a careful caller: repeats with the same key until there is an answer.
        for (let isAnswered = false; !isAnswered;) {
          const answer = await other.call('clientCreate', client(number), { token, headers });
          statuses.add(answer.status);
          isAnswered = answer.status === 200;
          if (isAnswered) assert.equal(answer.successful.length, 1, answer.text);
          else await restarting;
        }
        acknowledged.add(number);
        if (acknowledged.size >= 100 * (restarts + 1) && restarts < 2) restarting ??= restart();
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, of) => lane(of)));
    await restarting;
    assert.equal(restarts, 2);
    assert.deepEqual([...statuses].toSorted(), [200, 503]);
    const stored = (await other.call('clientList', {}, { token })).records.map((it) => it.ClientNumber);
    assert.deepEqual(stored.toSorted(), [...acknowledged].toSorted());
  } finally {
    await other.close();
    restartable.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
