import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestStatus, mergeEvents } from './events.ts';

const change = (at: string, type: string, field: string, old: string | null, next: string | null) => ({
  ChangeDate: at,
  ChangeType: type,
  FieldChanged: field,
  OldValue: old,
  NewValue: next,
});
const born = change('2026-01-01 09:00', 'CREATE', 'MandateStatusCode', null, 'ACTIVE');

test('newest first, with transactions among the changes', () => {
  const events = mergeEvents({
    mandate: [born, change('2026-03-01 10:00', 'EDIT', 'InstalmentAmount', '100.00', '120.00')],
    transactions: [{ TransactionDate: '2026-02-25 08:00', Amount: 100, Status: 'PAID' }],
  });
  assert.deepEqual(
    events.map((it) => [it.kind, it.at]),
    [
      ['change', '2026-03-01 10:00'],
      ['transaction', '2026-02-25 08:00'],
      ['change', '2026-01-01 09:00'],
    ],
  );
});

test('what both change reports tell is told once', () => {
  const [event, ...rest] = mergeEvents({ mandate: [born], contract: [{ ...born, FieldChanged: 'Status' }] });
  assert.deepEqual(rest, []);
  assert.ok(event?.kind === 'change');
  assert.deepEqual(event.lines, [{ field: 'MandateStatusCode', old: '', next: 'ACTIVE' }]);
});

test('what two people changed in one minute is told apart, by whom', () => {
  const at = '2026-04-01 11:30';
  const by = (UserId: string, field: string) => ({ ...change(at, 'EDIT', field, '1', '2'), UserId });
  const events = mergeEvents({
    mandate: [by('staff', 'CollectionDay'), by('finance', 'RMS'), by('staff', 'TrackingCode')],
  });
  assert.deepEqual(
    events.map((it) => it.kind === 'change' && [it.by, it.lines.length]),
    [
      ['finance', 1],
      ['staff', 2],
    ],
  );
});

test('what one report tells twice stays twice', () => {
  const twice = change('2026-01-02 09:00', 'EDIT', 'TrackingCode', '12', '13');
  const [event] = mergeEvents({ contract: [twice, twice] });
  assert.ok(event?.kind === 'change');
  assert.equal(event.lines.length, 2);
});

test('one call is one event: an edit with the instalments that it moved', () => {
  const at = '2026-04-01 11:30';
  const events = mergeEvents({
    mandate: [change(at, 'EDIT', 'CollectionDay', '25', '1')],
    contract: [
      change(at, 'EDIT', 'InstalmentActionDate[4]', '2026-04-25 08:00', '2026-05-01 08:00'),
      change(at, 'CANCEL', 'InstalmentStatus[12]', 'SCHEDULED', 'CANCELLED'),
    ],
  });
  assert.deepEqual(
    events.map((it) => it.kind === 'change' && [it.type, it.lines.length]),
    [
      ['CANCEL', 1],
      ['EDIT', 2],
    ],
  );
});

test('within a minute what came later stands first', () => {
  const at = '2026-04-01 11:30';
  const events = mergeEvents({
    contract: [
      change(at, 'CREATE', 'InstalmentAmount[1]', null, '5'),
      change(at, 'CANCEL', 'InstalmentStatus[1]', null, null),
    ],
  });
  assert.deepEqual(
    events.map((it) => it.kind === 'change' && it.type),
    ['CANCEL', 'CREATE'],
  );
});

test('nothing at all is an empty list', () => {
  assert.deepEqual(mergeEvents({}), []);
});

test('the newest change of the status tells it', () => {
  const cancelled = change('2026-05-01 10:00', 'CANCEL', 'MandateStatusCode', 'ACTIVE', 'CANCELLED');
  assert.equal(latestStatus(mergeEvents({ contract: [born, cancelled] })), 'CANCELLED');
  assert.equal(latestStatus(mergeEvents({ contract: [born] })), 'ACTIVE');
  assert.equal(latestStatus([]), undefined);
});
