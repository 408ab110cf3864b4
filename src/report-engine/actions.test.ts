import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReportColumns } from '#answers/report/columns.ts';
import { ReportParser } from '#answers/report/parse.ts';
import { foldedActions } from './actions.ts';
import { allRows } from './rows.ts';
import { finish } from './work.ts';

test('an action, which is logged field by field, is one row with the number of its others; an instalment’s creation is another one', () => {
  const changes = new ReportColumns([
    { fieldName: 'ChangeDate', kind: 'dateTime' },
    { fieldName: 'ContractSequence', kind: 'integer' },
    { fieldName: 'ChangeType', kind: 'text' },
    { fieldName: 'FieldChanged', kind: 'text' },
    { fieldName: 'NewValue', kind: 'text' },
  ]);
  const parser = new ReportParser(changes, 'Changes');
  const row = (ContractSequence: number, ChangeType: string, FieldChanged: string, minute = '00') => ({
    ChangeDate: `2026-12-05 08:${minute}`,
    ContractSequence,
    ChangeType,
    FieldChanged,
    NewValue: FieldChanged,
  });
  const records = [
    row(1, 'CREATE', 'MandateStatusCode'),
    row(1, 'CREATE', 'FrequencyCode'),
    row(2, 'CREATE', 'MandateStatusCode'),
    // The answers for two months may arrive mixed.
    row(1, 'CREATE', 'CollectionDay'),
    row(1, 'EDIT', 'CollectionDay'),
    row(1, 'EDIT', 'FrequencyCode'),
    row(1, 'CREATE', 'InstalmentActionDate[3]'),
    row(1, 'CREATE', 'InstalmentAmount[3]'),
    row(1, 'CREATE', 'InstalmentAmount[4]'),
    row(1, 'CREATE', 'InstalmentAmount[4]', '01'),
    row(1, 'CANCEL', 'InstalmentStatus[3]'),
    row(1, 'CANCEL', 'MandateStatusCode'),
    row(1, 'CANCEL', 'InstalmentStatus[4]'),
  ];
  parser.push(new TextEncoder().encode(JSON.stringify({ Changes: records })));
  parser.end();
  const actionsOf = (rows: Uint32Array) => {
    const { rows: firsts, more } = finish(foldedActions(changes, rows));
    return [...firsts].map((it) => (more.has(it) ? [it, more.get(it)] : [it]));
  };
  assert.deepEqual(actionsOf(allRows(records.length)), [[0, 2], [2], [4, 1], [6, 1], [8], [9], [10, 2]]);
  // In another order, and without the rows of a slice that was requested again.
  assert.deepEqual(actionsOf(Uint32Array.of(12, 11, 3, 2, 1)), [[12, 1], [3, 1], [2]]);
});
