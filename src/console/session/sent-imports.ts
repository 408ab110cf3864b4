import { localStore } from '#console/api/storage.ts';
import { digestOf } from './digest.ts';

/** What an import sent, as digests of its rows: nothing can be read from them, so they may outlive the session. */
interface SentImport {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  rows: ReadonlySet<string>;
}

/** As stored: the digests one after the other. */
interface Stored {
  id: string;
  at: number;
  digests: string;
}

/** 48 bits: two of a million different rows are equal once in five hundred files. */
const digestLength = 8;
/** Of all imports together: browsers keep five million. */
const maxCharacters = 1_000_000;

/** By person, merchant and product. */
const keyOf = (owner: string) => `imports-sent:${encodeURIComponent(owner)}`;

const isStored = (it: unknown): it is Stored => {
  const { id, at, digests } = (it ?? {}) as Partial<Record<keyof Stored, unknown>>;
  return typeof id === 'string' && Number.isFinite(at) && typeof digests === 'string';
};

/** Newest first; empty if the browser has no storage. */
function stored(owner: string): Stored[] {
  try {
    const list: unknown = JSON.parse(localStore.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(list) ? list.filter(isStored) : [];
  } catch {
    return [];
  }
}

function store(owner: string, list: readonly Stored[]): void {
  let characters = 0;
  const kept = list.filter(({ digests }) => (characters += digests.length) <= maxCharacters);
  localStore.setItem(keyOf(owner), JSON.stringify(kept));
}

export const digestsOfRows = (texts: readonly string[]): Promise<string[]> =>
  Promise.all(texts.map(async (text) => (await digestOf(text)).slice(0, digestLength)));

export const sentImports = (owner: string): SentImport[] =>
  stored(owner).map(({ id, at, digests }) => ({
    id,
    at,
    rows: new Set(digests.match(new RegExp(`.{${digestLength}}`, 'g'))),
  }));

/** @param texts of the rows that were accepted */
export async function recordSentImport(owner: string, id: string, texts: readonly string[]): Promise<void> {
  const digests = (await digestsOfRows(texts)).join('');
  const all = stored(owner);
  // Opened again, it keeps its time.
  if (digests === '' || all.some((it) => it.id === id && it.digests === digests)) return;
  store(owner, [{ id, at: Date.now(), digests }, ...all.filter((it) => it.id !== id)]);
}

export const forgetSentImport = (owner: string, id: string): void =>
  store(
    owner,
    stored(owner).filter((it) => it.id !== id),
  );
