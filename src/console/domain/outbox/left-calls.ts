import { openBrowserDatabase, requestOutcome } from '#kit/base/idb.ts';
import { createStore } from '#kit/base/store.ts';

/** The store of calls without a final answer. */
export const callStore = 'calls';

export const callsDatabase = (): Promise<IDBDatabase> => openBrowserDatabase('sent-calls', [callStore]);

/** Whether there may be abandoned calls, so that the shell loads what asks for their outcomes. */
export const mayHaveLeftCalls = createStore(false);

/** Where the browser stores nothing, there are none. */
export async function lookForLeftCalls(): Promise<void> {
  try {
    const calls = (await callsDatabase()).transaction(callStore).objectStore(callStore);
    if ((await requestOutcome(calls.count())) > 0) mayHaveLeftCalls.set(true);
  } catch {}
}
