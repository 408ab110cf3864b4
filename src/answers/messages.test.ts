import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answersIn, answersTo, deliveryStatusOf, unsettledStatus, type Answered } from './messages.ts';

const sent = ['27825550101', '27825550102', '27825550101'].map((to, index) => ({ to, messageId: `own-${index}` }));
const placesOf = (answers: readonly Answered[]) => {
  const { of, strays } = answersTo(sent, answers);
  return [of.map((it) => (it ? answers.indexOf(it) : undefined)), strays.length];
};
const answer = (fields: Partial<Answered>): Answered => ({ status: { groupId: 1 }, ...fields });

test('a message is known by the ID that it went out with, whatever the order', () => {
  const answers = sent.toReversed().map(({ messageId }) => answer({ messageId, to: 'somebody' }));
  assert.deepEqual(placesOf(answers), [[2, 1, 0], 0]);
});

test('of a service with IDs of its own it is known by its recipient, and of several to one by their order', () => {
  const own = (to: string) => answer({ to, messageId: `theirs-${to}` });
  assert.deepEqual(placesOf([own('+27 82 555 0102'), own('0825550101'), own('0825550101')]), [[1, 0, 2], 0]);
  assert.deepEqual(placesOf(sent.map(({ to }) => own(to))), [[0, 1, 2], 0]);
  // One of two with the same number: which one is unknown.
  assert.deepEqual(placesOf([own('27825550102'), own('27825550101')]), [[undefined, 0, undefined], 1]);
  assert.deepEqual(placesOf([...sent.map(({ to }) => own(to)), own('27825550199')]), [[0, 1, 2], 1]);
});

test('answers that name nobody stand in their place, where there are as many as messages', () => {
  assert.deepEqual(placesOf([answer({}), answer({}), answer({})]), [[0, 1, 2], 0]);
  assert.deepEqual(placesOf([answer({}), answer({})]), [[undefined, undefined, undefined], 2]);
});

test('whatever comes back, each answer is at one message or a stray', () => {
  const fieldName = fc.option(fc.constantFrom('own-0', 'own-1', '27825550101', '0825550102', 'x'), { nil: undefined });
  fc.assert(
    fc.property(
      fc.array(fc.record({ to: fieldName, messageId: fieldName, status: fc.constant({}) }), { maxLength: 6 }),
      (answers) => {
        const { of, strays } = answersTo(sent, answers);
        const placed = of.filter((it) => it !== undefined);
        assert.equal(of.length, sent.length);
        assert.equal(new Set([...placed, ...strays]).size, answers.length);
        assert.equal(placed.length + strays.length, answers.length);
      },
    ),
  );
});

test('an answer is read with its IDs, its parts and its status, in words or in figures', () => {
  const [one, two] =
    answersIn({
      bulkId: 'B-1',
      messages: [
        {
          to: 27825550101,
          messageId: 7,
          messageCount: '2',
          status: { groupId: '5', groupName: 'REJECTED', description: 'No' },
        },
        { status: 'PENDING' },
      ],
    }) ?? [];
  assert.deepEqual(one, {
    to: '27825550101',
    messageId: '7',
    messageCount: 2,
    bulkId: 'B-1',
    status: { groupId: 5, groupName: 'REJECTED', description: 'No' },
  });
  assert.deepEqual(two?.status, { name: 'PENDING' });
  for (const body of [undefined, 'text', {}, { messages: [] }, { messages: null }])
    assert.equal(answersIn(body), undefined);
});

test('a status says by its group what became of a message, and nothing where there is none or the outcome is open', () => {
  const cases = [
    [{ groupId: 1 }, 'accepted'],
    [{ groupId: 5, groupName: 'REJECTED' }, 'rejected'],
    [{ groupName: 'delivered' }, 'delivered'],
    [{ groupId: 9 }, 'accepted'],
    [{ name: 'SENT' }, 'unknown'],
    [{ groupId: 5, groupName: 'REJECTED', name: unsettledStatus }, 'unknown'],
  ] as const;
  for (const [status, expected] of cases) assert.equal(deliveryStatusOf(status), expected, JSON.stringify(status));
});
