import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CallError, type ErrorKind } from '../errors.ts';
import { tallyOf } from './tally.ts';

const api = { CallSequence: 1, Status: 'SUCCESS', Version: '1.0.0', Name: 'mandateCreate' };
const many = (count: number) => Array.from({ length: count }, () => ({}));

test('every item that was sent is done, refused or unknown', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(50), (done, refused, lost) => {
      const tally = tallyOf(done + refused + lost, { Successful: many(done), Failed: many(refused), api });
      assert.deepEqual(tally, { done, refused, unknown: lost });
    }),
  );
});

test('without an answer all are unknown; with a refusal of the call none was stored', () => {
  const of = (kind: ErrorKind) => tallyOf(3, undefined, new CallError(kind, { operation: 'mandateCreate' }));
  for (const kind of ['unavailable', 'offline', 'bug'] as const)
    assert.deepEqual(of(kind), { done: 0, refused: 0, unknown: 3 });
  for (const kind of ['refused', 'notPermitted', 'notFound', 'signedOut'] as const)
    assert.deepEqual(of(kind), { done: 0, refused: 3, unknown: 0 });
});
