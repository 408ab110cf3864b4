import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  arrangedColumns,
  filledWidths,
  heldAt,
  movedBy,
  narrowestPx,
  orderedColumns,
  pinnedBy,
  plainLayout,
  readLayout,
  sizedTo,
  withColumnToggled,
  widestPx,
  type Layout,
} from './layout.ts';

const columns = ['a', 'b', 'c', 'd', 'e'].map((fieldName, index) => ({ fieldName, width: 100 + index * 20 }));
const fieldNames = (layout: Layout) => arrangedColumns(columns, layout).map((it) => it.fieldName);
const fieldName = fc.constantFrom(...columns.map((it) => it.fieldName));

/** Random layouts, built step by step. */
const layout = fc
  .array(
    fc.oneof(
      fc.tuple(fieldName, fc.constantFrom(-1 as const, 1 as const)).map(
        ([it, by]) =>
          (from: Layout) =>
            movedBy(columns, from, it, by),
      ),
      fieldName.map((it) => (from: Layout) => pinnedBy(columns, from, it)),
      fieldName.map((it) => (from: Layout) => withColumnToggled(columns, from, it)),
      fc.tuple(fieldName, fc.integer({ min: -50, max: 2000 })).map(
        ([it, width]) =>
          (from: Layout) =>
            sizedTo(from, it, width),
      ),
    ),
    { maxLength: 20 },
  )
  .map((steps) => steps.reduce((from, step) => step(from), plainLayout));

test('no step loses or doubles a column, shows none at all, or lets the first one go', () => {
  fc.assert(
    fc.property(layout, (made) => {
      assert.deepEqual(
        orderedColumns(columns, made)
          .map((it) => it.fieldName)
          .toSorted(),
        ['a', 'b', 'c', 'd', 'e'],
      );
      assert.ok(fieldNames(made).length > 0);
      assert.ok(made.pinned >= 1);
      for (const width of Object.values(made.widths)) assert.ok(width >= narrowestPx && width <= widestPx);
      assert.deepEqual(readLayout(JSON.stringify(made)), made);
    }),
  );
});

test('a column moves one place among those that are seen, and back', () => {
  fc.assert(
    fc.property(layout, fieldName, (made, it) => {
      const before = fieldNames(made);
      const position = before.indexOf(it);
      const next = movedBy(columns, made, it, 1);
      if (position < 0 || position === before.length - 1) assert.deepEqual(fieldNames(next), before);
      else {
        assert.equal(fieldNames(next).indexOf(it), position + 1);
        assert.deepEqual(fieldNames(movedBy(columns, next, it, -1)), before);
      }
    }),
  );
});

test('pinning puts a column behind the pinned ones; letting it go puts it behind those that are left', () => {
  const one = pinnedBy(columns, plainLayout, 'd');
  assert.deepEqual([fieldNames(one), one.pinned], [['a', 'd', 'b', 'c', 'e'], 2]);
  const two = pinnedBy(columns, one, 'a');
  assert.deepEqual([fieldNames(two), two.pinned], [['d', 'a', 'b', 'c', 'e'], 1]);
  assert.equal(pinnedBy(columns, two, 'd'), two, 'the last one stays');
});

test('a hidden column comes back to its place, and the last one cannot be hidden', () => {
  const hidden = withColumnToggled(columns, plainLayout, 'b');
  assert.deepEqual(fieldNames(hidden), ['a', 'c', 'd', 'e']);
  assert.deepEqual(fieldNames(withColumnToggled(columns, hidden, 'b')), ['a', 'b', 'c', 'd', 'e']);
  const one = ['a', 'b', 'c', 'd'].reduce((from, it) => withColumnToggled(columns, from, it), plainLayout);
  assert.deepEqual(fieldNames(withColumnToggled(columns, one, 'e')), ['e']);
});

test('a column that came with a later version is shown', () => {
  assert.deepEqual(fieldNames({ ...plainLayout, order: ['c', 'gone', 'a'] }), ['c', 'a', 'b', 'd', 'e']);
});

test('widths fill the room and never fall below a column’s own; a chosen width is kept', () => {
  fc.assert(
    fc.property(layout, fc.integer({ min: 0, max: 3000 }), (made, room) => {
      const shown = arrangedColumns(columns, made);
      const widths = filledWidths(shown, made, room);
      const sum = widths.reduce((all, it) => all + it, 0);
      shown.forEach((it, index) => assert.ok((widths[index] ?? 0) >= it.width));
      const own = shown.reduce((all, it) => all + it.width, 0);
      assert.ok(sum <= Math.max(room, own) && sum > Math.max(room, own) - 5);
      if (shown.some((it) => made.widths[it.fieldName] === undefined))
        shown.forEach((it, index) => {
          const chosen = made.widths[it.fieldName];
          if (chosen !== undefined) assert.equal(widths[index], chosen);
        });
    }),
  );
});

test('on a phone the first column stays and leaves room for the others', () => {
  assert.deepEqual(heldAt([150, 120, 100], 2, 1200), [0, 150]);
  assert.deepEqual(heldAt([150, 120, 100], 2, 340), [0]);
  assert.deepEqual(heldAt([150, 120, 100], 9, 3000), [0, 150, 270]);
});

test('what was kept by another version, or by nobody, does no harm', () => {
  for (const text of [null, '', '{', '7', 'null', '[]', '{"order":7,"hidden":null,"pinned":"x","widths":[]}'])
    assert.deepEqual(readLayout(text), plainLayout);
  assert.deepEqual(readLayout('{"order":["a","a",3],"hidden":["b"],"pinned":-4,"widths":{"a":1,"b":"x","c":200}}'), {
    order: ['a'],
    hidden: ['b'],
    pinned: 1,
    widths: { c: 200 },
  });
});
