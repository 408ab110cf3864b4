import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as always, array, asyncProperty, dictionary, json, jsonValue, string } from 'fast-check';
import { parseJson } from '#rules/json.ts';
import { readInTurns, parsedInTurns } from './long-answer.ts';

test('a long answer is read as one read at once, whatever stands in its records', async () => {
  await always(
    asyncProperty(string(), array(jsonValue()), dictionary(string(), jsonValue()), async (name, records, rest) => {
      const text = JSON.stringify({ [name]: records, ...rest });
      assert.deepEqual(await parsedInTurns(text, 1), parseJson(text));
    }),
  );
});

test('white space, brackets and quotation marks in texts divide nothing', async () => {
  const records = [{ Name: 'a],[{"\\' }, { Name: '"' }, [1, [2]], 'x,y', 5];
  for (const text of [JSON.stringify({ List: records, APIResponse: {} }), JSON.stringify({ List: records }, null, 2)])
    assert.deepEqual(await parsedInTurns(text, 1), parseJson(text));
});

test('another shape is parsed as a whole, and what is no JSON comes back as text', async () => {
  await always(
    asyncProperty(json(), async (text) => {
      assert.deepEqual(await parsedInTurns(text, 1), parseJson(text));
    }),
  );
  for (const text of ['<html>', '{"List":[1,2', '{"List":[1,,2]}', '{"List":[{]}'])
    assert.equal(await parsedInTurns(text, 1), text);
});

test('a list is changed in parts, in its order', async () => {
  const list = Array.from({ length: 2_500 }, (_, at) => at);
  assert.deepEqual(
    await readInTurns(list, (part) => part.map((it) => it * 2)),
    list.map((it) => it * 2),
  );
});
