import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { RowGroup, View } from '#report-engine/protocol.ts';
import { followGroups } from './follow-groups.ts';

const everything: View = { search: '', filters: [], sort: null };

const whole = {
  slices: [],
  isComplete: true,
  bytes: 0,
  count: 0,
  sums: [],
  leftOut: { otherDays: 0, repeated: 0 },
  unknownFields: [],
};

/** A report with a single group, under a mocked clock. */
function report(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const listeners = new Set<() => void>();
  let state = { joined: 0, isJoining: false, total: 0, view: everything, isBusy: false, isSettled: false };
  let questions = 0;
  const taken: (number | undefined)[] = [];
  const stop = followGroups(
    {
      getSnapshot: () => ({ ...whole, ...state }),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      groups: async (): Promise<RowGroup[]> => {
        questions += 1;
        return [{ keys: ['PAID'], count: state.total, sums: [] }];
      },
    },
    { by: [{ fieldName: 'Status' }] },
    (groups) => taken.push(groups[0]?.count),
  );
  return {
    taken,
    stop,
    asked: () => questions,
    /** Sets the state and waits for everything that follows without a timer. */
    async becomes(next: Partial<typeof state>) {
      state = { ...state, ...next };
      for (const listener of listeners) listener();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

test('groups of a report that has come whole are shown at once, however few records they were of before', async (t) => {
  const { becomes, taken, stop } = report(t);
  await becomes({ total: 16 });
  await becomes({ total: 700, isSettled: true });
  assert.deepEqual(taken, [16, 700]);
  stop();
});

test('while records come there is a pause between two askings; nothing is asked of a report without records', async (t) => {
  const { becomes, taken, asked, stop } = report(t);
  await becomes({});
  assert.equal(asked(), 0);
  await becomes({ total: 16 });
  await becomes({ total: 17 });
  await becomes({ total: 18 });
  assert.deepEqual(taken, [16]);
  t.mock.timers.tick(700);
  await becomes({});
  assert.deepEqual(taken, [16, 18]);
  stop();
});

test('a report that turns out to be empty is asked once', async (t) => {
  const { becomes, taken, stop } = report(t);
  await becomes({ isSettled: true });
  assert.deepEqual(taken, [0]);
  stop();
});

test('another view is asked for when it has been applied, without a pause; once ended, nothing is', async (t) => {
  const { becomes, taken, asked, stop } = report(t);
  await becomes({ total: 16 });
  await becomes({ isBusy: true });
  assert.equal(asked(), 1);
  await becomes({ view: { ...everything, search: 'c3' }, isBusy: false });
  assert.equal(asked(), 2);
  assert.deepEqual(taken, [16, 16]);
  stop();
  await becomes({ total: 17, isSettled: true });
  assert.equal(asked(), 2);
});
