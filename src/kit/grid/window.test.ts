import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rowHeight, scrollTopFor, steppedScroll, windowOf } from './window.ts';

const view = fc.integer({ min: 40, max: 2000 });
const tallest = 15_000_000;

/** A list with a possible scroll position. */
const scrolled = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 3_000_000 })),
    view,
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([count, height, part]) => {
    const full = Math.min(count * rowHeight(), tallest);
    return { count, view: height, full, scrollTop: Math.floor(part * Math.max(0, full - height)) };
  });

test('the rows in sight are there, few others are, and the scrollbar keeps its length', () => {
  fc.assert(
    fc.property(scrolled, ({ count, view: height, full, scrollTop }) => {
      const { first, end, before, after } = windowOf(count, scrollTop, height);
      assert.ok(first >= 0 && end <= count && first < end);
      assert.ok(before >= -1e-6 && after >= 0);
      assert.ok(before <= scrollTop + 1e-6, 'no gap above what is seen');
      const bottom = before + (end - first) * rowHeight();
      assert.ok(bottom >= Math.min(scrollTop + height, full) - 1e-6, 'no gap below what is seen');
      assert.ok(Math.abs(bottom + after - Math.max(full, bottom)) < 1e-3);
      assert.ok(end - first <= Math.ceil(height / rowHeight()) + 14);
    }),
    // Just above the maximum layout height, and barely scrolled.
    { examples: [[{ count: 416_667, view: 40, full: tallest, scrollTop: 1 }]] },
  );
});

test('the last row of three million can be reached', () => {
  const { end } = windowOf(3_000_000, tallest - 600, 600);
  assert.equal(end, 3_000_000);
});

test('a row that is asked for comes into sight, and one in sight does not move', () => {
  fc.assert(
    fc.property(scrolled, fc.double({ min: 0, max: 1, noNaN: true }), ({ count, view: height, scrollTop }, part) => {
      const row = Math.min(count - 1, Math.floor(part * count));
      const top = scrollTopFor(row, count, scrollTop, height);
      const { first, end } = windowOf(count, Math.max(0, top), height);
      assert.ok(row >= first && row < end);
      assert.ok(Math.abs(scrollTopFor(row, count, top, height) - top) < 1e-3);
    }),
  );
});

test('what is in sight is there at the position that is settled on, too', () => {
  fc.assert(
    fc.property(scrolled, ({ count, view: height, full, scrollTop }) => {
      const { first, end, before } = windowOf(count, steppedScroll(scrollTop, count), height);
      assert.ok(before <= scrollTop + 1e-6, 'no gap above what is seen');
      const bottom = before + (end - first) * rowHeight();
      assert.ok(bottom >= Math.min(scrollTop + height, full) - 1e-6, 'no gap below what is seen');
    }),
  );
});

test('a step within some rows renders nothing', () => {
  assert.equal(steppedScroll(4 * rowHeight() + 5, 100), steppedScroll(7 * rowHeight() + 30, 100));
});
