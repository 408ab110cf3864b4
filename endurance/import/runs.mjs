// Imports with one fault each, run by the console's own engine in a browser, and checked against the service's records.
import path from 'node:path';
import { amounts, createdIn, days, likeness, makeContracts, tokens } from './records.mjs';
import { startRelay } from './relay.mjs';
import { Totals } from './totals.mjs';

/** @typedef {import('./relay.mjs').Fault} Fault */
/** @typedef {import('../../bench/import/page.ts').ImportPage} ImportPage */
/** @typedef {typeof globalThis & { imports: ImportPage }} Scope */

/** @type {readonly Fault[]} */
export const faults = ['request', 'answer', 'delay', 'reset', '503', 'cut', 'token', 'tabs', 'kill'];

/** Newer browsers would prompt before a page may call another port of this machine. */
export const browserArgs = ['--disable-features=LocalNetworkAccessChecks'];

/**
 * @typedef {object} Where
 * @property {import('@playwright/test').BrowserContext} context signed in
 * @property {string} origin of the product
 * @property {string} folder the page was built into
 * @property {string} merchant
 * @property {string} [program] `name:secret` of a program there, the sandbox's by default
 * @property {() => Promise<void>} [kill] ends the service with kill -9, and starts it again
 */

/**
 * Random numbers, the same for the same seed (mulberry32).
 * @param {number} seed
 */
function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /**
     * From `least` to `most`, inclusive.
     * @param {number} least
     * @param {number} most
     */
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    /** @param {number} share */
    chance: (share) => next() < share,
  };
}

/** @typedef {ReturnType<typeof randomOf>} Random */

let lastRun = 0;

/**
 * @param {Where} where
 * @param {Fault} fault
 * @param {{ runs: number, seed: number }} options
 * @returns {Promise<Totals>}
 */
export async function importRuns(where, fault, { runs, seed }) {
  const relay = await startRelay(() => where.origin);
  const freshToken = tokens(where);
  const random = randomOf(seed);
  const totals = new Totals();
  await where.context.route('**/faults/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: path.join(where.folder, pathname.replace('/faults/', '')) });
  });
  try {
    let tab = await openTab(where);
    for (let run = 1; run <= runs; run++) {
      const parts = { relay, token: await freshToken(), random, tab, fault };
      const found = await within(runLimit, importRun(where, parts)).catch(async (error) => {
        // The next run starts on a new page, whatever happened on this one.
        for (const it of where.context.pages()) await it.close();
        const lost = Object.assign(new Totals(), { runs: 1, wrong: 1, examples: [String(error)] });
        return { tab: await openTab(where), totals: lost };
      });
      tab = found.tab;
      found.totals.examples = found.totals.examples.map((it) => `${fault}, run ${run} of seed ${seed}: ${it}`);
      totals.add(found.totals);
    }
    await tab.close();
  } finally {
    relay.end();
    await where.context.unroute('**/faults/**');
  }
  return totals;
}

/** Milliseconds after which a run counts as stuck. */
const runLimit = 120_000;

/**
 * @template T
 * @param {number} milliseconds
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
function within(milliseconds, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end in ${milliseconds / 1000} s`)), milliseconds);
  });
  return /** @type {Promise<T>} */ (Promise.race([work, late])).finally(() => clearTimeout(timer));
}

/** @param {Where} where */
async function openTab({ context, origin }) {
  const tab = await context.newPage();
  await loadPage(tab, origin);
  return tab;
}

/** @param {import('@playwright/test').Page} tab @param {string} origin */
async function loadPage(tab, origin) {
  await tab.goto(`${origin}/faults/page.html`);
  await tab.waitForFunction(() => 'imports' in globalThis);
}

/**
 * @param {Where} where
 * @param {{ relay: Awaited<ReturnType<typeof startRelay>>, token: string, random: Random, tab: import('@playwright/test').Page,
 *   fault: Fault }} run
 */
async function importRun(where, { relay, token, random, tab, fault }) {
  const { origin, merchant } = where;
  const mark = `F${Date.now().toString(36)}${++lastRun}`.toUpperCase();
  const contracts = Array.from({ length: random.between(1, 4) }, (_, index) => `${mark}-${index}`);
  await makeContracts(origin, token, merchant, mark, contracts);

  const expected = new Map(contracts.map((it) => [likeness(it, days[0] ?? '', amounts[0] ?? ''), 1]));
  let [intended, refused] = [0, 0];
  const rows = Array.from({ length: random.between(6, 24) }, () => {
    const isWrong = random.chance(0.1);
    const contract = isWrong ? `${mark}-none` : (contracts[random.between(0, contracts.length - 1)] ?? '');
    const [day = '', amount = ''] = [days[random.between(0, 2)], amounts[random.between(0, 2)]];
    const like = likeness(contract, day, amount);
    if (isWrong) refused++;
    else {
      intended++;
      expected.set(like, (expected.get(like) ?? 0) + 1);
    }
    return [mark, contract, day, amount];
  });
  const size = random.between(2, 8);
  const nth = random.between(1, Math.ceil(rows.length / size));
  const isLate = random.chance(0.5);
  /** @type {Promise<void> | undefined} */
  let restarted;
  const kill = where.kill && (() => (restarted = where.kill?.() ?? Promise.resolve()));
  /** @type {Promise<void>} */
  const held = new Promise((onHeld) => relay.begin({ fault, nth, isLate, kill, onHeld: () => onHeld() }));
  const start = { through: relay.origin, merchant, size, id: crypto.randomUUID() };
  const begin = /** @type {Parameters<ImportPage['open']>[0]} */ (start);
  /** @param {import('@playwright/test').Page} on @param {string} [text] */
  const open = (on, text) =>
    on.evaluate(
      (it) => /** @type {Scope} */ (globalThis).imports.open(it),
      text === undefined ? begin : { ...begin, text },
    );
  await open(tab, rows.map((row) => row.join('\t')).join('\n'));
  const problems = [];

  const other = fault === 'tabs' ? await openTab(where) : undefined;
  const send = () => tab.evaluate(() => /** @type {Scope} */ (globalThis).imports.send());
  if (other) {
    const sending = send().catch(() => undefined);
    await Promise.race([held, sending]);
    if (await open(other)) problems.push('another tab took a run that was open');
    await tab.close();
    tab = other;
    // The browser releases a closed tab's lock a moment later.
    for (let tries = 0; !(await open(tab)); tries++) if (tries > 100) throw new Error('a closed tab holds its run');
  } else if (fault === 'delay' && isLate) {
    const sending = send().catch(() => undefined);
    await Promise.race([held, sending]);
    await loadPage(tab, origin);
    for (let tries = 0; !(await open(tab)); tries++)
      if (tries > 100) throw new Error('a page that is gone holds its run');
  } else await send();

  await restarted;

  // Like a person: asks again, and continues.
  const counts = () => tab.evaluate(() => /** @type {Scope} */ (globalThis).imports.counts());
  let now = await counts();
  for (let tries = 0; tries < 4 && now && (now.unknown > 0 || now.ready > 0); tries++) {
    await send();
    now = await counts();
  }
  if (!now) throw new Error('the page has no run');

  const totals = new Totals();
  const created = await createdIn(origin, token, merchant, mark, contracts);
  const total = [...created.values()].reduce((sum, count) => sum + count, 0) - contracts.length;
  for (const [like, count] of created) totals.doubled += Math.max(0, count - (expected.get(like) ?? 0));
  for (const [like, count] of expected) totals.missing += Math.max(0, count - (created.get(like) ?? 0));
  const isAccounted = now.accepted + now.refused + now.unknown + now.unsent === rows.length;
  const isTrue = now.accepted <= total && total <= now.accepted + now.unknown && now.refused <= refused;
  const isWhole = now.unknown > 0 || (now.unsent === 0 && now.refused === refused);
  if (!isAccounted || !isTrue || !isWhole) totals.wrong++;
  totals.wrong += now.unknown + problems.length;
  Object.assign(totals, { runs: 1, intended, created: total, unknown: now.unknown });
  if (!totals.isSound())
    totals.examples.push(
      [`${rows.length} rows, ${intended} intended, ${total} created, ${JSON.stringify(now)}`, ...problems].join('; '),
    );
  return { tab, totals };
}
