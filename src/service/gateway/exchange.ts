import http from 'node:http';
import https from 'node:https';

/** Requests to one provider over kept connections, with the bytes as they travel: nothing is decompressed or followed. */
export interface ProviderWire {
  get(path: string, headers: http.OutgoingHttpHeaders, signal: AbortSignal): Promise<http.IncomingMessage>;
  close(): void;
}

/** Without a byte for this long, an exchange is given up: reports may take a minute to begin. */
const silenceMs = 120_000;

/** @param url the provider's, without a trailing slash. */
export function openWire(url: string): ProviderWire {
  const library = url.startsWith('https:') ? https : http;
  const agent = new library.Agent({ keepAlive: true, maxSockets: 256, scheduling: 'lifo' });
  const once: ProviderWire['get'] = (path, headers, signal) =>
    new Promise((resolve, reject) => {
      const request = library.get(url + path, { agent, headers, signal }, resolve);
      request.setTimeout(silenceMs, () => request.destroy(new Error('the provider is silent')));
      request.once('error', (error: NodeJS.ErrnoException) => {
        // The provider may close a kept connection at the moment in which it is used.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted;
        reject(isStale ? new StaleConnection() : error);
      });
    });
  return {
    async get(path, headers, signal) {
      for (let tries = 0; ; tries++)
        try {
          return await once(path, headers, signal);
        } catch (error) {
          // As many kept connections may be closed as there were calls at once.
          if (!(error instanceof StaleConnection) || tries === 256) throw error;
        }
    },
    close: () => agent.destroy(),
  };
}

class StaleConnection extends Error {}
