import type { Operation } from '#contract/operation.ts';

/** Whether an operation passes to a provider. Messages do not yet: what they are answered has no outcomes of items. */
export const isOfferedInFront = (it: Operation): boolean => it.method === 'GET' || it.response !== undefined;
