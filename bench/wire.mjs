// The interface as a program uses it: kept connections, bodies serialised once, answers as raw bytes.
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * A bearer token for one merchant.
 * @param {string} origin
 * @param {string} merchant
 * @param {string} [program] `name:secret`, the sandbox's well-known one by default
 * @returns {Promise<string>}
 */
export async function tokenFor(origin, merchant, program = 'sandbox:sandbox-only-secret') {
  const { status, text } = await ask(origin, {
    method: 'POST',
    path: '/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from(program).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `grant_type=client_credentials&scope=merchant:${merchant}`,
  });
  if (status !== 200) throw new Error(`no token for merchant ${merchant}: HTTP ${status}`);
  return JSON.parse(text).access_token;
}

/** @typedef {{ method?: string, path: string, headers?: Record<string, string>, body?: string, signal?: AbortSignal }} Call */

/**
 * Makes one call and reads its whole answer.
 * @param {string} origin
 * @param {Call} call
 * @returns {Promise<{ status: number, text: string }>}
 * @throws {Error} when the connection ends before the answer does
 */
export function ask(origin, { method = 'GET', path, headers = {}, body, signal }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(origin + path, { agent, method, signal, headers: { ...headers, ...length } }, (answer) => {
      /** @type {Buffer[]} */
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** @param {string} token */
export const withBody = (token) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/**
 * The one result object of a maintain call's answer.
 * @param {string} text
 * @returns {{ Successful: Record<string, unknown>[], Failed: Record<string, unknown>[] }}
 */
export function outcomeOf(text) {
  return Object.values(JSON.parse(text)).find(Array.isArray)?.[0];
}
