// A browser for one measurement, with what only the browser knows: how long its main thread was blocked.
import { findChromium } from '../../scripts/chromium.mjs';

const { chromium } = await import('@playwright/test');

/**
 * Works with a page in its own browser: another page's garbage, caches and compiled code would change the figures.
 * @template T
 * @param {(page: import('@playwright/test').Page, longest: Longest) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPage(work) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--enable-blink-features=ForceEagerMeasureMemory',
      '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    // Chromium's own pages use a core for the first second after a launch.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const page = await browser.newPage({ viewport: { width: 1300, height: 800 }, acceptDownloads: true });
    page.setDefaultTimeout(300_000);
    return await work(page, (during) => longestTask(browser, page, during));
  } finally {
    await browser.close();
  }
}

/**
 * The milliseconds of the longest task of the page's main thread during some work, with the work's result; `busy`
 * counts only the time in which the thread had a core, since other programs take their share.
 * @typedef {<T>(during: () => Promise<T>) => Promise<{ longest: number, busy: number, result: T }>} Longest
 */

/**
 * @template T
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<T>} during
 */
async function longestTask(browser, page, during) {
  const session = await browser.newBrowserCDPSession();
  /** @type {{ name: string, pid: number, tid: number, dur?: number, tdur?: number, args?: { name?: string, data?: { frames?: { url?: string, processId?: number }[] } } }[]} */
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of /** @type {typeof events} */ (/** @type {unknown} */ (value)))
      if (/^(ThreadControllerImpl::)?RunTask$|^thread_name$|^mark-of-the-bench$/.test(event.name)) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: ['toplevel', 'blink.user_timing'],
      excludedCategories: ['*'],
    },
  });
  // Identifies the process and thread of the page in the trace.
  await page.evaluate(() => void performance.mark('mark-of-the-bench'));
  const result = await during();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const mark = events.find(({ name }) => name === 'mark-of-the-bench');
  if (!mark) throw new Error('the trace does not say where the page lives');
  const tasks = events.filter(({ pid, tid, dur }) => pid === mark.pid && tid === mark.tid && dur);
  const most = (/** @type {'dur' | 'tdur'} */ time) => Math.max(0, ...tasks.map((it) => (it[time] ?? 0) / 1000));
  return { longest: most('dur'), busy: most('tdur'), result };
}

/**
 * In a page: scrolls its largest table screen by screen, one per frame.
 * @param {number} screens
 */
export async function scrollScreens(screens) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const settled = () => new Promise((resolve) => setTimeout(resolve, 300));
  const room = (/** @type {Element} */ it) => it.scrollHeight - it.clientHeight;
  const scroller = [...document.querySelectorAll('body *')]
    .filter((it) => it.clientHeight > 200 && /auto|scroll/.test(getComputedStyle(it).overflowY))
    .toSorted((a, b) => room(b) - room(a))[0];
  if (!scroller) throw new Error('nothing to scroll');
  scroller.scrollTop = 0;
  await settled();
  const gaps = [];
  let before = await frame();
  for (let screen = 0; screen < screens; screen++) {
    scroller.scrollTop += scroller.clientHeight;
    const now = await frame();
    gaps.push(now - before);
    before = now;
  }
  await settled();
  const box = scroller.getBoundingClientRect();
  const rows = [...document.querySelectorAll('[aria-rowindex]')].filter((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  });
  const blank = rows.filter((it) => !it.textContent?.trim()).length;
  const passed = Math.round(scroller.scrollTop / scroller.clientHeight);
  // The next operation looks at the first rows.
  scroller.scrollTop = 0;
  return {
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0),
    rows: rows.length,
    blank,
    screens: passed,
  };
}
