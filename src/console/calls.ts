import { useSyncExternalStore } from 'react';
import type { OperationName } from '../contract/operations.ts';

/** What support needs to find a call again. Holds no words of the request, so nothing personal can leak from it. */
export interface CallRecord {
  operation: OperationName;
  /** When the answer came, as an ISO instant. */
  at: string;
  /** HTTP status; nothing when no answer came. */
  status?: number;
  /** Nothing when the service gave none. */
  callSequence?: number;
  /** `APIResponse.Status`, or why there was no answer. */
  outcome: string;
  milliseconds: number;
}

const kept = 50;
let recent: readonly CallRecord[] = [];
const listeners = new Set<() => void>();

export function noteCall(record: CallRecord): void {
  recent = [record, ...recent].slice(0, kept);
  for (const listener of listeners) listener();
}

/** The latest calls, newest first. */
export const recentCalls = (): readonly CallRecord[] => recent;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRecentCalls = (): readonly CallRecord[] => useSyncExternalStore(subscribe, recentCalls);
