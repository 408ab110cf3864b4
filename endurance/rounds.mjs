// Rounds of load, cut, start, repeat and audit on the same data.
import { tokenFor } from '../bench/wire.mjs';
import { audit } from './audit.mjs';
import { accept, deliver, openLedger, startLoad, wayTo } from './load.mjs';

/** @typedef {import('../bench/service-process.mjs').Service} Service */

/** The service runs a merchant's batches one after the other, so a round has several merchants. */
const merchantsEach = 4;
const sendersEach = 2;
/** The sandbox's small merchants in turn, so that each round has little to read back. */
export const merchants = Array.from({ length: 14 }, (_, index) => String(1002 + index));

export class Findings {
  rounds = 0;
  calls = 0;
  items = 0;
  unanswered = 0;
  effective = 0;
  repeated = 0;
  lost = 0;
  torn = 0;
  doubled = 0;
  different = 0;
  odd = 0;
  slowest = 0;
  /** @type {string[]} */
  examples = [];

  /** @param {Partial<Findings>} more */
  add({ slowest = 0, examples = [], ...counts }) {
    for (const [name, count] of Object.entries(counts)) this[/** @type {'calls'} */ (name)] += Number(count);
    this.slowest = Math.max(this.slowest, slowest);
    this.examples.push(...examples);
  }
}

/**
 * The number of faults. Rounds that stored nothing prove nothing.
 * @param {Findings} found
 */
export const findings = ({ calls, lost, torn, doubled, different, odd }) =>
  lost + torn + doubled + different + odd + (calls === 0 ? 1 : 0);

/** @param {Findings} found */
export const describe = (found) =>
  (found.rounds > 1 ? `${found.rounds} rounds, ` : '') +
  `${found.calls} calls with ${found.items} items acknowledged, ${found.unanswered} calls cut off ` +
  `(${found.effective} had taken effect), ${found.repeated} calls repeated; ` +
  `lost ${found.lost}, torn ${found.torn}, doubled ${found.doubled}, repeats answered otherwise ${found.different}, ` +
  `odd answers ${found.odd}; up again within ${found.slowest.toFixed(1)} s`;

/**
 * @param {string} kind
 * @param {number} count of rounds
 * @param {() => Promise<Service>} start
 * @param {(service: Service, round: number) => Promise<void>} cut
 * @throws {Error} when the service does not start again
 */
export async function endure(kind, count, start, cut) {
  const all = new Findings();
  const ledgers = merchants.map(openLedger);
  let service = await start();
  try {
    for (let round = 1; round <= count; round++) {
      const first = ((round - 1) * merchantsEach) % ledgers.length;
      const busy = [...ledgers, ...ledgers].slice(first, first + merchantsEach);
      const before = busy.map((ledger) => ledger.sent.length);
      const { origin } = service;
      const loads = await Promise.all(
        busy.map(async (ledger) =>
          startLoad(wayTo(origin), await tokenFor(origin, ledger.merchant), ledger, sendersEach),
        ),
      );
      await Promise.all(loads.map((load) => load.isFlowing));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1500));
      for (const load of loads) load.expectCut();
      await cut(service, round);
      await Promise.all(loads.map((load) => load.ended));

      service = await start();
      const one = new Findings();
      for (const [index, ledger] of busy.entries())
        one.add(
          await examine(wayTo(service.origin), await tokenFor(service.origin, ledger.merchant), ledger, before[index]),
        );
      one.add({ rounds: 1, slowest: service.seconds });
      console.log(`${kind} ${round}/${count}: ${describe(one)}`);
      for (const example of one.examples.slice(0, 5)) console.log(`  ${example}`);
      all.add(one);
    }
    // Finally, everything ever acknowledged.
    for (const ledger of ledgers) {
      if (ledger.sent.length === 0) continue;
      const token = await tokenFor(service.origin, ledger.merchant);
      all.add(await audit(wayTo(service.origin), token, ledger));
    }
  } finally {
    await service.end();
  }
  return all;
}

/**
 * Audits after the cut, repeats the calls with their keys, and audits again.
 * @param {import('./load.mjs').Way} way
 * @param {string} token
 * @param {import('./load.mjs').Ledger} ledger
 * @param {number} [from] the first call of this round
 * @param {number} [repeats] how many answered calls are repeated
 */
export async function examine(way, token, ledger, from = 0, repeats = 5) {
  const one = new Findings();
  const sent = ledger.sent.slice(from);
  const answered = sent.filter((call) => call.answer !== undefined);
  const cutOff = sent.filter((call) => call.answer === undefined);
  one.add({ calls: answered.length, unanswered: cutOff.length });
  one.add({ items: answered.reduce((sum, { group }) => sum + group.size, 0) });

  one.add(await audit(way, token, ledger));
  for (const call of cutOff) accept(ledger, call, await deliver(way, token, call));
  for (const call of [...cutOff, ...sample(answered, repeats)]) {
    if (call.answer === undefined) continue;
    const { status, text } = await deliver(way, token, call);
    const isSame = status === 200 && text === call.answer;
    const example = `${call.method} ${call.group.resource} with its key again was answered ${status}, otherwise than before`;
    one.add({ repeated: 1, ...(isSame ? {} : { different: 1, examples: [example] }) });
  }
  // By now every batch must exist exactly once.
  one.add({ ...(await audit(way, token, ledger)), effective: 0 });
  const odd = ledger.odd.splice(0);
  one.add({ odd: odd.length, examples: odd });
  return one;
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} count
 */
const sample = (list, count) =>
  list
    .map((it) => ({ it, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ it }) => it);
