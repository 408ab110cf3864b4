// What it costs to read and to change through this server instead of at the provider itself.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { freePort } from '../scripts/ports.mjs';
import { root } from '../scripts/prepare.mjs';
import { productEnvironment } from '../scripts/settings.mjs';
import { atLast, inFolder } from './last.mjs';
import { rate } from './load.mjs';
import { inTurn, median, percent, ratios, spread } from './measure.mjs';
import { forgetPeak, peakMemory, startService } from './service-process.mjs';
import { ask, tokenFor } from './wire.mjs';

const rounds = 5;
const records = 1_000_000;
const client = '/v1/payments/1001/maintain/clients/EFT?ClientNumber=C00002';
const report = `/v1/payments/1001/reports/transactions_report?records=${records}`;

const instalments = '/v1/payments/1001/maintain/instalments/EFT?Version=v1';
const rows = 100_000;
const rowsInCall = 500;

/** Of a contract of its own: two changes of one contract wait for each other. */
let contract = 0;
const bodyOf = (/** @type {number} */ count) =>
  JSON.stringify({
    InstalmentPostRequest: Array.from({ length: count }, () => ({
      ContractSequence: ++contract,
      InstalmentActionDate: '2036-01-02 00:00',
      InstalmentAmount: 150.5,
    })),
  });

const toTenth = (/** @type {number} */ seconds) => seconds.toFixed(1);

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const gatewayFigures = () =>
  inFolder('gateway', async (folder) => {
    const provider = await startProvider();
    const secretFile = path.join(folder, 'secret');
    writeFileSync(secretFile, 'any');
    const port = await freePort();
    const settings = {
      DATA_DIR: path.join(folder, 'data'),
      SANDBOX: 'off',
      PROVIDER_URL: provider.origin,
      PROVIDER_TOKEN_URL: `${provider.origin}/token`,
      PROVIDER_CLIENT_ID: 'bench',
      PROVIDER_CLIENT_SECRET_FILE: secretFile,
    };
    const run = (/** @type {string[]} */ ...words) =>
      execFileSync(process.execPath, ['scripts/operate.mjs', ...words], {
        cwd: root,
        env: productEnvironment(settings),
        encoding: 'utf8',
      });
    run('merchant', 'add', '1001', 'Karoo Solar');
    const [, secret = ''] =
      /secret ([\w-]+):/.exec(run('program', 'add', 'bench', '--merchants', '1001', '--permissions', 'all')) ?? [];
    const gateway = await startService(port, settings);
    try {
      const headers = { authorization: `Bearer ${await tokenFor(gateway.origin, '1001', `bench:${secret}`)}` };
      let processorMs = 0;
      let reads = 0;
      const single = await inTurn(rounds, {
        direct: () => rate(provider.origin, headers, { path: client }),
        through: async () => {
          const before = processorMsOf(gateway.pid);
          const found = await rate(gateway.origin, headers, { path: client });
          processorMs += processorMsOf(gateway.pid) - before;
          // `rate` takes three seconds.
          reads += found * 3;
          return found;
        },
      });
      const idleMemory = peakMemory(gateway.pid);
      forgetPeak(gateway.pid);
      const large = await inTurn(rounds, {
        direct: () => secondsOf(provider.origin + report, headers),
        through: () => secondsOf(gateway.origin + report, headers),
      });
      const reportMemory = peakMemory(gateway.pid);
      const changing = { ...headers, 'content-type': 'application/json' };
      const single200 = (/** @type {string} */ origin) => medianMsOf(200, () => sent(origin, changing, 1));
      let changesMs = 0;
      const change = await inTurn(rounds, {
        direct: () => single200(provider.origin),
        through: async () => {
          const before = processorMsOf(gateway.pid);
          const found = await single200(gateway.origin);
          changesMs += processorMsOf(gateway.pid) - before;
          return found;
        },
      });
      const calls = rows / rowsInCall;
      const imported = await inTurn(2, {
        direct: () => secondsFor(calls, () => sent(provider.origin, changing, rowsInCall)),
        through: () => secondsFor(calls, () => sent(gateway.origin, changing, rowsInCall)),
      });
      return [
        {
          what: 'Gateway: what one change takes more than at the provider, with a read before it of 5 ms',
          figure: `${spread(
            change.through.map((it, round) => it - (change.direct[round] ?? 0)),
            toTenth,
          )} ms (${spread(change.through, toTenth)} against ${spread(change.direct, toTenth)} ms)`,
          aim: '≤ 13 ms',
        },
        {
          what: 'Gateway: its processor time for such a change, without its database',
          figure: `${(changesMs / (200 * (rounds + 1))).toFixed(2)} ms`,
          aim: '≤ 8 ms',
        },
        {
          what: 'Gateway: an import of 100,000 rows in calls of 500, speed of that at the provider',
          figure: `${percent(ratios(imported.direct, imported.through))} (${spread(imported.through, toTenth)} against ${spread(imported.direct, toTenth)} s)`,
          aim: '≥ 70 %',
        },
        {
          what: 'Gateway: single reads a second, 16 callers, of a provider that answers after 5 ms, of those at the provider',
          figure: `${percent(ratios(single.through, single.direct))} (${spread(single.through)} against ${spread(single.direct)})`,
          aim: '≥ 80 %',
        },
        {
          what: 'Gateway: its processor time for such a read',
          figure: `${(processorMs / reads).toFixed(2)} ms`,
          aim: '≤ 1.2 ms',
        },
        {
          what: 'Gateway: a report of 1,000,000 records, speed of that at the provider',
          figure: `${percent(ratios(large.direct, large.through))} (${spread(large.through, toTenth)} against ${spread(large.direct, toTenth)} s)`,
          aim: '≥ 90 %',
        },
        {
          what: 'Gateway: peak memory during these reports, of before',
          figure: `${reportMemory} against ${idleMemory} MB`,
          aim: 'flat',
        },
      ];
    } finally {
      await gateway.end();
      provider.stop();
    }
  });

/** @param {string} origin @param {Record<string, string>} headers @param {number} count */
async function sent(origin, headers, count) {
  const { status, text } = await ask(origin, { method: 'POST', path: instalments, headers, body: bodyOf(count) });
  if (status !== 200 || !text.includes('"Failed":[]')) throw new Error(`${status}: ${text.slice(0, 300)}`);
}

/** @param {number} times @param {() => Promise<void>} work one after the other */
async function medianMsOf(times, work) {
  const taken = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return median(taken);
}

/** @param {number} times @param {() => Promise<void>} work one after the other */
async function secondsFor(times, work) {
  const began = performance.now();
  for (let time = 0; time < times; time++) await work();
  return (performance.now() - began) / 1000;
}

async function startProvider() {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'bench/gateway/provider.mjs'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = atLast(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { origin: `http://127.0.0.1:${port}`, stop };
}

/** @param {string} url @param {Record<string, string>} headers */
async function secondsOf(url, headers) {
  const began = performance.now();
  const [answer] = await once(get(url, { headers }), 'response');
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
  let bytes = 0;
  for await (const piece of answer) bytes += piece.length;
  if (bytes < records * 100) throw new Error(`${url}: only ${bytes} bytes`);
  return (performance.now() - began) / 1000;
}

/** Of the process, not of its database (Linux only). @param {number} pid */
function processorMsOf(pid) {
  const [user = 0, system = 0] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}
