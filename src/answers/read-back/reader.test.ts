import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fields, RecordReader } from './reader.ts';
import { writeReadBacks } from './writes.ts';

/** Two lists are read of some. */
const mostAtOnce = 12;

test('of a call of hundreds, a few records are read at a time', async () => {
  for (const [name, { readBack }] of Object.entries(writeReadBacks)) {
    if (!readBack) continue;
    let running = 0;
    let most = 0;
    const reader: RecordReader = {
      async read() {
        running++;
        most = Math.max(most, running);
        await pause(0);
        running--;
        return [];
      },
      today: () => '2026-11-25',
    };
    const items = Array.from({ length: 60 }, (_, at): Fields => ({ ClientNumber: `C-${at}`, ContractNumber: 'P' }));
    const before = await readBack.before(reader, items);
    const findings = await readBack.look(reader, { items, before });
    assert.equal(findings.length, items.length, name);
    assert.ok(most <= mostAtOnce, `${name}: ${most} at once`);
  }
});
