import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { testService, type TestService } from './testing/app.ts';
import { client } from './testing/samples.ts';

/** A wire to the database that can be cut: what a network or a restart does, as the service sees it. */
class Wire {
  private readonly sockets = new Set<Socket>();
  private cut = false;
  private server: Server | undefined;

  async through(databaseUrl: string): Promise<string> {
    const to = new URL(databaseUrl);
    const folder = to.searchParams.get('host');
    const port = Number(to.port || 5432);
    this.server = createServer((near) => {
      if (this.cut) return near.destroy();
      const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, to.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => this.sockets.delete(one) && other.destroy());
      }
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    to.searchParams.delete('host');
    to.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    return to.href;
  }

  set(isCut: boolean): void {
    this.cut = isCut;
    if (isCut) for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.set(true);
    this.server?.close();
  }
}

const wire = new Wire();
let service: TestService;
before(async () => void (service = await testService({ through: (url) => wire.through(url) })));
after(async () => {
  await service.close();
  wire.close();
});

test('the database gone: reads and writes answer 503 with Retry-After, readiness says so, and all is well when it is back', async () => {
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

test('a connection that is cut under load: only 200 and 503, and what was acknowledged is there', async () => {
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
});
