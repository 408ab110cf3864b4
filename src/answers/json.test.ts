import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '#rules/json.ts';
import { jsonOf } from './json.ts';

test('a number beyond 2^53 keeps all its digits, wherever it is in an answer', () => {
  assert.deepEqual(
    parseJson(
      '{"ContractSequence":9007199254770003,"in":[-9007199254740993, 90071992547409930.5,0.12345678901234567]}',
    ),
    {
      ContractSequence: '9007199254770003',
      in: ['-9007199254740993', '90071992547409930.5', Number('0.12345678901234567')],
    },
  );
  assert.deepEqual(parseJson('9007199254740991'), Number.MAX_SAFE_INTEGER);
});

test('all other JSON is read as JSON.parse reads it', () => {
  const digits = fc.constantFrom('12345678901234567890', '"9007199254770003"', '\\"1234567890123456789"', '\\');
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'small' }), digits, (value, text) => {
      const json = JSON.stringify({ value, [text]: text });
      const isLong = /[^"\w.]-?\d{16,}/.test(JSON.stringify([value]));
      if (!isLong) assert.deepEqual(parseJson(json), JSON.parse(json));
      else assert.doesNotThrow(() => parseJson(json));
    }),
  );
  for (const text of ['', '{', '{"a":12345678901234567', '0123456789012345678']) assert.throws(() => parseJson(text));
});

test('a sequence of that length is sent as the number that came', () => {
  const item = parseJson(
    '{"ContractSequence":9007199254770003,"ContractNumber":"9007199254770003","InstalmentSequence":2}',
  );
  assert.equal(
    jsonOf({ Request: [item] }),
    '{"Request":[{"ContractSequence":9007199254770003,"ContractNumber":"9007199254770003","InstalmentSequence":2}]}',
  );
  const text = '"ContractSequence":"9007199254770003"';
  assert.deepEqual(parseJson(jsonOf({ ContractNumber: text })), { ContractNumber: text });
});
