import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths } from '#rules/calendar.ts';
import { freePort, numbersKeyFile, testService, tokenFrom, type TestService } from '#service/testing/app.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';
import { startService } from '#service/testing/service-process.ts';
import { until } from '#service/testing/until.ts';

/** Moves of the test clock that take longer than their call waits. */

interface Summary {
  Count: number;
  Amount: number;
}
interface Tallies {
  Collected: Summary;
  Unpaid: Summary;
}
interface Answer extends Tallies {
  Now: string;
  Move?: Tallies & { From: string; To: string; IsFinished: boolean; Left: number };
}

async function ask(origin: string, token: string, move?: { Today: string }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(
    `${origin}/sandbox/clock/1001`,
    move ? { method: 'POST', headers, body: JSON.stringify(move) } : { headers },
  );
  return { status: answer.status, body: (await answer.json()) as Answer };
}

/** Clients with one debit each, due by `target`. Of every four one never pays and three always do: no debit is returned later. */
async function withDebits(service: TestService, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => `K-${n}`);
  const clients = numbers.map((number, n) => ({
    ...client(number),
    AccountNumber: 620_0000_0000 + n * 10_000 + (n % 4 === 0 ? 0 : 1111),
  }));
  const created = await service.call('clientCreate', clients);
  assert.equal(created.successful.length, count, created.text.slice(0, 300));
  const mandates = numbers.map((number) => ({
    ...mandate(service.clock.today(), number, 'A'),
    NumberOfInstalments: 1,
    TrackingYN: 'N',
  }));
  const stored = await service.call('mandateCreate', mandates);
  assert.equal(stored.successful.length, count, stored.text.slice(0, 300));
}

/** Late enough for outcomes delayed by public holidays. */
const target = (service: TestService) => addDays(addMonths(nextMonth(service.clock.today()), 1), 10);

/** Per contract: number of collections and their results. */
async function transactions(service: TestService) {
  const { rows } = await service.database.pool.query<{ contract: number; count: number; status: string }>(
    `with me as (select set_config('app.merchant', '1001', true))
      select contract_sequence as contract, count(*) as count, min(status) as status, min(transaction_date) as at
        from me, transaction group by 1 order by 1`,
  );
  return rows;
}

test('a move that takes longer than its call reports its progress, goes on, and ends as a single run would', async () => {
  const steps = await testService({ clockWait: 0 });
  const atOnce = await testService({ clockWait: 60_000 });
  try {
    for (const service of [steps, atOnce]) await withDebits(service, 600);
    const whole = await ask(atOnce.origin, await atOnce.token(), { Today: target(atOnce) });
    assert.equal(whole.status, 200);

    const token = await steps.token();
    const first = await ask(steps.origin, token, { Today: target(steps) });
    assert.equal(first.status, 202);
    assert.equal(first.body.Move?.IsFinished, false);
    const done = (move: Answer['Move']) => (move ? move.Collected.Count + move.Unpaid.Count : 0);
    // The two figures of an answer are read one after the other, so only their order is certain.
    assert.ok(done(first.body.Move) + (first.body.Move?.Left ?? 0) >= 600);
    // A request during the move extends it.
    assert.ok((await ask(steps.origin, token, { Today: target(steps) })).status < 300);

    let last: Answer['Move'];
    await until(async () => {
      const { body } = await ask(steps.origin, token);
      assert.ok(done(body.Move) >= done(last), 'never fewer than before');
      last = body.Move;
      return last?.IsFinished === true;
    }, 60);
    assert.equal(last?.Left, 0);
    assert.deepEqual([last?.Collected, last?.Unpaid], [whole.body.Collected, whole.body.Unpaid]);
    assert.equal(done(last), 600);
    assert.deepEqual(await transactions(steps), await transactions(atOnce));
  } finally {
    await Promise.all([steps.close(), atOnce.close()]);
  }
});

test('after a kill -9 in the middle of a move, the restart does the rest, and nothing is collected twice', async () => {
  const service = await testService({ isAlone: true });
  const count = 1500;
  try {
    await withDebits(service, count);
    // The sandbox counts as filled once it has its first merchant.
    await service.database.pool.query(
      `select set_config('app.merchant', '1001', false); insert into merchant values ('1001', 'Umthombo')`,
    );
    const environment = {
      PORT: String(await freePort()),
      DATABASE_URL: service.database.pool.options.connectionString ?? '',
      SANDBOX: 'on',
      NUMBERS_KEY_FILE: numbersKeyFile,
    };
    const first = await startService(environment);
    const token = await tokenFrom(first.address);
    const left = async () => (await ask(first.address, token)).body.Move?.Left ?? count;
    // Two at once.
    const cut = [0, 1].map(() => ask(first.address, token, { Today: target(service) }).catch(() => undefined));
    await until(async () => (await left()) < count);
    await first.kill('SIGKILL');
    await Promise.all(cut);

    const rest = await startService(environment);
    // As if a minute had passed, after which the clearing job is due again.
    await service.database.pool.query(`update job set run_at = now(), claimed_until = null where kind = 'clearing'`);
    const again = await tokenFrom(rest.address);
    let move: Answer['Move'];
    await until(async () => {
      move = (await ask(rest.address, again)).body.Move;
      return move?.IsFinished === true;
    }, 60);
    assert.equal((move?.Collected.Count ?? 0) + (move?.Unpaid.Count ?? 0), count);
    const collected = await transactions(service);
    assert.equal(collected.length, count);
    for (const it of collected) assert.equal(it.count, 1, `contract ${it.contract}`);
    const { rows } = await service.database.pool.query<{ events: number }>(
      `with me as (select set_config('app.merchant', '1001', true))
        select count(*) as events from me, change where changed_by = 'clearing' and subject = 'instalment'
          group by contract_sequence having count(*) <> 2`,
    );
    assert.deepEqual(rows, [], 'each was submitted once and answered once');
    await rest.kill('SIGTERM');
  } finally {
    await service.close();
  }
});
