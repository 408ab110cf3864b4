// Rounds of load, cut, start, repeat and audit on the same data.
import { audit } from './audit.mjs';
import { merchantWithRule } from './calls.mjs';
import { brokenChains } from './entries.mjs';
import { accept, deliver, openLedger, sendAgain, startLoad, tokensFor, wayTo } from './load.mjs';

/** @typedef {import('../bench/service-process.mjs').Service} Service */

/** The service runs a merchant's batches one after the other, so a round has several merchants. */
const merchantsEach = 4;
const sendersEach = 2;
/** The sandbox's small merchants, first the one whose payouts wait. */
export const merchants = [
  merchantWithRule,
  ...Array.from({ length: 14 }, (_, index) => String(1002 + index)).filter((it) => it !== merchantWithRule),
];

/**
 * The ledgers of a round: the first, and the others in turn, so that each round has little to read back.
 * @param {import('./load.mjs').Ledger[]} ledgers
 */
export function takeTurn(ledgers) {
  const busy = [...ledgers.slice(0, 1), ...ledgers.splice(1, merchantsEach - 1)];
  ledgers.push(...busy.slice(1));
  return busy;
}

export class Findings {
  rounds = 0;
  calls = 0;
  items = 0;
  releases = 0;
  unanswered = 0;
  effective = 0;
  repeated = 0;
  lost = 0;
  torn = 0;
  doubled = 0;
  unentered = 0;
  overentered = 0;
  broken = 0;
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
export const findings = ({ calls, different, odd, ...found }) =>
  wrongRecords(found) + different + odd + (calls === 0 ? 1 : 0);

/** @param {Pick<Findings, 'lost' | 'torn' | 'doubled' | 'unentered' | 'overentered' | 'broken'>} found */
export const wrongRecords = ({ lost, torn, doubled, unentered, overentered, broken }) =>
  lost + torn + doubled + unentered + overentered + broken;

/** @param {Findings} found */
export const describe = (found) =>
  (found.rounds > 1 ? `${found.rounds} rounds, ` : '') +
  `${found.calls} calls (${found.releases} releases) with ${found.items} items acknowledged, ${found.unanswered} calls cut off ` +
  `(${found.effective} had taken effect), ${found.repeated} calls repeated; ` +
  `lost ${found.lost}, torn ${found.torn}, doubled ${found.doubled}, calls without an entry ${found.unentered}, ` +
  `entries too many ${found.overentered}, broken chains ${found.broken}, repeats answered otherwise ${found.different}, ` +
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
      const busy = takeTurn(ledgers);
      const before = busy.map((ledger) => ledger.sent.length);
      const { origin } = service;
      const loads = await Promise.all(
        busy.map(async (ledger) =>
          startLoad(wayTo(origin), await tokensFor(origin, ledger.merchant), ledger, sendersEach),
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
          await examine(wayTo(service.origin), await tokensFor(service.origin, ledger.merchant), ledger, before[index]),
        );
      one.add(await proveChains(service.environment));
      one.add({ rounds: 1, slowest: service.seconds });
      console.log(`${kind} ${round}/${count}: ${describe(one)}`);
      for (const example of one.examples.slice(0, 5)) console.log(`  ${example}`);
      all.add(one);
    }
    // Finally, everything ever acknowledged.
    for (const ledger of ledgers) {
      if (ledger.sent.length === 0) continue;
      all.add(await audit(wayTo(service.origin), await tokensFor(service.origin, ledger.merchant), ledger));
    }
  } finally {
    await service.end();
  }
  return all;
}

/**
 * Audits after the cut, repeats the calls with their keys, and audits again.
 * @param {import('./load.mjs').Way} way
 * @param {import('./load.mjs').Tokens} tokens
 * @param {import('./load.mjs').Ledger} ledger
 * @param {number} [from] the first call of this round
 * @param {number} [repeats] how many answered calls are repeated
 */
export async function examine(way, tokens, ledger, from = 0, repeats = 5) {
  const one = new Findings();
  const sent = ledger.sent.slice(from);
  const answered = sent.filter((call) => call.answer !== undefined);
  const cutOff = sent.filter((call) => call.answer === undefined);
  one.add({ calls: answered.length, unanswered: cutOff.length });
  one.add({ items: answered.reduce((sum, { group }) => sum + group.size, 0) });
  one.add({ releases: answered.filter(({ approval }) => approval !== undefined).length });

  one.add(await audit(way, tokens, ledger));
  for (const call of cutOff) accept(ledger, call, await deliver(way, tokens, call));
  for (const call of [...cutOff, ...sample(answered, repeats)]) {
    if (call.answer === undefined) continue;
    const { status, text } = await sendAgain(way, tokens, call);
    // What was released does not wait, or has been edited and waits elsewhere.
    const isRefused = status === 400 && /"(NOT_PENDING|CHANGED)"/.test(text);
    const isSame = call.approval === undefined ? status === 200 && text === call.answer : isRefused;
    const example = `${call.method} ${call.group.resource} again was answered ${status}, otherwise than before`;
    one.add({ repeated: 1, ...(isSame ? {} : { different: 1, examples: [example] }) });
  }
  // By now every batch must exist exactly once.
  one.add({ ...(await audit(way, tokens, ledger)), effective: 0 });
  const odd = ledger.odd.splice(0);
  one.add({ odd: odd.length, examples: odd });
  return one;
}

/**
 * The chains of the audit that are broken.
 * @param {NodeJS.ProcessEnv} environment of the product
 */
export async function proveChains(environment) {
  const examples = await brokenChains(environment);
  return { broken: examples.length, examples };
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
