import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '#contract/operation.ts';
import { operations, readOnlyFields } from '#contract/operations.ts';
import type { Call, Statement } from './call.ts';
import { Refusal } from './errors.ts';

/** Fields of an item that its call cannot set, with the values that were given. */
export type ReadOnly = [fieldName: string, value: unknown][];

/** Separates them from the fields that the call takes. As null they mean nothing. */
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

type Handler = object | { retrieve: (tenant: Call, query: never, isAll: boolean) => Statement };

/**
 * Compares what was given with the record that is stored.
 * @returns throws a Refusal that names the fields that differ. A record that is not there is for the handler to refuse.
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
