import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { finishedImports, forgetFinished, noteFinished } from './finished-imports.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
    },
  });
});

const one = { id: 'a', operation: 'clientCreate', accepted: 3, excluded: 0, at: 1 } as const;

test('finished imports are kept for each person and merchant, newest first, until they are deleted', () => {
  noteFinished('staff\n1001\nEFT', one);
  noteFinished('staff\n1001\nEFT', { ...one, id: 'b', at: 2 });
  noteFinished('staff\n1001\nEFT', { ...one, accepted: 4, at: 3 });
  noteFinished('staff\n1002\nEFT', one);
  assert.deepEqual(
    finishedImports('staff\n1001\nEFT').map(({ id, accepted }) => [id, accepted]),
    [
      ['a', 4],
      ['b', 3],
    ],
  );
  forgetFinished('staff\n1001\nEFT', 'a');
  assert.deepEqual(
    finishedImports('staff\n1001\nEFT').map(({ id }) => id),
    ['b'],
  );
  assert.equal(finishedImports('staff\n1002\nEFT').length, 1);
});

test('what is not a finished import is not listed', () => {
  for (const text of ['', 'null', '{}', '[1, {"id": "a"}]']) {
    kept.set('imports:x', text);
    assert.deepEqual(finishedImports('x'), []);
  }
});
