import { fieldOf, type InputKind } from '#contract/fields.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only if nothing is lost, such as leading zeros. */
function figure(text: string, kind: InputKind): number | string {
  const isPlain = kind === 'integer' ? /^(?:0|-?[1-9]\d*)$/.test(text) : /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  const value = Number(text);
  return isPlain && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : text;
}

function normalizedValue(fieldName: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const kind = fieldOf(fieldName)?.input;
  switch (kind) {
    case undefined:
      return typeof value === 'string' ? value.trim() : value;
    case 'amount':
    case 'integer':
    case 'rate':
      return typeof value === 'string' ? figure(value.trim(), kind) : value;
    case 'records': {
      const list = Array.isArray(value) ? value : isObject(value) ? [value] : [];
      // Lists of lists or texts can't be shown.
      return list.every(isObject) && list === value
        ? normalizedRecords(list)
        : normalizedRecords(list.filter(isObject));
    }
    default:
      // Services with columns of a fixed length pad their texts.
      return typeof value === 'string'
        ? value.trim()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : `${value as number}`;
  }
}

function normalizedRecord(record: Json): Json {
  let other: Json | undefined;
  for (const fieldName in record) {
    const value = record[fieldName];
    const next = normalizedValue(fieldName, value);
    if (next !== value) (other ??= { ...record })[fieldName] = next;
  }
  return other ?? record;
}

/**
 * Converts known fields to their type in the contract: a service may send an amount as text. Values that can't be
 * converted stay, and unchanged records are the same objects.
 */
export function normalizedRecords<R extends object>(records: R[]): R[] {
  let other: R[] | undefined;
  for (const [index, record] of records.entries()) {
    const next = normalizedRecord(record as Json) as R;
    if (next !== record) (other ??= [...records])[index] = next;
  }
  return other ?? records;
}

/** For services that omit empty fields. */
export const completedRecords = <R extends object>(records: R[], listed: readonly string[]): R[] => {
  const empty = Object.fromEntries(listed.map((fieldName) => [fieldName, null]));
  return records.map((record) => ({ ...empty, ...record }));
};
