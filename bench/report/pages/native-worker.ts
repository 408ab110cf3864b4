import { key } from './page.ts';

/** Kept, or it might be collected during the measurement. */
let body: Record<string, unknown[]> | undefined;

self.addEventListener('message', async ({ data: url }: MessageEvent<string>) => {
  body = (await (await fetch(url)).json()) as Record<string, unknown[]>;
  self.postMessage(body[key]?.length, { transfer: [] });
});
