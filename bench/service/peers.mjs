// Tools for people who only need something that answers: Prism on our OpenAPI description, json-server on our clients.
// A retrieve and a create of one client, in requests per second.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../scripts/ports.mjs';
import { startPeer } from '../helper.mjs';
import { rate } from '../load.mjs';
import { inTurn, median } from '../measure.mjs';
import { ask, withBody } from '../wire.mjs';

const rounds = 5;
const list = '/v1/payments/1001/maintain/clients/EFT';

/**
 * @param {import('../service-process.mjs').Service} service
 * @param {string} folder for the peers' files
 * @param {string} token
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
export async function peers(service, folder, token) {
  const headers = withBody(token);
  const clients = JSON.parse((await ask(service.origin, { path: list, headers })).text).ClientGetResponse;
  const number = clients[0].ClientNumber;
  const description = path.join(folder, 'openapi.json');
  writeFileSync(description, (await ask(service.origin, { path: '/openapi.json' })).text);
  const collection = path.join(folder, 'clients.json');
  // json-server creates no record if existing ones have no id.
  const numbered = clients.map((/** @type {object} */ it, /** @type {number} */ index) => ({ id: index + 1, ...it }));
  writeFileSync(collection, JSON.stringify({ clients: numbered }));

  const [prismPort, jsonPort] = [await freePort(), await freePort()];
  const prism = { origin: `http://127.0.0.1:${prismPort}`, path: `${list}?Version=v1&ClientNumber=${number}` };
  const json = { origin: `http://127.0.0.1:${jsonPort}`, path: `/clients?ClientNumber=${number}` };
  const running = [
    await startPeer(
      'prism',
      ['mock', description, '-h', '127.0.0.1', '-p', String(prismPort), '-v', 'error', '-m', 'false'],
      prism.origin + prism.path,
    ),
    await startPeer(
      'json-server',
      [collection, '--host', '127.0.0.1', '--port', String(jsonPort), '--quiet'],
      json.origin + json.path,
    ),
  ];
  try {
    const gets = await inTurn(rounds, {
      ours: () => rate(service.origin, headers, { path: prism.path }),
      prism: () => rate(prism.origin, headers, prism),
      json: () => rate(json.origin, headers, json),
    });
    let last = 0;
    const item = () => ({ ...clients[0], ClientNumber: `N${++last}` });
    const batch = () => JSON.stringify({ ClientPostRequest: [item()] });
    const posts = await inTurn(rounds, {
      ours: () => rate(service.origin, headers, { path: list, body: batch }),
      prism: () => rate(prism.origin, headers, { path: `${list}?Version=v1`, body: batch }),
      json: () => rate(json.origin, headers, { path: '/clients', body: () => JSON.stringify(item()) }),
    });
    const row = (/** @type {string} */ what, /** @type {typeof gets} */ taken) => ({
      what: `${what}: this service, Prism, json-server; requests a second`,
      figure: [taken.ours, taken.prism, taken.json].map((it) => Math.round(median(it))).join(', '),
    });
    return [row('Retrieve of one client', gets), row('Create of one client', posts)];
  } finally {
    for (const { end } of running) end();
  }
}
