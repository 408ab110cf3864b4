import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from './testing/app.ts';
import { unreadable } from './testing/document.ts';
import { steps } from './testing/walk.ts';
import { Walker } from './testing/walker.ts';

let service: TestService;
let walk: Walker;
before(async () => {
  service = await testService();
  walk = new Walker(service);
});
after(() => service.close());

for (const [resource, step] of Object.entries(steps))
  test(`${resource}: every call, every word there and back, every change told`, () => step(walk));

test('the walk has called the whole inventory', () => {
  assert.deepEqual(walk.missing, []);
});

test('a client whose types are the document’s reads every answer: no null, in reports no missing field', () => {
  assert.deepEqual(
    walk.answers.flatMap((it) => (it.status === 200 ? unreadable(it.operation, it.body) : [])).slice(0, 10),
    [],
  );
});
