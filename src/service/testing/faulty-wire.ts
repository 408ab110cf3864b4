import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What happens to the next change, once:
 * - `cut before`, `cut after`: the connection breaks before the provider has it, or after it has stored it
 * - `500`, `400`, `409`, `302` `before` and `after`: another answer, and nothing or everything is stored
 * - `401`, `403`, `429`, `503`: an answer of what is in front of the provider, which has nothing of it
 * - `truncated`, `odd`, `empty`: stored, with half of the answer, another one, none
 * - `late answer`: stored at once, and answered late
 * - `late request`: broken at once, and stored later
 */
export const wireFaults = [
  'cut before',
  'cut after',
  '500 before',
  '500 after',
  '400 before',
  '400 after',
  '409 after',
  '302 before',
  '401',
  '429',
  '503 before',
  '503 after',
  'truncated',
  'odd',
  'empty',
  'late answer',
  'late request',
] as const;
export type WireFault = (typeof wireFaults)[number];

export interface FaultyWire {
  url: string;
  /**
   * @param matches a part of the path or body of the change that it happens to
   * @param meanwhile what others do at the provider before the caller notices; not with `late request`
   */
  fail(fault: WireFault, matches?: string, meanwhile?: () => Promise<unknown>): void;
  /**
   * Holds the next request or answer with these words in its path or body.
   * @returns resolves when it is held, with what lets it go on
   */
  hold(what: 'request' | 'answer', matches: string): Promise<() => void>;
  /**
   * Answers the next read with these words in its path by 503, breaks off in the middle, or ends with these bytes.
   * @param body makes them of the provider's
   */
  failRead(fault: '503' | 'truncated' | { body(text: string): string }, matches: string): void;
  /** Changes that the provider got. */
  readonly passed: { method: string; path: string; body: string }[];
  /** Paths of reads. */
  readonly read: string[];
  /** Resolves when what was late has arrived. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that the late ones are late. */
const lateMs = 500;

/** A network between a server and its provider, which passes reads and breaks changes as it is told. */
export async function startFaultyWire(target: string): Promise<FaultyWire> {
  const agent = new Agent({ keepAlive: true });
  const armed: { fault: WireFault; matches: string; meanwhile?: () => Promise<unknown> }[] = [];
  const failing: { fault: Parameters<FaultyWire['failRead']>[0]; matches: string }[] = [];
  const passed: FaultyWire['passed'] = [];
  const read: string[] = [];
  const late = new Set<Promise<unknown>>();
  const holds: { what: 'request' | 'answer'; matches: string; hold(): Promise<void> }[] = [];
  const held = async (what: 'request' | 'answer', text: string) => {
    const at = holds.findIndex((it) => it.what === what && text.includes(it.matches));
    if (at >= 0) await holds.splice(at, 1)[0]?.hold();
  };

  const forward = (incoming: IncomingMessage, body: Buffer): Promise<{ answer: IncomingMessage; bytes: Buffer }> =>
    new Promise((resolve, reject) => {
      const { host: _, ...headers } = incoming.headers;
      const onward = request(target + incoming.url, { agent, method: incoming.method, headers }, (answer) => {
        void bytesOf(answer).then((bytes) => resolve({ answer, bytes }), reject);
      });
      onward.once('error', reject);
      onward.end(body);
    });

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming);
    const isChange = incoming.method !== 'GET';
    if (!isChange) read.push(incoming.url ?? '');
    const words = `${incoming.url} ${body.toString()}`;
    await held('request', words);
    const at = isChange ? armed.findIndex(({ matches }) => words.includes(matches)) : -1;
    const { fault, meanwhile } = (at < 0 ? undefined : armed.splice(at, 1)[0]) ?? {};
    const failingAt = isChange ? -1 : failing.findIndex(({ matches }) => words.includes(matches));
    const readFault = failingAt < 0 ? undefined : failing.splice(failingAt, 1)[0]?.fault;
    // Bytes that can be changed.
    if (typeof readFault === 'object') delete incoming.headers['accept-encoding'];
    if (readFault === '503') return void outgoing.writeHead(503).end();
    const store = async () => {
      if (isChange) passed.push({ method: incoming.method ?? '', path: incoming.url ?? '', body: body.toString() });
      return forward(incoming, body);
    };
    if (fault === 'late request') {
      outgoing.destroy();
      const arriving = pause(lateMs).then(store);
      late.add(arriving);
      await arriving;
      return;
    }
    const isStored = !fault || !/before|^\d+$/.test(fault);
    const stored = isStored ? await store() : undefined;
    await held('answer', words);
    await meanwhile?.();
    const status = Number(/^\d+/.exec(fault ?? '')?.[0] ?? 0);
    if (status > 0) {
      const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) };
      outgoing.writeHead(status, { ...headers, ...(status === 302 && { location: `${target}/healthz` }) });
      outgoing.end(JSON.stringify({ error: 'not now' }));
      return;
    }
    if (fault === 'cut before' || fault === 'cut after' || !stored) return void outgoing.destroy();
    const { answer } = stored;
    const isOther = typeof readFault === 'object';
    const bytes = isOther ? Buffer.from(readFault.body(stored.bytes.toString())) : stored.bytes;
    if (fault === 'late answer') await pause(lateMs);
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
    if (fault === 'odd') return void outgoing.writeHead(200, headers).end('{"done":true}');
    if (fault === 'empty') return void outgoing.writeHead(200).end();
    outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': bytes.length });
    if (fault !== 'truncated' && readFault !== 'truncated') return void outgoing.end(bytes);
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (fault, matches = '', meanwhile) => void armed.push({ fault, matches, meanwhile }),
    hold: (what, matches) =>
      new Promise((resolve) => {
        const hold = () => new Promise<void>((goOn) => resolve(goOn));
        holds.push({ what, matches, hold });
      }),
    failRead: (fault, matches) => void failing.push({ fault, matches }),
    passed,
    read,
    async settled() {
      await Promise.allSettled(late);
      late.clear();
    },
    async close() {
      await Promise.allSettled(late);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
