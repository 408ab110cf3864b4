import type * as Library from 'oidc-provider';

/**
 * Loads oidc-provider only where a sign-in of our own is wanted. On Node 20 it warns at import that it prefers Node 22;
 * everything used here works on 20, and the words would stand in the middle of what `npm start` prints.
 */
export async function loadLibrary(): Promise<typeof Library> {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
