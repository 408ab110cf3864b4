import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageSize } from './messages.ts';
import { PageCache } from './page-cache.ts';

const page = (number: number, epoch: number, count = pageSize) => ({
  page: number,
  epoch,
  rows: Array.from({ length: count }, (_, i) => ({ row: number * pageSize + i, epoch })),
});

test('what is in sight is asked for first, its neighbours with it, and nothing twice', () => {
  const cache = new PageCache();
  assert.deepEqual(cache.wanted(1000, 1), []);
  assert.equal(cache.show(350, 420), true);
  assert.equal(cache.show(351, 421), false);
  assert.deepEqual(cache.wanted(1000, 1), [3, 4, 5, 2]);
  assert.deepEqual(cache.wanted(1000, 1), []);
  assert.equal(cache.take(page(3, 1)), true);
  assert.equal(cache.take(page(5, 1)), false);
  assert.equal(cache.rowAt(399)?.row, 399);
  assert.equal(cache.rowAt(400), undefined);
});

test('the rows that would be printed are asked for once all rows are known', () => {
  const cache = new PageCache();
  cache.show(820, 860);
  assert.deepEqual(cache.wanted(1000, 1), [8, 9, 7]);
  assert.deepEqual(cache.wanted(1000, 1, true), [0, 1, 2, 3, 4]);
  assert.deepEqual(cache.wanted(1000, 1, true), []);
  cache.clear();
  assert.deepEqual(cache.wanted(900, 2, true), [8, 7, 0, 1, 2, 3, 4]);
});

test('a page that was not full is asked for again once more rows have come', () => {
  const cache = new PageCache();
  cache.show(0, 40);
  assert.deepEqual(cache.wanted(30, 1), [0]);
  cache.take(page(0, 1, 30));
  assert.deepEqual(cache.wanted(30, 1), []);
  assert.deepEqual(cache.wanted(31, 1), [0]);
});

test('rows that may stand elsewhere are shown until the new ones come; those of another view are not', () => {
  const cache = new PageCache();
  cache.show(0, 40);
  cache.take(page(0, 1));
  assert.deepEqual(cache.wanted(100, 2), [0]);
  assert.equal(cache.rowAt(0)?.epoch, 1);
  cache.take(page(0, 2));
  assert.equal(cache.rowAt(0)?.epoch, 2);
  cache.clear();
  assert.equal(cache.rowAt(0), undefined);
  assert.deepEqual(cache.wanted(100, 2), [0]);
});

test('pages that were not used for long make room', () => {
  const cache = new PageCache();
  for (let number = 0; number < 200; number += 1) cache.take(page(number, 1));
  assert.equal(cache.rowAt(0), undefined);
  assert.equal(cache.rowAt(199 * pageSize)?.row, 199 * pageSize);
});
