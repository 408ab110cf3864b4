import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

interface Proxy {
  close(): Promise<void>;
}

/**
 * A proxy on `port`, like an operator's in front of several processes: it passes each request to the next of `targets`,
 * over kept connections. It adds and answers nothing, and a request that breaks on one side breaks on the other.
 */
export async function startProxy(port: number, targets: readonly string[]): Promise<Proxy> {
  const agents = targets.map(() => new Agent({ keepAlive: true }));
  let turn = 0;
  // As long as the service keeps its connections: after Node's default of five seconds, an idle caller would find its
  // connection closed.
  const server = createServer({ keepAliveTimeout: 72_000 }, (incoming, outgoing) => {
    const index = turn++ % targets.length;
    pass(incoming, outgoing, targets[index] ?? '', agents[index]);
  });
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.writeContinue();
    server.emit('request', incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      for (const agent of agents) agent.destroy();
      await closed;
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string, agent: Agent | undefined): void {
  const onward = request(target + incoming.url, {
    agent,
    method: incoming.method,
    headers: Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => name !== 'connection')),
  });
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.headers);
    outgoing.flushHeaders();
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => outgoing.destroy());
  incoming.on('error', () => onward.destroy());
  outgoing.on('close', () => outgoing.writableFinished || onward.destroy());
  incoming.pipe(onward);
}
