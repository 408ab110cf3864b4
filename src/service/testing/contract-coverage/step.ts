import assert from 'node:assert/strict';
import { operations, type OperationName } from '#contract/operations.ts';
import { loggedText, storedValue } from '#service/database/rows.ts';
import { type ContractCaller } from './caller.ts';

export type StepItem = Record<string, unknown>;
export type Step = (caller: ContractCaller) => Promise<void>;

const isIdentification = (fieldName: string) =>
  ['ClientNumber', 'ContractNumber', 'ContractSequence'].includes(fieldName);

export const edited = (item: StepItem): StepItem =>
  Object.fromEntries(Object.entries(item).filter(([fieldName]) => !isIdentification(fieldName)));

/** Asserts that a change report lists each field's old and new value. */
export function isLogged(changes: readonly StepItem[], before: StepItem, after: StepItem, suffix = ''): void {
  for (const [fieldName, value] of Object.entries(edited(after))) {
    const change = changes.findLast((it) => it['FieldChanged'] === fieldName + suffix);
    assert.ok(change, `the report does not tell of ${fieldName}`);
    assert.deepEqual(
      [change['ChangeType'], change['OldValue'], change['NewValue']],
      [
        'EDIT',
        loggedText(fieldName, storedValue(fieldName, before[fieldName])) ?? '',
        loggedText(fieldName, storedValue(fieldName, value)) ?? '',
      ],
      fieldName,
    );
  }
}

export function listsAll(name: OperationName, records: readonly object[]): void {
  assert.ok(records.length > 0, name);
  const names = Object.keys(operations[name].output.shape);
  for (const record of records) assert.deepEqual(Object.keys(record).toSorted(), names.toSorted(), name);
}
