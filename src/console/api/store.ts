import { useSyncExternalStore } from 'react';

/** A value that stands outside of React and that components follow. */
export interface Store<T> {
  get(): T;
  /** Draws again whoever follows it. */
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

/** `first` is what it holds until something else is set. */
export function createStore<T>(first: T): Store<T> {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(next) {
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
