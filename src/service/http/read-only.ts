import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '#contract/operation.ts';
import { operations, readOnlyFields } from '#contract/operations.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call, RecordQuery } from './call.ts';

/** The read-only fields of an item with their values. */
export type ReadOnly = [fieldName: string, value: unknown][];

/** Separates the read-only fields from those that the call takes. Null ones are dropped. */
export function separated(operation: Operation): (item: unknown) => { item: unknown; readOnly: ReadOnly } {
  const fieldNames = new Set(readOnlyFields(operation));
  return (item) => {
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
    const fields = isObject ? Object.entries(item) : [];
    const readOnly = fields.filter(([fieldName]) => fieldNames.has(fieldName));
    if (readOnly.length === 0) return { item, readOnly };
    return {
      item: Object.fromEntries(fields.filter(([fieldName]) => !fieldNames.has(fieldName))),
      readOnly: readOnly.filter(([, value]) => value !== null),
    };
  };
}

export const cannotBeSet = (readOnly: ReadOnly): Refusal =>
  new Refusal(
    ...readOnly.map(([Field]) => ({
      Field,
      Code: 'READ_ONLY' as const,
      Message: `${Field} cannot be set; leave it out, or send what is stored.`,
    })),
  );

type Handler = object | { retrieve: (tenant: Call, query: never, isAll: boolean) => RecordQuery };

/**
 * Compares read-only fields with the stored record.
 * @returns a check that throws a Refusal naming the fields that differ. A missing record is for the handler to refuse.
 */
export function comparing(operation: Operation, retrieve: Handler | undefined) {
  const shape = Object.values<Operation>(operations).find((it) => it.name === operation.retrieve)?.input.shape ?? {};
  return async (call: Call, item: object, readOnly: ReadOnly): Promise<void> => {
    if (readOnly.length === 0 || !retrieve || !('retrieve' in retrieve)) return;
    const query = Object.fromEntries(Object.entries(item).filter(([fieldName]) => fieldName in shape));
    const statement = retrieve.retrieve(call, query as never, false);
    if (!statement.named) return;
    const [stored] = await call.query<Record<string, unknown>>(statement.text, statement.values);
    const different = readOnly.filter(([fieldName, value]) => !isDeepStrictEqual(stored?.[fieldName], value));
    if (stored && different.length > 0) throw cannotBeSet(different);
  };
}
