import { safeParse, type z } from 'zod';
import { isStorable } from '#contract/printable.ts';
import { HttpError, refusedField } from './errors.ts';
import { zodFaults, shortName } from './zod-errors.ts';

/** The value as the schema reads it. @throws HttpError 400 with every field that does not fit. */
export function fitting<T extends z.core.$ZodType>(schema: T, input: unknown): z.output<T> {
  const read = safeParse(schema, input);
  if (!read.success) throw new HttpError(400, zodFaults(read.error, input));
  return read.data;
}

/**
 * A body or query of one of the service's own calls; without a body, of an empty one.
 * @throws HttpError 400 as `fitting`, and for text that cannot be stored
 */
export function parsedInput<T extends z.core.$ZodType>(schema: T, input: unknown): z.output<T> {
  const read = fitting(schema, input ?? {});
  const [fieldName] = unstorable(read);
  if (fieldName === undefined) return read;
  const Field = shortName(fieldName);
  throw refusedField('INVALID', Field, `${Field} has characters that cannot be stored.`);
}

/** The paths of texts that cannot be stored. */
export function* unstorable(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'string' && !isStorable(value)) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* unstorable(inner, path ? `${path}.${key}` : key);
}
