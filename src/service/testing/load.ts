import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from './app.ts';
import { client, mandate, nextMonth } from './samples.ts';
import { until } from './until.ts';

interface Sent {
  merchant: string;
  key: string;
  amount: number;
  answer?: string;
  tries: number;
}

const merchants = ['1001', '1002', '1003', '1004'];
const size = 3;

/** Starts senders that behave like careful programs: they send batches with a key, and repeat them until answered. */
export async function startLoad(service: TestService) {
  const today = service.clock.today();
  await Promise.all(
    merchants.map(async (merchant) => {
      await service.call('clientCreate', client('F'), { merchant });
      const base = await service.call('mandateCreate', mandate(today, 'F', 'F'), { merchant });
      assert.equal(base.successful.length, 1, base.text);
    }),
  );
  const sent: Sent[] = [];
  const statuses = new Set<number>();
  const ending = new AbortController();
  const lane = async (merchant: string) => {
    while (!ending.signal.aborted) {
      const call: Sent = { merchant, key: `${merchant}-${sent.length}`, amount: 1 + sent.length, tries: 0 };
      sent.push(call);
      while (call.answer === undefined && !ending.signal.aborted) {
        const answer = await deliver(service, call);
        statuses.add(answer.status);
        if (answer.status === 200) call.answer = answer.text;
        else await pause(20);
      }
    }
  };
  const lanes = merchants.map(lane);
  // `end` reports their errors; a test that failed before must not fail with these.
  for (const it of lanes) it.catch(() => undefined);
  const answered = () => sent.filter((it) => it.answer !== undefined).length;
  return {
    sent,
    statuses,
    /** Waits for `count` more answers. */
    async flow(count: number) {
      const enough = answered() + count;
      await until(() => answered() >= enough);
    },
    async end() {
      ending.abort();
      await Promise.all(lanes);
    },
  };
}

function deliver(service: TestService, call: Sent) {
  call.tries++;
  const item = {
    ClientNumber: 'F',
    ContractNumber: 'F',
    InstalmentActionDate: `${nextMonth(service.clock.today())} 08:00`,
    InstalmentAmount: call.amount,
  };
  const items = Array.from({ length: size }, () => item);
  return service.call('instalmentCreate', items, {
    merchant: call.merchant,
    headers: { 'idempotency-key': call.key },
  });
}

/** Compares stored with acknowledged batches. A batch without an answer may be stored, but then complete and once. */
export async function audit(service: TestService, sent: Sent[]) {
  const verdict = { lost: 0, torn: 0, doubled: 0, different: 0 };
  for (const merchant of merchants) {
    const counts = new Map<number, number>();
    const { records } = await service.call('instalmentList', {}, { merchant });
    for (const { InstalmentAmount = 0 } of records)
      counts.set(InstalmentAmount, (counts.get(InstalmentAmount) ?? 0) + 1);
    for (const it of sent.filter((one) => one.merchant === merchant)) {
      const count = counts.get(it.amount) ?? 0;
      if (count === 0 && it.answer !== undefined) verdict.lost++;
      if (count > 0 && count < size) verdict.torn++;
      if (count > size) verdict.doubled++;
    }
  }
  const answered = sent.filter((it) => it.answer !== undefined);
  for (const it of [...answered.filter(({ tries }) => tries > 1), ...answered.slice(-3)])
    if ((await deliver(service, it)).text !== it.answer) verdict.different++;
  return verdict;
}

/** Everything acknowledged is stored, complete and once, and repeats get the same bytes. */
export const sound = { lost: 0, torn: 0, doubled: 0, different: 0 };
