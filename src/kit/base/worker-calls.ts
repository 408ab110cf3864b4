type Method<T> = T extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;

/** Methods of the other side; each answers with a promise. */
export type Remote<T> = { [K in keyof T as T[K] extends (...args: never[]) => unknown ? K : never]: Method<T[K]> };

type Message =
  | { is: 'call'; id: number; of: string; method: string; args: unknown[] }
  | { is: 'answer'; id: number; value: unknown }
  | { is: 'fault'; id: number; message: string };

/** The DOM's types know the `globalThis` of windows only. */
interface Port {
  postMessage(message: Message, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Message>) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

/** A call failed on the other side, or the worker ended. The message is for the person. */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault';
}

/**
 * Calls between the page and a worker, both ways. Bytes among the arguments are moved, not copied.
 * @param side the worker on the page, `globalThis` in the worker
 * @param own objects whose methods the other side may call, by name
 * @param told the message for the person when one of these methods fails
 * @param broken the message of all open calls when the worker ends by itself
 */
export function openCalls<Far extends object>(
  side: Worker | typeof globalThis,
  own: Record<string, object>,
  { told = (error: Error) => error.message, broken = 'This browser could not do it. Reload the page.' } = {},
): { [P in keyof Far]: Remote<Far[P]> } {
  const port = side as unknown as Port;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const post = (message: Message, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  let lastId = 0;

  async function answer(id: number, of: string, method: string, args: unknown[]): Promise<void> {
    try {
      const methods = own[of] as Record<string, (...all: unknown[]) => unknown>;
      post({ is: 'answer', id, value: await methods[method]?.(...args) });
    } catch (error) {
      post({ is: 'fault', id, message: told(error as Error) });
    }
  }

  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data.is === 'call') return void answer(data.id, data.of, data.method, data.args);
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.is === 'answer') one?.resolve(data.value);
    else one?.reject(new WorkerFault(data.message));
  };
  port.addEventListener('message', onMessage);
  port.addEventListener('error', () => {
    for (const one of waiting.values()) one.reject(new WorkerFault(broken));
    waiting.clear();
  });

  const call = (of: string, method: string, args: unknown[]) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      const bytes = args.filter((it) => it instanceof Uint8Array);
      post(
        { is: 'call', id: lastId, of, method, args },
        bytes.map(({ buffer }) => buffer as ArrayBuffer),
      );
    });
  const methodsOf = (of: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          (...args: unknown[]) =>
            call(of, method, args),
      },
    );
  return new Proxy({}, { get: (_, of: string) => methodsOf(of) }) as { [P in keyof Far]: Remote<Far[P]> };
}

/** Ends the worker with the work, or as soon as the signal says so. @throws its reason */
export async function untilDone<T>(worker: Worker, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await new Promise<T>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      work.then(resolve, reject);
    });
  } finally {
    worker.terminate();
  }
}
