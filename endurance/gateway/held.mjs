// An import of payouts in front of a provider under a rule of four eyes: held, released by a second person, sent, while the two
// processes of the product are killed in turn all the time. Each payout must be at the provider once, with its entries of the audit.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inFolder } from '../../bench/last.mjs';
import { ask } from '../../bench/wire.mjs';
import { brokenChains } from '../entries.mjs';
import { callAt, merchant, programToken, randomFrom, startProcesses } from './processes.mjs';

const { addDays } = await import('../../src/rules/calendar.ts');
const { createBrowser } = await import('../../src/service/auth/test-browser.ts');
const { client } = await import('../../src/service/testing/samples.ts');
const { sandboxPassword, savePerson } = await import('../../src/service/auth/users.ts');

/** @typedef {Awaited<ReturnType<typeof startProcesses>>} Processes */

/** As the console sends them. */
const inCall = 500;
/** The merchant's day at the gateway; the provider's clock stands still on it. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(new Date());
const clientNumber = (/** @type {number} */ at) => `H${String(at).padStart(6, '0')}`;

class HeldFindings {
  payouts = 0;
  imports = 0;
  /** In all imports. */
  prepared = 0;
  kills = 0;
  missing = 0;
  doubled = 0;
  notAccepted = 0;
  claims = 0;
  /** Entries of the audit that are missing or too many. */
  entries = 0;
  broken = 0;
  seconds = { held: 0, released: 0, sent: 0 };
  calls = 0;
  /** @type {string[]} */
  examples = [];

  isSound() {
    const wrong = this.missing + this.doubled + this.notAccepted + this.claims + this.entries + this.broken;
    return this.payouts > 0 && this.kills > 0 && wrong === 0;
  }

  toString() {
    const { held, released, sent } = this.seconds;
    return (
      `${this.payouts} payouts, ${this.prepared - this.payouts} of them prepared again, in ${this.calls} calls to the provider, ${this.kills} kills; held in ${held} s, released in ${released} s, sent in ${sent} s; ` +
      `missing ${this.missing}, doubled ${this.doubled}, not accepted ${this.notAccepted}, claims left ${this.claims}, ` +
      `entries wrong ${this.entries}, broken chains ${this.broken}`
    );
  }
}

/** @param {number} payouts @param {number} seed */
export const heldImport = (payouts, seed) =>
  inFolder('endure-held', async (folder) => {
    const random = randomFrom(seed);
    const found = new HeldFindings();
    const processes = await startProcesses(folder, `${today} 12:00`, {
      PROVIDER_PAYOUT_DAYS: '5',
      // A call of 500 takes longer here than the usual two seconds.
      PROVIDER_GRACE_SECONDS: '20',
    });
    const { pool, bank } = processes;
    try {
      await pool.query(`insert into approval_rule (merchant, above, hold_hours) values ($1, 100000, 0)`, [merchant]);
      await savePerson(pool, {
        username: 'second',
        name: 'Second Person',
        password: sandboxPassword,
        permissions: ['payouts:read', 'clients:read', 'release'],
        merchants: [merchant],
        roles: [],
      });
      for (let from = 0; from < payouts; from += 1000) {
        const clients = Array.from({ length: Math.min(1000, payouts - from) }, (_, index) => clientOf(from + index));
        const { failed } = await bank.call('clientCreate', clients);
        if (failed.length > 0) throw new Error(`clients were refused: ${JSON.stringify(failed[0])}`);
      }
      const killer = startKiller(processes, random, found);
      /** @param {keyof HeldFindings['seconds']} phase @param {() => Promise<T>} work @template T @returns {Promise<T>} */
      const timed = async (phase, work) => {
        const began = performance.now();
        const result = await work();
        const seconds = Math.round((performance.now() - began) / 1000);
        found.seconds[phase] += seconds;
        console.log(`held: ${phase} after ${seconds} s, ${found.kills} kills`);
        return result;
      };
      const all = Array.from({ length: payouts }, (_, at) => clientNumber(at));
      // A call that a kill kept from arriving is reported as missing, and a person prepares it again.
      for (let left = all; left.length > 0; left = await notStored(processes, all)) {
        if (found.imports++ > 20) break;
        found.prepared += left.length;
        const approval = await timed('held', () => sendImport(processes, left));
        await timed('released', async () => {
          // Reading all of it takes longer than a process lives otherwise.
          killer.mostMs = 90_000;
          await release(processes, approval);
          killer.mostMs = 12_000;
        });
        await timed('sent', () => untilSent(processes));
      }
      await killer.stop();
      await judge(processes, all, found);
    } finally {
      await processes.close();
    }
    return found;
  });

/** @param {number} at */
const clientOf = (at) => ({ ...client(clientNumber(at)), AccountNumber: 61_000_000_000 + at });

/**
 * Kills one process after the other at random moments, and starts it again.
 * @param {Processes} processes @param {() => number} random @param {HeldFindings} found
 */
function startKiller({ services, start }, random, found) {
  const ending = new AbortController();
  const killer = { mostMs: 12_000, stop: async () => {} };
  const work = async () => {
    for (let at = 0; !ending.signal.aborted; at = 1 - at) {
      const waitMs = killer.mostMs * (0.2 + 0.8 * random());
      await pause(waitMs, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      await services[at]?.end('SIGKILL');
      found.kills++;
      services[at] = await start(at);
    }
  };
  const working = work();
  killer.stop = () => (ending.abort(), working);
  return killer;
}

/**
 * Repeats work at either process until one answers.
 * @param {Processes} processes
 * @param {(origin: string) => Promise<T | undefined>} work
 * @template T
 */
async function stubbornly({ services }, work) {
  for (let tries = 0; tries < 2000; tries++) {
    const found = await work(services[tries % 2]?.origin ?? '').catch(() => undefined);
    if (found !== undefined) return found;
    await pause(300);
  }
  throw new Error('no answer after 2000 tries');
}

/** @param {Processes} processes @param {readonly string[]} clients @returns {Promise<number>} the approval */
async function sendImport(processes, clients) {
  const importId = randomUUID();
  let approval = 0;
  for (let from = 0; from < clients.length; from += inCall) {
    const items = clients.slice(from, from + inCall).map((ClientNumber) => ({
      ClientNumber,
      ContractNumber: 'P',
      PaymentAmount: 100,
      NumberOfPayments: 1,
      FrequencyCode: 'MNTH',
      PaymentStartDate: `${addDays(today, 1)} 08:00`,
    }));
    const isLast = from + inCall >= clients.length;
    const headers = { 'import-id': importId, ...(isLast && { 'import-end': 'true' }) };
    const key = randomUUID();
    const [batch] = await stubbornly(processes, async (origin) => {
      const token = await programToken(origin, processes.secret);
      const { status, text } = await callAt(origin, token, 'payoutContractCreate', items, { key, headers });
      if (status === 503) return undefined;
      if (status !== 200) throw new Error(`an import's call was answered ${status}`);
      return /** @type {{ Failed: { Errors: { Code: string, ApprovalSequence?: number }[] }[] }[]} */ (
        Object.values(JSON.parse(text)).find(Array.isArray)
      );
    });
    const { ApprovalSequence } = batch?.Failed[0]?.Errors[0] ?? {};
    if (ApprovalSequence === undefined || batch?.Failed.length !== items.length)
      throw new Error(`payouts are not held: ${JSON.stringify(batch).slice(0, 500)}`);
    approval = ApprovalSequence;
  }
  return approval;
}

/** @param {Processes} processes @param {number} approval */
async function release(processes, approval) {
  const path = `/approvals/${merchant}/${approval}`;
  let token = '';
  await stubbornly(processes, async (origin) => {
    const { rows } = await processes.pool.query('select import_closes from approval where approval_sequence = $1', [
      approval,
    ]);
    if (rows[0]?.import_closes !== null) return undefined;
    // At the origin, which both processes have.
    token = (await createBrowser(processes.origin).signInAs('second')).body.access_token ?? token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const shown = await ask(origin, { path, headers });
    if (shown.status !== 200) return undefined;
    const { Digest, Decision } = JSON.parse(shown.text);
    if (Decision === 'RELEASED') return true;
    const body = JSON.stringify({ Action: 'release', Digest });
    const { status } = await ask(origin, { method: 'POST', path, headers, body });
    return status === 200 ? true : undefined;
  });
}

/** @param {Processes} processes */
async function untilSent({ pool }) {
  for (let tries = 0; tries < 3600; tries++) {
    const { rows } = await pool.query(
      `select count(*)::int as open from held_item held left join outgoing_call made on made.call = held.call
        where held.state in ('RELEASED', 'SENDING') and coalesce(made.unclear, 0) = 0`,
    );
    if (rows[0].open === 0) return;
    if (tries % 30 === 0) console.log(`held: ${rows[0].open} are not sent yet`);
    await pause(1000);
  }
}

/** @param {Processes} processes @param {readonly string[]} all @returns {Promise<string[]>} */
async function notStored({ pool }, all) {
  const { rows } = await pool.query(`select numbers::jsonb ->> 0 as client from held_item where state = 'ACCEPTED'`);
  const accepted = new Set(rows.map(({ client: number }) => number));
  return all.filter((it) => !accepted.has(it));
}

/** @param {Processes} processes @param {readonly string[]} all @param {HeldFindings} found */
async function judge(processes, all, found) {
  const { pool, bank, wire, environment } = processes;
  found.payouts = all.length;
  found.calls = wire.passed.length;
  const numbers = [...all];
  const work = async () => {
    for (let next = numbers.pop(); next; next = numbers.pop()) {
      const { records } = await bank.call('payoutContractList', { ClientNumber: next, ContractNumber: 'P' });
      if (records.length === 1) continue;
      found[records.length === 0 ? 'missing' : 'doubled']++;
      found.examples.push(`${next} is at the provider ${records.length} times`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  const sent = wire.passed.flatMap(({ body }) => body.match(/"H\d{6}"/g) ?? []);
  found.doubled += sent.length - new Set(sent).size;
  found.notAccepted = (await notStored(processes, all)).length;
  const { rows } = await pool.query(
    `select (select count(*)::int from held_item where state not in ('ACCEPTED', 'NOT_STORED')) as open,
      (select count(*)::int from outgoing_claim) as claims`,
  );
  found.notAccepted += rows[0].open;
  found.claims = rows[0].claims;
  const sums = await entrySums(pool);
  found.entries =
    Math.abs(found.prepared - sums.held) +
    Math.abs(all.length - sums.accepted) +
    Math.abs(found.imports - sums.releases) +
    Math.abs(sums.asked - sums.accepted - sums.failed);
  if (found.entries > 0) found.examples.push(`entries: ${JSON.stringify(sums)}`);
  const broken = await brokenChains(environment);
  found.broken = broken.length;
  found.examples.push(...broken);
  for (const example of found.examples.slice(0, 20)) console.log(`  ${example}`);
}

/** Items of the entries of the audit. @param {Processes['pool']} pool */
async function entrySums(pool) {
  const { rows } = await pool.query('select entry from audit_entry where merchant = $1', [merchant]);
  const sums = { held: 0, asked: 0, accepted: 0, failed: 0, releases: 0 };
  for (const { entry } of rows) {
    const { Action, Outcome, Items = 0, Refused = 0, Details = {} } = JSON.parse(entry);
    if (Action === 'approval.release') sums.releases++;
    if (Action !== 'payoutContractCreate') continue;
    const accepted = Outcome === 'done' || Outcome === 'partly' ? Items - Refused : 0;
    if (Details.Approval === undefined) sums.held += Refused;
    else if (Outcome === 'asked') sums.asked += Items;
    else {
      sums.accepted += accepted;
      sums.failed += Items - accepted;
    }
  }
  return sums;
}
