import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { digestsOfRows, forgetSentImport, recordSentImport, sentImports } from './sent-imports.ts';

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

const owner = 'staff\n1001\nEFT';

test('rows that an import sent are recognised, and cannot be read from what the browser keeps', async () => {
  const texts = ['["debit","C00001 HOME-1","2027-01-11",10100]', '["debit","C00002 HOME-2","2027-01-11",10200]'];
  await recordSentImport(owner, 'a', texts);
  const [first] = sentImports(owner);
  const digests = await digestsOfRows([...texts, 'another']);
  assert.deepEqual(
    digests.map((it) => first?.rows.has(it)),
    [true, true, false],
  );
  assert.doesNotMatch([...kept.values()].join(''), /C0000|HOME|10100|2027/);
  assert.deepEqual(sentImports('staff\n1002\nEFT'), []);
});

test('an import that is opened again keeps its time, and one that is deleted is forgotten', async () => {
  await recordSentImport(owner, 'a', ['one']);
  const [{ at } = { at: 0 }] = sentImports(owner);
  kept.set([...kept.keys()].join(''), [...kept.values()].join('').replace(String(at), '5'));
  await recordSentImport(owner, 'a', ['one']);
  assert.equal(sentImports(owner)[0]?.at, 5);
  await recordSentImport(owner, 'a', ['one', 'two']);
  await recordSentImport(owner, 'b', ['three']);
  assert.deepEqual(
    sentImports(owner).map(({ id, rows }) => [id, rows.size]),
    [
      ['b', 1],
      ['a', 2],
    ],
  );
  forgetSentImport(owner, 'b');
  assert.equal(sentImports(owner).length, 1);
});

test('the oldest are dropped before the browser is full, and damaged entries are none', async () => {
  await recordSentImport(owner, 'a', ['one']);
  const [key = ''] = kept.keys();
  const big = { id: 'big', at: 1, digests: 'x'.repeat(999_995) };
  kept.set(key, JSON.stringify([big, ...(JSON.parse(kept.get(key) ?? '[]') as object[])]));
  await recordSentImport(owner, 'b', []);
  await recordSentImport(owner, 'c', ['two']);
  assert.deepEqual(
    sentImports(owner).map(({ id }) => id),
    ['c'],
  );
  for (const text of ['', 'null', '{}', '[1, {"id": "a"}]']) {
    kept.set(key, text);
    assert.deepEqual(sentImports(owner), []);
  }
});
