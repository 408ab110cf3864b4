// How fast a browser can read this body at all: its own parser, in a worker, without using the result.
import { offer, painted, url } from './page.ts';

const worker = new Worker(new URL('native-worker.ts', import.meta.url), { type: 'module' });

offer({
  async load() {
    const began = performance.now();
    const rows = await new Promise<number>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<number>) => resolve(data), { once: true });
      worker.postMessage(url, []);
    });
    const complete = (await painted()) - began;
    return { first: complete, complete, rows };
  },
});
