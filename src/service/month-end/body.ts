import type * as z from 'zod/mini';
import { HttpError } from '#service/http/errors.ts';
import { faultsOf } from '#service/http/zod-errors.ts';

/** @throws HttpError 400 naming the field */
export function readBody<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  const read = schema.safeParse(body ?? {});
  if (!read.success) throw new HttpError(400, faultsOf(read.error, body ?? {}));
  return read.data;
}
