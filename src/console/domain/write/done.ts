import type { ReactNode } from 'react';
import type { ApiResponse } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import { createStore } from '#kit/base/store.ts';
import type { Undo } from './undo.ts';

export interface Done {
  /** `Mandate LN000003 updated: amount R 1 455,00 → R 1 500,00`. */
  text: string;
  /** Absent for a batch, which has several, and for a decision about an unclear one. */
  call?: { operation: OperationName; api: ApiResponse };
  /** Where the interface allows the reverse edit. */
  undo?: Undo;
  next?: readonly { label: string; to: string; state?: object }[];
  more?: ReactNode;
  /** Undoes a batch, in a dialog that is open while it is rendered. */
  undoAll?(onClose: () => void): ReactNode;
}

export interface DoneNotice extends Done {
  /** Of the page that shows it. */
  path: string;
}

export const doneStore = createStore<DoneNotice | undefined>(undefined);

/**
 * Shown for some seconds, until the person leaves the page or does something else.
 * @param to the page that opens next; the current one by default
 */
export const announce = (done: Done, to?: string): void =>
  doneStore.set({ ...done, path: to === undefined ? location.pathname : new URL(to, location.href).pathname });

export const dismiss = (): void => doneStore.set(undefined);
