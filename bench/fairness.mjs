// How one caller affects the others: health checks and another merchant's reads, while a heavy call is answered and
// while one merchant sends forty batches at once, compared with the idle service.
import { freePort } from '../scripts/ports.mjs';
import { startHelper } from './helper.mjs';
import { inFolder } from './last.mjs';
import { passYear } from './scale/tenants.mjs';
import { forgetPeak, peakMemory, startService } from './service-process.mjs';
import { ask, tokenFor, withBody } from './wire.mjs';

/** Probes per second of each sort, sent whether or not earlier ones were answered. */
const rate = 100;
/** A heavy call is repeated for at least this long. */
const leastSeconds = 8;
const idleSeconds = 15;
const heavy = '1001';
const other = '1016';
const collecting = '1002';

/** @type {[name: string, what: string][]} */
const calls = [
  ['unknown words', '9,000 items with 100 unknown words each'],
  ['one item', 'One item with 200,000 unknown words'],
  ['long series', '1,000 contracts of 600 instalments'],
  ['more long series', '5,000 contracts of 600 instalments'],
  ['small values', '16 MB of the smallest values'],
  ['long texts', '16 MB of long texts'],
  ['mandates', '10,000 mandates of 12 instalments'],
  ['payments', '84 payout contracts of 595 payments'],
  ['batch', '500 mandates of 12 instalments'],
];

/** @typedef {{ status: number, bytes: number, seconds: number }} Answer */
/** @typedef {{ path: string, headers?: Record<string, string> }} Probe */
/** @typedef {{ health: number[], read: number[], failed: number, answers: Answer[] }} Taken */

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const fairnessFigures = () =>
  inFolder('bench', async (folder) => {
    const service = await startService(await freePort(), { DATA_DIR: folder });
    const helper = startHelper('fairness/heavy.mjs');
    try {
      const { origin, pid } = service;
      const token = await withClient(origin, heavy);
      const theirs = await withClient(origin, other);
      const probes = {
        health: { path: '/healthz' },
        read: {
          path: `/v1/payments/${other}/maintain/clients/EFT?ClientNumber=BENCH`,
          headers: { authorization: `Bearer ${theirs}` },
        },
      };
      const send = async (/** @type {string} */ name, /** @type {number} */ count, merchant = heavy, as = token) => {
        helper.send({ origin, token: as, merchant, name, count });
        return /** @type {Answer[]} */ (await helper.receive());
      };
      const measured = async (/** @type {() => Promise<Answer[]>} */ work) => {
        forgetPeak(pid);
        const taken = await beside(origin, probes, work);
        return {
          ...taken,
          memory: process.platform === 'linux' ? `${peakMemory(pid)} MB` : 'memory not measured here',
        };
      };
      // The first run is slower.
      await send('batch', 1);
      const idle = await beside(origin, probes, () => new Promise((end) => setTimeout(end, idleSeconds * 1000, [])));
      /** @type {import('./measure.mjs').Figure[]} */
      const figures = [
        {
          what: "Idle service: health, a merchant's reads (p99)",
          figure: `${p99(idle.health).toFixed(1)}, ${p99(idle.read).toFixed(1)} ms`,
        },
      ];
      for (const [name, what] of calls)
        figures.push(row(what, await measured(() => send(name, 1)), idle, '≤ 50 ms, ≤ 3 × idle, ≤ 400 MB'));
      const flood = await measured(() => send('batch', 40));
      figures.push(row('40 batches of 500 mandates at once', flood, idle, '≤ 50 ms, ≤ 5 × idle, none failed'));
      const busy = await measured(() => send('flood', 1));
      figures.push({
        what: `64 connections with single reads of one merchant and 8 with batches of 500 mandates (${answered(busy.answers)}): another merchant's reads (p95)`,
        figure: `${p95(busy.read).toFixed(1)} ms (${p95(idle.read).toFixed(1)} ms idle), ${failures(busy)}`,
        aim: '≤ 25 ms, none failed',
      });
      const year = { merchant: collecting, token: await withClient(origin, collecting) };
      await send('year', 1, year.merchant, year.token);
      const collected = await measured(async () => (await passYear(origin, year, 500), []));
      figures.push({
        what: "A year of 120,000 debits, collected by one move of the test clock: health at worst, another merchant's reads (p95); memory",
        figure: `${Math.max(...collected.health).toFixed(1)}, ${p95(collected.read).toFixed(1)} ms, ${failures(collected)}; ${collected.memory}`,
        aim: '≤ 50 ms',
      });
      return figures;
    } finally {
      helper.end();
      await service.end();
    }
  });

/**
 * Probes the service at a fixed rate while `work` is repeated.
 * @param {string} origin
 * @param {{ health: Probe, read: Probe }} probes
 * @param {() => Promise<Answer[]>} work
 * @returns {Promise<Taken>} milliseconds of each probe, from its scheduled time
 */
async function beside(origin, probes, work) {
  const began = performance.now();
  const state = { isOver: false, failed: 0 };
  /** @type {Answer[]} */
  const answers = [];
  const worked = (async () => {
    do answers.push(...(await work()));
    while (performance.now() - began < leastSeconds * 1000);
    state.isOver = true;
  })();
  const probe = async (/** @type {Probe} */ it, /** @type {number} */ due) => {
    const status = await ask(origin, it).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status !== 200) state.failed += 1;
    return performance.now() - due;
  };
  /** @type {Promise<number>[]} */
  const health = [];
  /** @type {Promise<number>[]} */
  const read = [];
  for (let n = 0; !state.isOver; n++) {
    const due = began + (n * 1000) / rate;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    health.push(probe(probes.health, due));
    read.push(probe(probes.read, due));
  }
  await worked;
  return { health: await Promise.all(health), read: await Promise.all(read), failed: state.failed, answers };
}

/**
 * @param {string} origin
 * @param {string} merchant
 * @returns a token for it
 */
async function withClient(origin, merchant) {
  const token = await tokenFor(origin, merchant);
  const item = { ClientNumber: 'BENCH', ClientName: 'Bench', BankCode: 4, BranchCode: 470010, AccountType: 2 };
  const { status, text } = await ask(origin, {
    method: 'POST',
    path: `/v1/payments/${merchant}/maintain/clients/EFT`,
    headers: withBody(token),
    body: JSON.stringify({ ClientPostRequest: [{ ...item, AccountNumber: 12_345_678 }] }),
  });
  if (status !== 200) throw new Error(`merchant ${merchant} got no client: ${text}`);
  return token;
}

/**
 * @param {string} what
 * @param {Taken & { memory: string }} taken
 * @param {Taken} idle
 * @param {string} aim
 */
function row(what, taken, idle, aim) {
  const ratio = (p99(taken.read) / p99(idle.read)).toFixed(1);
  return {
    what: `${what} (${answered(taken.answers)}): health, another merchant's reads (p99); memory`,
    figure: `${p99(taken.health).toFixed(1)}, ${p99(taken.read).toFixed(1)} ms = ${ratio} × idle, ${failures(taken)}; ${taken.memory}`,
    aim,
  };
}

/** @param {Taken} taken */
function failures({ health, read, failed }) {
  return failed === 0 ? 'none failed' : `${failed} of ${health.length + read.length} failed`;
}

/** @param {Answer[]} answers */
function answered(answers) {
  const statuses = [...new Set(answers.map((it) => it.status))].toSorted((a, b) => a - b);
  const counted = statuses.map(
    (status) => `${answers.filter((it) => it.status === status).length} × ${status || 'cut'}`,
  );
  const seconds = Math.max(...answers.map((it) => it.seconds)).toFixed(1);
  return `${counted.join(', ')}, the slowest in ${seconds} s`;
}

/** @param {number} share @returns {(numbers: number[]) => number} */
const percentile = (share) => (numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1] ?? NaN;
const p95 = percentile(0.95);
const p99 = percentile(0.99);
