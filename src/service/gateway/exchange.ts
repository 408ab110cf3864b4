import http from 'node:http';
import https from 'node:https';
import type { Reach } from '#service/base/address.ts';
import { lookupWithin, refusedAddress } from './public-network.ts';

/** Requests to one provider over kept connections, with the bytes as they travel: nothing is decompressed or followed. */
export interface ProviderWire {
  get(path: string, headers: http.OutgoingHttpHeaders, signal: AbortSignal): Promise<http.IncomingMessage>;
  /**
   * Sends a change, once.
   * @param mayBegin decides when the connection is there, just before the first byte.
   * @throws NotBegun if nothing was sent; any other error leaves open what the provider did.
   */
  change(request: OutgoingRequest, mayBegin: () => boolean): Promise<http.IncomingMessage>;
  /** Keeps no connection any longer; what is under way goes on. */
  retire(): void;
  close(): void;
}

interface OutgoingRequest {
  method: string;
  path: string;
  headers: http.OutgoingHttpHeaders;
  body?: string;
  /** For the whole answer to begin, and for each of its pauses. */
  timeoutMs: number;
}

/** Not a byte of a change has left. */
export class NotBegun extends Error {}

/** A request that Node refuses to write, such as one with a line break in a header: this server's mistake, of which nothing was sent. */
export const isUnwritable = (error: unknown): boolean => error instanceof TypeError;

/** Without a byte for this long, an exchange is given up: reports may take a minute to begin. */
const silenceMs = 120_000;

/** A provider that closes a kept connection at the moment in which it is used would leave every such change without an answer. */
const idleMsBeforeChange = 1000;

/**
 * @param url the provider's, without a trailing slash.
 * @param reach where it may be; anywhere without.
 */
export function openWire(url: string, reach?: Reach): ProviderWire {
  const library = url.startsWith('https:') ? https : http;
  const kept = {
    keepAlive: true,
    maxSockets: 256,
    scheduling: 'lifo' as const,
    ...(reach && { lookup: lookupWithin(reach) }),
  };
  const refusal = reach && refusedAddress(url, reach);
  const agent = new library.Agent(kept);
  const changes = new library.Agent({ ...kept, timeout: idleMsBeforeChange });
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
      if (refusal) throw refusal;
      for (let tries = 0; ; tries++)
        try {
          return await once(path, headers, signal);
        } catch (error) {
          // As many kept connections may be closed as there were calls at once.
          if (!(error instanceof StaleConnection) || tries === 256) throw error;
        }
    },
    change: ({ method, path, headers, body, timeoutMs }, mayBegin) =>
      new Promise((resolve, reject) => {
        let hasBegun = false;
        if (refusal) return reject(new NotBegun(refusal.message, { cause: refusal }));
        const request = library.request(url + path, { agent: changes, method, headers }, resolve);
        request.setTimeout(timeoutMs, () => request.destroy(new Error('the provider is silent')));
        request.once('error', (error) => reject(hasBegun ? error : new NotBegun(error.message, { cause: error })));
        const begin = () => {
          if (!mayBegin()) return request.destroy(new Error('too late to begin'));
          hasBegun = true;
          return request.end(body);
        };
        request.once('socket', (socket) => {
          if (!socket.connecting) begin();
          else socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', begin);
        });
      }),
    retire() {
      for (const it of [agent, changes]) {
        it.maxFreeSockets = 0;
        for (const sockets of Object.values(it.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
      }
    },
    close() {
      agent.destroy();
      changes.destroy();
    },
  };
}

class StaleConnection extends Error {}
