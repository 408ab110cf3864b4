import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setSampleConfig } from '#console/api/testing/config.ts';
import { setUpKit } from '#console/domain/set-up-kit.ts';
import type { ColumnSum, View } from '#report-engine/protocol.ts';
import { moneyOf } from './money.ts';
import { reportOf } from './report-list.ts';
import { viewOfMoney } from './report-money.ts';

before(setUpKit);
before(() => setSampleConfig());

const report = reportOf('future-transactions');
const everything: View = { search: '', filters: [], sort: null };
const sum = (currencyText: string | null, currency?: string): ColumnSum => ({
  keys: ['SCHEDULED'],
  count: 1,
  cents: 100,
  currencyText,
  ...(currency && { currency }),
});
const viewsOf = (sums: readonly ColumnSum[], view: View) => {
  const moneys = moneyOf(sums);
  return moneys.map((it) => viewOfMoney(report, view, it, moneys));
};
const scheduled = { fieldName: 'InstalmentStatus', kind: 'oneOf', values: ['SCHEDULED'] };
const ofCurrency = (...values: (string | null)[]) => ({ fieldName: 'Currency', kind: 'oneOf', values });

test('a tile of another currency shows only the rows of that currency, and one of the merchant’s own only those', () => {
  const sums = [sum('ZAR'), sum('NAD', 'NAD'), sum(null), sum('nad', 'NAD')];
  const [own, other] = viewsOf(sums, everything);
  assert.deepEqual(own?.filters, [scheduled, ofCurrency('ZAR', null)]);
  assert.deepEqual(other?.filters, [scheduled, ofCurrency('NAD', 'nad')]);
  // The tile that is chosen is the one that changes nothing more.
  assert.deepEqual(viewsOf([sum('ZAR'), sum(null)], own ?? everything), [own]);
  assert.deepEqual(viewsOf([sum('NAD', 'NAD'), sum('nad', 'NAD')], other ?? everything), [other]);
});

test('a tile asks for no currency where there is only the merchant’s own', () => {
  assert.deepEqual(viewsOf([sum('ZAR'), sum(null)], everything)[0]?.filters, [scheduled]);
});
