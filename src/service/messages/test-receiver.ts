import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Receiver {
  origin: string;
  port: number;
  received: Received[];
  /** Every connection made to it so far. */
  connections: Socket[];
  close(): Promise<void>;
}

/** A delivery report receiver on this machine. It answers each complete request with `answer`. */
export async function startReceiver(
  answer: (response: ServerResponse, nth: number) => void = (response) => void response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
      answer(response, received.length);
    });
  });
  server.on('connection', (socket) => connections.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    connections,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers 200 and then a byte now and then, without end. */
export function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
}

/** Answers 200 with as much data as the client takes. */
export function flood(response: ServerResponse): void {
  const part = Buffer.alloc(64 * 1024, '.');
  response.writeHead(200);
  const pour = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', pour);
  pour();
}
