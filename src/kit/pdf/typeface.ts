import typeface from './inter-4.1-400.ttf?url';

/** Absolute, because a worker's addresses are relative to its own script. */
export const typefaceUrl = (): string => new URL(typeface, location.href).href;

export const readTypeface = async (url: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());
