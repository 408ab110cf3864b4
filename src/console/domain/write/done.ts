import type { ReactNode } from 'react';
import { createStore } from '#console/api/store.ts';
import type { ApiResponse } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Undo } from './undo.ts';

/** A write that was accepted, as it is told on the page that the person is led back to. */
export interface Done {
  /** `Mandate LN000003 updated: amount R 1 455,00 → R 1 500,00`. */
  text: string;
  /** What support finds it by; absent where it was read back and never answered. */
  call?: { operation: OperationName; api: ApiResponse };
  /** Takes it back, where the interface allows an edit back. */
  undo?: Undo;
  /** What is often done next. */
  next?: readonly { label: string; to: string; state?: object }[];
  /** What else came of it, such as payments that were refused. */
  more?: ReactNode;
}

/** @property path of the page that it is told on; `isInPlace` where that page was open already, whose content must not move */
export interface Notice extends Done {
  path: string;
  isInPlace: boolean;
}

export const doneStore = createStore<Notice | undefined>(undefined);

/**
 * Tells what was done, until the person leaves the page or does something else.
 * @param to the page that the person is led to; the one that is open without it
 */
export const announce = (done: Done, to?: string): void =>
  doneStore.set({
    ...done,
    path: to === undefined ? location.pathname : new URL(to, location.href).pathname,
    isInPlace: to === undefined,
  });

/** Tells what came of the sentence that stands, in its place. */
export function followUp(done: Done): void {
  const notice = doneStore.get();
  announce(done, notice && !notice.isInPlace ? notice.path : undefined);
}

export const dismiss = (): void => doneStore.set(undefined);
