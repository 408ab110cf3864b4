/*
 * What a browser keeps for a site. A person or an organisation may block it, wholly or in part: each call then works on this page's
 * memory, so that everything works and nothing is remembered.
 */

function guarded(area: () => Storage) {
  /** What the browser did not take, null for what it did not remove. */
  const memory = new Map<string, string | null>();
  const at = <T>(read: (storage: Storage) => T, otherwise: T): T => {
    try {
      return read(area());
    } catch {
      return otherwise;
    }
  };
  const isDone = (change: (storage: Storage) => void): boolean =>
    at((storage) => {
      change(storage);
      return true;
    }, false);
  const keys = () => {
    const stored = at((storage) => Object.keys(storage), []);
    return [...new Set([...stored, ...memory.keys()])].filter((key) => memory.get(key) !== null);
  };
  return {
    getItem(key: string): string | null {
      const own = memory.get(key);
      return own === undefined ? at((storage) => storage.getItem(key), null) : own;
    },
    /** @returns false if it will be gone with this page */
    setItem(key: string, value: string): boolean {
      memory.delete(key);
      const isStored = isDone((storage) => storage.setItem(key, value));
      if (!isStored) memory.set(key, value);
      return isStored;
    },
    removeItem(key: string): void {
      memory.delete(key);
      if (!isDone((storage) => storage.removeItem(key))) memory.set(key, null);
    },
    clear(): void {
      memory.clear();
      isDone((storage) => storage.clear());
    },
    keys,
    // Those of `Storage`, for the sign-in's library.
    get length() {
      return keys().length;
    },
    key: (index: number) => keys()[index] ?? null,
  };
}

export const localStore = guarded(() => localStorage);
export const sessionStore = guarded(() => sessionStorage);

/** Signing in leaves the page and comes back: it needs cookies and what this tab keeps. */
export function keepsSignIn(): boolean {
  const key = 'sign-in-check';
  const isKept = sessionStore.setItem(key, '');
  sessionStore.removeItem(key);
  return isKept && navigator.cookieEnabled;
}

/** Other windows of the console; undefined where the browser has no way to reach them. */
export function channelNamed(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** One window at a time, where the browser has locks. */
export async function exclusively<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return act();
  let isHeld = false;
  try {
    return await navigator.locks.request(name, () => {
      isHeld = true;
      return act();
    });
  } catch (error) {
    if (isHeld) throw error;
    return act();
  }
}
