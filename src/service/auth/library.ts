import type * as Library from 'oidc-provider';

/**
 * Loads oidc-provider only for our own sign-in. On Node 20 its import warns that it prefers Node 22, in the middle of the
 * output of `npm start`; everything used here works on 20.
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
