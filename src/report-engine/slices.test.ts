import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Config } from '#console/api/config.ts';
import { operations } from '#contract/operations.ts';
import { addDays, daysBetween, fromDayNumber } from '#rules/calendar.ts';
import { longestSlice, rangeFields, slicesOf, sliceSpecs } from './slices.ts';

const anyRange = fc
  .tuple(fc.integer({ min: -25_567, max: 2_932_896 }), fc.oneof(fc.nat(40), fc.nat(1500), fc.nat(3_000_000)))
  .map(([first, more]) => ({ from: fromDayNumber(first), to: fromDayNumber(Math.min(first + more, 2_932_896)) }));

test('slices cover a range exactly: nothing twice, nothing left out, in order', () => {
  fc.assert(
    fc.property(anyRange, (range) => {
      const slices = slicesOf(range);
      assert.equal(slices[0]?.from, range.from);
      assert.equal(slices.at(-1)?.to, range.to);
      for (const [index, slice] of slices.entries()) {
        assert.ok(slice.from <= slice.to);
        const next = slices[index + 1];
        if (next) assert.equal(addDays(slice.to, 1), next.from);
      }
      assert.ok(slices.length <= 100, `${slices.length} calls`);
    }),
  );
});

test('a short range is one call; a longer one of up to five years is cut where months begin, and only there', () => {
  fc.assert(
    fc.property(anyRange, (range) => {
      const days = daysBetween(range.from, range.to) + 1;
      const slices = slicesOf(range);
      if (days <= longestSlice) assert.equal(slices.length, 1);
      else if (days < 58 * 30) {
        for (const { from, to } of slices) assert.equal(from.slice(0, 7), to.slice(0, 7));
        for (const { from } of slices.slice(1)) assert.equal(from.slice(8), '01');
      }
    }),
  );
});

test('the last day that can be named ends the last slice', () => {
  assert.deepEqual(slicesOf({ from: '9999-11-15', to: '9999-12-31' }), [
    { from: '9999-11-15', to: '9999-11-30' },
    { from: '9999-12-01', to: '9999-12-31' },
  ]);
});

test('the limit can be another', () => {
  assert.equal(slicesOf({ from: '2026-01-30', to: '2026-02-02' }, 3).length, 2);
  assert.equal(slicesOf({ from: '2026-01-31', to: '2026-02-02' }, 3).length, 1);
});

const config: Config = {
  environment: 'Sandbox',
  products: ['EFT'],
  organisation: 'demo',
  oauth: { issuer: 'https://service.example', clientId: 'console', scopes: 'openid' },
  timeZone: 'Africa/Johannesburg',
  dryRun: 'unknown',
  transactionTypes: 'unknown',
  leftOut: 'unknown',
  listAll: 'unknown',
  people: 'unknown',
  outgoingCalls: 'unknown',
  messages: { network: 'connected', deliveries: 'unknown', senders: [], templates: [] },
  calendar: { holidays: 'ZA', extraDays: [] },
  codes: {},
};
const tenant = { merchant: '1001', product: 'EFT' };
const queryOf = (url: string) => new URLSearchParams(url.slice(url.indexOf('?')));
const range = { from: '2026-01-15', to: '2026-03-02' };

test('times narrow the first and the last day of the range, however many calls it takes', () => {
  const times = { fromTime: '08:30', toTime: '16:45' };
  const question = { operation: operations.transactionReport, tenant, config, kind: 'dateTime', fields: {} } as const;
  const ends = (it: typeof range) =>
    sliceSpecs({ ...question, range: { ...it, ...times } }).map(({ url }) => {
      const query = queryOf(url);
      return [query.get('StartDate'), query.get('EndDate')];
    });
  assert.deepEqual(ends(range), [
    ['2026-01-15 08:30', '2026-01-31 23:59'],
    ['2026-02-01 00:00', '2026-02-28 23:59'],
    ['2026-03-01 00:00', '2026-03-02 16:45'],
  ]);
  assert.deepEqual(ends({ from: '2026-01-15', to: '2026-01-15' }), [['2026-01-15 08:30', '2026-01-15 16:45']]);
});

test('each call carries its days and the filters; days of date-times run from 00:00 to 23:59', () => {
  const specs = sliceSpecs({
    operation: operations.transactionReport,
    tenant,
    config,
    kind: 'dateTime',
    range,
    fields: { Product: 'EFT', ClientNumber: 'C 1' },
  });
  const queries = specs.map(({ url }) => Object.fromEntries(queryOf(url)));
  assert.deepEqual(
    queries.map((it) => [it.StartDate, it.EndDate]),
    [
      ['2026-01-15 00:00', '2026-01-31 23:59'],
      ['2026-02-01 00:00', '2026-02-28 23:59'],
      ['2026-03-01 00:00', '2026-03-02 23:59'],
    ],
  );
  for (const it of queries) assert.deepEqual([it.Product, it.ClientNumber, it.Version], ['EFT', 'C 1', 'v1']);
});

test('plain dates where the operation takes those, and one call where slices would repeat records', () => {
  const given = {
    operation: operations.omniContractChangeReport,
    tenant,
    config,
    kind: 'date',
    range,
    fields: {},
  } as const;
  assert.equal(sliceSpecs(given).length, 3);
  const [only, ...more] = sliceSpecs({ ...given, isWhole: true });
  assert.deepEqual([only?.from, only?.to, more.length], [range.from, range.to, 0]);
  assert.match(only?.url ?? '', /contract_changes_report\/EFT\?.*StartDate=2026-01-15&EndDate=2026-03-02$/);
  assert.deepEqual(rangeFields('date', range), { StartDate: '2026-01-15', EndDate: '2026-03-02' });
});
