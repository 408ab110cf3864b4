import { localStore } from '#console/api/storage.ts';
import type { OperationName } from '#contract/operations.ts';

/** Counts only, nothing of the rows: so it may outlive them and the session. */
export interface FinishedImport {
  id: string;
  operation: OperationName;
  accepted: number;
  excluded: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** By person, merchant and product. */
const keyOf = (owner: string) => `imports:${encodeURIComponent(owner)}`;

const isOne = (it: unknown): it is FinishedImport => {
  const { id, operation, accepted, excluded, at } = (it ?? {}) as Partial<Record<keyof FinishedImport, unknown>>;
  return (
    typeof id === 'string' && typeof operation === 'string' && [accepted, excluded, at].every((n) => Number.isFinite(n))
  );
};

/** Newest first; empty if the browser has no storage. */
export function finishedImports(owner: string): FinishedImport[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOne) : [];
  } catch {
    return [];
  }
}

function store(owner: string, list: readonly FinishedImport[]): void {
  localStore.setItem(keyOf(owner), JSON.stringify(list));
}

/** An import that is finished again, after a correction, keeps one entry. */
export const noteFinished = (owner: string, one: FinishedImport): void =>
  store(owner, [one, ...finishedImports(owner).filter(({ id }) => id !== one.id)]);

export const forgetFinished = (owner: string, id: string): void =>
  store(
    owner,
    finishedImports(owner).filter((it) => it.id !== id),
  );
