// Serves the bench's own pages on loopback: built files and the body of the report, with one server for all pages.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { atLast } from '../last.mjs';

/** @type {Record<string, string>} */
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css' };

/** Cross-origin isolation, without which the browser does not report the memory of a page and its workers. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * @param {string} folder of the built pages
 * @param {string} body the file served at /report.json, uncompressed
 * @returns {Promise<{ origin: string, end(): void }>}
 */
export async function startSite(folder, body) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = pathname === '/report.json' ? body : path.join(folder, path.normalize(pathname));
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, {
      ...isolation,
      'content-type': types[path.extname(file)] ?? 'application/json',
      'content-length': statSync(file).size,
      'cache-control': 'no-store',
    });
    const reading = createReadStream(file, { highWaterMark: 1 << 18 });
    // A page that is closed early leaves the rest unread.
    response.once('close', () => reading.destroy());
    reading.pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const end = atLast(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${port}`, end };
}
