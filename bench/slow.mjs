// How soon a page is usable on a slow line and a slow processor with nothing cached, for a person who is signed in.
import { spread } from './measure.mjs';

const rounds = 5;
/** Milliseconds of each call, and bytes a second (1.6 Mbit/s). */
const line = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const openLine = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const slowdown = 4;

/** Runs in the page, before its own scripts: the first frames with a record's key facts, and with a row. */
function watchFirst() {
  const seen = { record: 0, rows: 0, shift: 0 };
  Object.assign(window, { first: seen });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((/** @type {any} */ it) => (seen.shift += it.hadRecentInput ? 0 : it.value)),
  ).observe({ type: 'layout-shift', buffered: true });
  const wanted = /** @type {const} */ ({ record: '[aria-label="Key facts"]', rows: 'main tbody tr :is(a, button)' });
  const looking = new MutationObserver(() => {
    for (const name of /** @type {const} */ (['record', 'rows'])) {
      if (seen[name] !== 0 || !document.querySelector(wanted[name])) continue;
      seen[name] = NaN;
      requestAnimationFrame(() => (seen[name] = performance.now()));
    }
  });
  looking.observe(document, { childList: true, subtree: true });
}

/**
 * The browser's limits apply to the page and its workers, each for itself.
 * @param {import('@playwright/test').Page} page
 */
async function slowLine(page) {
  const session = await page.context().newCDPSession(page);
  let now = openLine;
  let last = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    for (const [method, params] of [
      ['Network.enable', {}],
      ['Network.emulateNetworkConditions', now],
      ['Runtime.runIfWaitingForDebugger', {}],
    ]) {
      const message = JSON.stringify({ id: ++last, method, params });
      // The worker may have ended.
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => undefined);
    }
  });
  await session.send('Network.enable');
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
  return async (/** @type {boolean} */ isSlow) => {
    now = isSlow ? line : openLine;
    if (isSlow) await session.send('Network.clearBrowserCache');
    await session.send('Network.emulateNetworkConditions', now);
    await session.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? slowdown : 1 });
  };
}

/**
 * @param {import('@playwright/test').Page} page signed in
 * @param {string} origin
 * @param {string} contract the path of one with instalments
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
export async function slowFigures(page, origin, contract) {
  await page.addInitScript(watchFirst);
  const slow = await slowLine(page);
  const paths = { list: '/m/1001/EFT/mandates', contract, unpaid: '/m/1001/EFT/unpaid' };
  /** @type {Record<string, { paint: number, record: number, rows: number, shift: number }[]>} */
  const taken = { list: [], contract: [], unpaid: [] };
  for (let round = 0; round <= rounds; round++)
    for (const [name, path] of Object.entries(paths)) {
      await page.goto('about:blank');
      await slow(true);
      await page.goto(origin + path, { waitUntil: 'commit' });
      await page.waitForFunction(() => /** @type {any} */ (window).first.rows > 0);
      const seen = await page.evaluate(() => ({
        .../** @type {any} */ (window).first,
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      }));
      await slow(false);
      if (round > 0) taken[name]?.push(seen);
    }
  const seconds = (/** @type {string} */ name, /** @type {'paint' | 'record' | 'rows'} */ what) =>
    spread(
      (taken[name] ?? []).map((it) => it[what] / 1000),
      (it) => it.toFixed(1),
    );
  const shift = Math.max(...Object.values(taken).flatMap((them) => them.map((it) => it.shift)));
  return [
    {
      what: 'Nothing cached, 1.6 Mbit/s, 300 ms a call, a processor 4 times slower: first paint; rows of the list',
      figure: `${seconds('list', 'paint')}; ${seconds('list', 'rows')} s`,
      aim: '≤ 1.2; 3.5 s',
    },
    {
      what: 'the same: a contract; its rows',
      figure: `${seconds('contract', 'record')}; ${seconds('contract', 'rows')} s`,
      aim: '≤ 4; 4.5 s',
    },
    {
      what: 'the same: first paint of the unpaid debits, with a moving bar; their rows',
      figure: `${seconds('unpaid', 'paint')}; ${seconds('unpaid', 'rows')} s`,
      aim: '≤ 1.2; 6 s',
    },
    { what: 'the same: layout shift, the worst', figure: shift.toFixed(3), aim: '0' },
  ];
}
