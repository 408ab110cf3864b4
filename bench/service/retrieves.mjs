// A single retrieve compared with a bare Fastify route with the same SELECT, in requests per second.
import { withDatabase } from '../database.mjs';
import { startHelper } from '../helper.mjs';
import { rate } from '../load.mjs';
import { inTurn, median, percent, ratios } from '../measure.mjs';
import { ask } from '../wire.mjs';

const rounds = 5;

/**
 * @param {import('../service-process.mjs').Service} service
 * @param {string} folder
 * @param {string} token
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
export async function retrieves(service, folder, token) {
  const { client, sequence } = await withDatabase(folder, async (sql) => {
    const { rows } = await sql.query(
      `select client_number as client, contract_sequence as sequence from contract
        where merchant = '1001' and product = 'EFT' and is_mandate order by contract_sequence limit 1`,
    );
    return rows[0];
  });
  const bare = startHelper('service/bare.mjs', [folder]);
  try {
    const { port } = await bare.receive();
    const theirs = `http://127.0.0.1:${port}`;
    const pairs = [
      { what: 'clients by ClientNumber', resource: 'clients', query: `ClientNumber=${client}` },
      { what: 'mandates by ContractSequence', resource: 'mandates', query: `ContractSequence=${sequence}` },
    ];
    const figures = [];
    for (const { what, resource, query } of pairs) {
      const path = `/v1/payments/1001/maintain/${resource}/EFT?${query}`;
      const headers = { authorization: `Bearer ${token}` };
      const [one, other] = [
        await record(service.origin, path, headers),
        await record(theirs, `/${resource}?${query}`, {}),
      ];
      if (one !== other) throw new Error(`${what}: the service answers ${one}, the bare route ${other}`);
      const { ours, bareRoute } = await inTurn(rounds, {
        ours: () => rate(service.origin, headers, { path }),
        bareRoute: () => rate(theirs, {}, { path: `/${resource}?${query}` }),
      });
      figures.push({
        what: `Retrieve of ${what} against a bare route with its SELECT: requests a second`,
        figure: `${percent(ratios(ours, bareRoute))} (${Math.round(median(ours))} against ${Math.round(median(bareRoute))})`,
        aim: '≥ 65 %',
      });
    }
    return figures;
  } finally {
    bare.end();
  }
}

/**
 * @param {string} origin
 * @param {string} path
 * @param {Record<string, string>} headers
 */
async function record(origin, path, headers) {
  const { status, text } = await ask(origin, { path, headers });
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
  return JSON.stringify(Object.values(JSON.parse(text))[0]);
}
