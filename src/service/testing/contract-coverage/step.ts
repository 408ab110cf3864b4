import assert from 'node:assert/strict';
import { operations, type OperationName } from '../../../contract/operations.ts';
import { changeText, stored } from '../../database/rows.ts';
import { type ContractCaller } from './caller.ts';

export type Item = Record<string, unknown>;
/** What is asked of one resource. */
export type Step = (caller: ContractCaller) => Promise<void>;

const isIdentification = (fieldName: string) =>
  ['ClientNumber', 'ContractNumber', 'ContractSequence'].includes(fieldName);

/** The fields of an edit without those that only say of what. */
export const edited = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([fieldName]) => !isIdentification(fieldName)));

/** Asserts that a change report tells of each field's way from old to new. */
export function isLogged(changes: readonly Item[], before: Item, after: Item, suffix = ''): void {
  for (const [fieldName, value] of Object.entries(edited(after))) {
    const change = changes.findLast((it) => it['FieldChanged'] === fieldName + suffix);
    assert.ok(change, `the report does not tell of ${fieldName}`);
    assert.deepEqual(
      [change['ChangeType'], change['OldValue'], change['NewValue']],
      [
        'EDIT',
        changeText(fieldName, stored(fieldName, before[fieldName])) ?? '',
        changeText(fieldName, stored(fieldName, value)) ?? '',
      ],
      fieldName,
    );
  }
}

/** Asserts that every record has every listed field. */
export function listsAll(name: OperationName, records: readonly object[]): void {
  assert.ok(records.length > 0, name);
  const words = Object.keys(operations[name].output.shape);
  for (const record of records) assert.deepEqual(Object.keys(record).toSorted(), words.toSorted(), name);
}
