// The figures of a report of a million records: the engine by itself, its peers on the same rows, the product's own
// page.
import path from 'node:path';
import { inFolder } from './last.mjs';
import { median, percent, ratios, spread } from './measure.mjs';
import { sought, writeBody } from './report/body.mjs';
import { scrollScreens, withPage } from './report/browser.mjs';
import { buildPages, weigh } from './report/build.mjs';
import { pageFigures } from './report/page.mjs';
import { startSite } from './report/site.mjs';

const million = 1_000_000;
const rounds = 5;
const screens = 200;
/** The peers, by page. */
const peers = { mui: 'MUI X Data Grid', ag: 'AG Grid Community', tanstack: 'TanStack Table' };

/**
 * Figures by name, each with its values per round.
 * @typedef {Record<string, number[]>} Taken
 */

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const reportPageFigures = () =>
  inFolder('bench', async (folder) => {
    const [file, built] = [path.join(folder, 'report.json'), path.join(folder, 'pages')];
    const body = await writeBody(file, million);
    await buildPages(built, ['engine', 'naive', 'native', ...Object.keys(peers)]);
    const weight = await weigh(path.join(folder, 'weight'));
    const site = await startSite(built, file);
    /** @type {Taken} */
    const taken = {};
    try {
      for (let round = 0; round <= rounds; round++) {
        /** @type {Record<string, () => Promise<Record<string, number>>>} */
        const sides = {
          engine: () => operations(site.origin, 'engine', body),
          settled: () => memory(site.origin, 'engine'),
          naive: () => memory(site.origin, 'naive'),
          native: () => loading(site.origin, 'native'),
        };
        // The first round warms the file cache and is discarded; the peers take a minute each, so they skip it.
        if (round > 0) for (const name of Object.keys(peers)) sides[name] = () => operations(site.origin, name, body);
        for (const [side, measure] of Object.entries(sides))
          for (const [what, figure] of Object.entries(await measure()))
            if (round > 0) (taken[`${side} ${what}`] ??= []).push(figure);
      }
    } finally {
      site.end();
    }
    return [...engineFigures(taken, body), ...peerFigures(taken), ...(await pageFigures(folder)), weightFigure(weight)];
  });

/**
 * @template T
 * @param {string} origin
 * @param {string} name
 * @param {(page: import('@playwright/test').Page, longest: import('./report/browser.mjs').Longest) => Promise<T>} work
 */
const open = (origin, name, work) =>
  withPage(async (page, longest) => {
    await page.goto(`${origin}/${name}.html`);
    await page.waitForFunction(() => 'bench' in window);
    return await work(page, longest);
  });

/**
 * @param {string} origin
 * @param {string} name
 */
const loading = (origin, name) =>
  open(origin, name, async (page) => {
    const { first, complete, rows } = await page.evaluate(() => window.bench.load());
    if (rows !== million) throw new Error(`${name} loaded ${rows} rows`);
    return { first, complete };
  });

/**
 * Loads, and measures the memory of page and workers after a pause.
 * @param {string} origin
 * @param {string} name
 */
const memory = (origin, name) =>
  open(origin, name, async (page) => {
    const { first, complete } = await page.evaluate(() => window.bench.load());
    await page.waitForTimeout(3000);
    return { first, complete, memory: await page.evaluate(() => window.heldMemory()) };
  });

/**
 * Every operation of a page on its rows, each for the first time, with the longest task of its main thread.
 * @param {string} origin
 * @param {string} name
 * @param {import('./report/body.mjs').Body} body
 */
const operations = (origin, name, body) =>
  open(origin, name, async (page, longest) => {
    const load = await longest(() => page.evaluate(() => window.bench.load(true)));
    if (load.result.rows !== million) throw new Error(`${name} loaded ${load.result.rows} rows`);
    /** @type {Record<string, number>} */
    const figures = {
      first: load.result.first,
      complete: load.result.complete,
      'longest load': load.longest,
      'busy load': load.busy,
    };
    const { waits } = load.result;
    if (waits) Object.assign(figures, { wait: Math.max(...waits), waits: waits.length });

    // A text first, so that no idle time has prepared that order.
    for (const fieldName of ['ContractNumber', 'Amount', 'TransactionDate']) {
      const sort = await longest(() => page.evaluate((by) => window.bench.sort?.(by), fieldName));
      figures[`sort ${fieldName}`] = sort.result ?? NaN;
      figures['longest sort'] = Math.max(figures['longest sort'] ?? 0, sort.longest);
    }

    const filter = await longest(() => page.evaluate((text) => window.bench.filter?.(text), sought));
    // Peers also search numbers.
    const found = filter.result?.rows ?? 0;
    if (!filter.result || found < body.found || (name === 'engine' && found > body.found))
      throw new Error(`${name} found ${found} rows instead of ${body.found}`);
    Object.assign(figures, { filter: filter.result.milliseconds, 'longest filter': filter.longest });

    const groups = await page.evaluate(() => window.bench.groups?.());
    if (groups) {
      for (const { keys, count, cents } of groups.groups) {
        const right = body.byStatus[String(keys[0])];
        if (right?.count !== count || right.cents !== cents) throw new Error(`${name} sums ${keys[0]} to ${cents}`);
      }
      figures['groups'] = groups.milliseconds;
    }

    const csv = await longest(() => page.evaluate(() => window.bench.csv?.()));
    if (csv.result)
      Object.assign(figures, {
        csv: csv.result.milliseconds,
        'csv bytes': csv.result.bytes,
        'longest csv': csv.longest,
      });
    const xlsx = await longest(() => page.evaluate(() => window.bench.xlsx?.()));
    if (xlsx.result)
      Object.assign(figures, {
        xlsx: xlsx.result.milliseconds,
        'xlsx bytes': xlsx.result.bytes,
        'longest xlsx': xlsx.longest,
      });

    if (name !== 'engine') {
      const scroll = await longest(() => page.evaluate(scrollScreens, screens));
      const { dropped, screens: passed } = scroll.result;
      Object.assign(figures, { dropped, passed, 'longest scroll': scroll.longest });
    }
    return figures;
  });

const seconds = (/** @type {number[]} */ all) => `${spread(all, (it) => (it / 1000).toFixed(2))} s`;
const milliseconds = (/** @type {number[]} */ all) => `${spread(all)} ms`;
const megabytes = (/** @type {number} */ bytes) => Math.round(bytes / 1e6);

/**
 * @param {Taken} taken
 * @param {import('./report/body.mjs').Body} body
 * @returns {import('./measure.mjs').Figure[]}
 */
function engineFigures(taken, body) {
  const of = (/** @type {string} */ name) => taken[name] ?? [];
  const longest = ['load', 'sort', 'filter', 'csv', 'xlsx'];
  return [
    {
      what: `Report engine, 1,000,000 records (${megabytes(body.bytes)} MB): longest task of the main thread during ${longest.join(', ')}`,
      figure: `${longest.map((it) => spread(of(`engine longest ${it}`))).join(', ')} ms (load: ${spread(of('engine busy load'))} ms of work)`,
      aim: '≤ 50 ms',
    },
    {
      what: 'First rows visible, of the time until a page that does fetch().json() and sets state shows any',
      figure: `${percent(ratios(of('settled first'), of('naive first')))} (${milliseconds(of('settled first'))} of ${seconds(of('naive first'))})`,
      aim: '≤ 8 %',
    },
    {
      what: 'Complete, of fetch and JSON.parse of the same bytes in a worker',
      figure: `${spread(ratios(of('settled complete'), of('native complete')), (it) => it.toFixed(2))} (${seconds(of('settled complete'))} of ${seconds(of('native complete'))})`,
      aim: '≤ 1.1',
    },
    {
      what: 'Memory of page and worker once settled, of the same rows as an array of objects',
      figure: `${percent(ratios(of('settled memory'), of('naive memory')))} (${megabytes(median(of('settled memory')))} of ${megabytes(median(of('naive memory')))} MB)`,
      aim: '≤ 40 %',
    },
    {
      what: `Answer of a row window while loading, the worst of ${median(of('engine waits'))} requested every 50 ms`,
      figure: milliseconds(of('engine wait')),
      aim: '≤ 50 ms',
    },
    { what: 'Sort by number, first time', figure: seconds(of('engine sort Amount')), aim: '≤ 0.15 s' },
    { what: 'Sort by date, first time', figure: seconds(of('engine sort TransactionDate')), aim: '≤ 0.15 s' },
    {
      what: 'Sort by text (250,000 different), first time',
      figure: seconds(of('engine sort ContractNumber')),
      aim: '≤ 1.0 s',
    },
    { what: 'Filter by text, first time', figure: seconds(of('engine filter')), aim: '≤ 0.25 s' },
    { what: 'Group and sum', figure: seconds(of('engine groups')), aim: '≤ 0.05 s' },
    {
      what: `CSV of all rows, ${megabytes(median(of('engine csv bytes')))} MB`,
      figure: seconds(of('engine csv')),
      aim: '≤ 2.5 s',
    },
    {
      what: `XLSX of all rows, ${megabytes(median(of('engine xlsx bytes')))} MB`,
      figure: seconds(of('engine xlsx')),
      aim: '≤ 8 s',
    },
  ];
}

/**
 * The same rows in other grids, all passed at once, as these grids expect.
 * @param {Taken} taken
 * @returns {import('./measure.mjs').Figure[]}
 */
function peerFigures(taken) {
  const names = ['engine', ...Object.keys(peers)];
  const each = (/** @type {(name: string) => string} */ shown) => names.map(shown).join('; ');
  const middle = (/** @type {string} */ what, /** @type {(number: number) => string} */ shown) =>
    each((name) => {
      const all = taken[`${name} ${what}`];
      return all ? shown(median(all)) : 'none';
    });
  const inSeconds = (/** @type {number} */ it) => `${(it / 1000).toFixed(2)} s`;
  const who = `ours; ${Object.values(peers).join('; ')}`;
  return [
    { what: `First rows visible: ${who}`, figure: middle('first', inSeconds) },
    { what: `Sort by number: ${who}`, figure: middle('sort Amount', inSeconds) },
    { what: `Sort by text: ${who}`, figure: middle('sort ContractNumber', inSeconds) },
    { what: `Filter by text: ${who}`, figure: middle('filter', inSeconds) },
    { what: `CSV of all rows: ${who}`, figure: middle('csv', inSeconds) },
    {
      what: `Longest task of the main thread during load, sort, filter, CSV: ${who}`,
      figure: each((name) =>
        ['load', 'sort', 'filter', 'csv']
          .map((it) => taken[`${name} longest ${it}`])
          .map((all) => (all ? `${Math.round(median(all))}` : '–'))
          .join(', ')
          .concat(' ms'),
      ),
    },
    {
      what: `Scroll ${screens} screens, one a frame: frames dropped by ${Object.values(peers).join('; ')} (MUI X has a page of 100 rows)`,
      figure: Object.keys(peers)
        .map((name) => `${median(taken[`${name} dropped`] ?? [])} on ${median(taken[`${name} passed`] ?? [])} screens`)
        .join('; '),
    },
  ];
}

/**
 * @param {{ atOnce: number, later: number }} weight
 * @returns {import('./measure.mjs').Figure}
 */
function weightFigure({ atOnce, later }) {
  const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
  return {
    what: 'Grid and engine on a page that uses them, worker included, brotli',
    figure: `${kilobytes(atOnce)} KB, and ${kilobytes(later)} KB when first used`,
    aim: '≤ 30 KB',
  };
}
