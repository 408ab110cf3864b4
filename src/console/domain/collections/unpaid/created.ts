import { createStore } from '#kit/base/store.ts';

/** Debits with an instalment created since the console was opened, for services whose reports omit creations. */
export const createdStore = createStore<ReadonlySet<string>>(new Set());
