import type { TokenSource } from '#console/api/auth.ts';
import type { FromPackWorker, ToPackWorker } from './spec.ts';

interface Answering<T> {
  resolve(answer: T): void;
  reject(error: unknown): void;
  post(message: ToPackWorker): void;
}

/** One question to a worker of its own, which ends with the answer. Tokens are renewed for it meanwhile. */
export async function askPackWorker<T>(
  question: ToPackWorker,
  token: TokenSource,
  hear: (message: FromPackWorker, answering: Answering<T>) => void,
  signal?: AbortSignal,
): Promise<T> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const post = (message: ToPackWorker) => worker.postMessage(message, []);
  try {
    return await new Promise<T>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('Stopped')), { once: true });
      worker.addEventListener('error', () => reject(new Error('This browser could not do it. Reload the page.')));
      worker.addEventListener('message', ({ data }: MessageEvent<FromPackWorker>) => {
        if (data.is === 'fault') reject(new Error(data.message));
        else if (data.is === 'token')
          token(data.refused).then(
            (found) => post({ is: 'token', id: data.id, token: found }),
            () => post({ is: 'token', id: data.id }),
          );
        else hear(data, { resolve, reject, post });
      });
      post(question);
    });
  } finally {
    worker.terminate();
  }
}
