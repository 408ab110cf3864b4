import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { failedShapes, unclearShapes } from '../../../e2e/answer-shapes.ts';
import { isWrite } from '../decode.ts';
import { reasonsOf } from './reasons.ts';
import { acceptedRecords, resultCounts, isAccepted, resultsOf, writtenOf, type SendResults } from './results.ts';

const writes = Object.values<Operation>(operations).filter(isWrite);
const itemOf = (index: number) => ({
  ClientNumber: `C${index}`,
  ContractNumber: `N${index}`,
  ContractSequence: 100 + index,
  InstalmentSequence: 1 + index,
  PaymentSequence: 1 + index,
});
const states = ({ items }: SendResults) => items.map((it) => it.state);
const receivedIn = ({ items, strays }: SendResults) => [
  ...items.flatMap((it) => it.received),
  ...strays.map((it) => it.received),
];

test('each of thirteen refusals of every write is one, and its reason is there', () => {
  assert.equal(failedShapes.length, 13);
  for (const it of writes)
    for (const { name, failed, reason = '' } of failedShapes) {
      const item = itemOf(1);
      const body = { [it.response]: [{ Successful: null, Failed: failed(item) }] };
      const results = writtenOf(it, it.method === 'DELETE' ? item : [item], body);
      assert.deepEqual(states(results), ['refused'], `${it.name}: ${name}`);
      const messages = results.items.flatMap((result) => result.reasons.map(({ Message }) => Message)).join('\n');
      assert.ok(messages.includes(reason), `${it.name}: ${name}: ${messages}`);
      assert.equal(messages === '', reason === '', `${it.name}: ${name}: ${messages}`);
    }
});

test('an answer that contradicts itself, or is about something else, is never taken for an acceptance', () => {
  for (const it of writes)
    for (const { name, Successful, Failed } of unclearShapes) {
      const item = itemOf(1);
      const body = { [it.response]: [{ Successful: Successful?.(item), Failed: Failed?.(item) }] };
      const results = writtenOf(it, it.method === 'DELETE' ? item : [item], body);
      assert.deepEqual(states(results), ['unknown'], `${it.name}: ${name}`);
      assert.deepEqual(acceptedRecords(results), []);
    }
});

const anything = fc.jsonValue({ maxDepth: 3 });
const echoed = fc.nat(7).map(itemOf);
const mixed = fc.oneof(
  anything,
  echoed,
  fc.tuple(echoed, anything).map(([item, Errors]) => ({ ...item, Errors })),
);
const listed = fc.oneof(anything, fc.array(mixed, { maxLength: 8 }));

test('whatever comes, sent = accepted + refused + unknown, and nothing that came is lost', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...writes),
      fc.integer({ min: 1, max: 6 }),
      listed,
      listed,
      (it, count, Successful, Failed) => {
        const items = Array.from({ length: it.method === 'DELETE' ? 1 : count }, (_, index) => itemOf(index));
        const body = { [it.response]: [{ Successful, Failed }] };
        const results = writtenOf(it, it.method === 'DELETE' ? items[0] : items, body);
        const { accepted, refused, unknown } = resultCounts(results);
        assert.equal(accepted + refused + unknown, results.items.length);
        assert.ok(it.method === 'DELETE' || results.items.length === items.length);
        assert.equal(acceptedRecords(results).length, accepted);
        if (isAccepted(results)) assert.equal(receivedIn(results).length, results.items.length);
        const received = [Successful, Failed]
          .flatMap((list) => (Array.isArray(list) ? list : []))
          .filter((each) => each !== null);
        for (const each of received) assert.ok(receivedIn(results).includes(each), JSON.stringify(each));
      },
    ),
    { numRuns: 2000 },
  );
});

test('a batch that is answered in its own words, in any order, is told apart item by item', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), fc.func(fc.nat()), (ends, order) => {
      const items = ends.map((_, index) => itemOf(index));
      const mix = <T>(list: T[]) => list.toSorted((one, two) => order(one) - order(two));
      const of = (end: boolean) => mix(items.filter((_, index) => ends[index] === end));
      const results = resultsOf(items, { Successful: of(true), Failed: of(false) });
      assert.deepEqual(
        states(results),
        ends.map((end) => (end ? 'accepted' : 'refused')),
      );
    }),
  );
});

test('items of one contract are told apart by day and amount, however these are written; alike ones are as good as one', () => {
  const items = ['2026-04-01', '2026-04-02', '2026-04-02'].map((day) => ({
    ContractSequence: 3,
    InstalmentActionDate: `${day} 00:00`,
    InstalmentAmount: 5.5,
  }));
  const first = { ContractSequence: '3', InstalmentActionDate: '2026-04-01T00:00:00Z', InstalmentAmount: '5.50' };
  assert.deepEqual(
    states(resultsOf(items, { Successful: [{ ContractSequence: 3 }, { ContractSequence: 3 }], Failed: [first] })),
    ['refused', 'accepted', 'accepted'],
  );
  // One of two failed, and it is unknown which.
  assert.deepEqual(states(resultsOf(items.slice(0, 2), { Successful: [{}], Failed: ['Odd'] })), ['unknown', 'unknown']);
  assert.deepEqual(states(resultsOf(items, { Successful: [{}, {}, {}], Failed: [] })), Array(3).fill('accepted'));
});

test('a cancel of all that remain is answered instalment by instalment', () => {
  const all = { ContractSequence: 7 };
  const part = (InstalmentSequence: number) => ({ ContractSequence: 7, InstalmentSequence });
  const results = resultsOf(
    [all],
    { Successful: [part(1), part(2)], Failed: [{ ...part(3), Reason: 'Too late' }] },
    true,
  );
  assert.deepEqual(states(results), ['accepted', 'accepted', 'refused']);
  assert.deepEqual(states(resultsOf([all], { Successful: [part(1)], Failed: [part(1)] }, true)), ['unknown']);
  // A create of one that is answered with two records is inconsistent.
  assert.deepEqual(states(resultsOf([all], { Successful: [part(1), part(2)], Failed: [] })), ['unknown']);
});

test('an echo of what was sent is no reason, other words in its place are', () => {
  const sent = { ClientNumber: 'X1', ClientName: 'Xenia', InstalmentAmount: 250.5 };
  const echo = {
    clientNumber: 'X1',
    ClientNumber: 'x1',
    ClientName: 'Xenia',
    InstalmentAmount: '250.50',
    At: '2026-11-22',
  };
  assert.deepEqual(reasonsOf(echo, sent), []);
  // A reason may begin with a value that was sent.
  const Message = '2026-11-21 00:00 is in the past.';
  const found = reasonsOf({ Errors: [{ Field: 'CancelDate', Message }] }, { CancelDate: '2026-11-21 00:00' });
  assert.deepEqual(found, [{ Field: 'CancelDate', Code: '', Message }]);
  assert.deepEqual(reasonsOf({ ClientName: 'INVALID' }, sent), [{ Field: 'ClientName', Code: '', Message: 'INVALID' }]);
  assert.deepEqual(reasonsOf({ ClientNumber: 'is used already' }, sent)[0]?.Field, 'ClientNumber');
  assert.deepEqual(reasonsOf({ errors: { '/0/clientName': ['is short'] } })[0]?.Field, 'ClientName');
});
