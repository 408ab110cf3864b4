// Batches of 500 in one call compared with one hand-written statement, in rows per second.
import pg from 'pg';
import { embeddedAt } from '../database.mjs';
import { inTurn, median, percent, ratios } from '../measure.mjs';
import { ask, outcomeOf, withBody } from '../wire.mjs';
import { insertInstalments, insertMandates, stored } from './statements.mjs';

const size = 500;
const rounds = 15;
const merchant = '1001';
const product = 'EFT';
const now = '2030-01-01 08:00';
const far = '2040-03-01 08:00';

/**
 * @param {import('../service-process.mjs').Service} service
 * @param {string} folder
 * @param {string} token
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
export async function batches(service, folder, token) {
  const sql = new pg.Client(embeddedAt(folder));
  await sql.connect();
  try {
    const { rows: contracts } = await sql.query(
      `select contract_sequence::int as sequence, client_number as client from contract
        where merchant = $1 and product = $2 and mandate_status_code = 'ACTIVE' and maximum_amount is null
        order by contract_sequence limit ${size}`,
      [merchant, product],
    );
    if (contracts.length < size) throw new Error(`the sandbox has only ${contracts.length} open contracts`);
    const post = (/** @type {string} */ resource, /** @type {string} */ request, /** @type {unknown[]} */ items) =>
      timed(service.origin, token, `/v1/payments/${merchant}/maintain/${resource}/${product}`, { [request]: items });
    const execute = async (/** @type {string} */ name, /** @type {string} */ text, /** @type {unknown[]} */ values) => {
      const began = performance.now();
      await sql.query({ name, text, values });
      return performance.now() - began;
    };

    const instalmentsOf = (/** @type {number[]} */ sequences) => ({
      service: () =>
        post(
          'instalments',
          'InstalmentPostRequest',
          sequences.map((ContractSequence) => ({
            ContractSequence,
            InstalmentActionDate: far,
            InstalmentAmount: 123.45,
          })),
        ),
      statement: () =>
        execute('instalments', insertInstalments, [
          merchant,
          sequences,
          sequences.map(() => far),
          sequences.map(() => 12_345),
          now,
        ]),
    });
    let batch = 0;
    const mandates = {
      service: () => {
        batch++;
        return post(
          'mandates',
          'MandatePostRequest',
          contracts.map(({ client }, index) => ({
            ClientNumber: client,
            ContractNumber: `B${batch}-${index}`,
            FrequencyCode: 'MNTH',
            CollectionDay: 1,
            InstalmentStartDate: far,
            InstalmentAmount: 123.45,
            NumberOfInstalments: 12,
          })),
        );
      },
      statement: () => {
        batch++;
        return execute('mandates', insertMandates, [
          merchant,
          product,
          contracts.map(({ client }) => client),
          contracts.map((_, index) => `B${batch}-${index}`),
          contracts.map(() => far),
          contracts.map(() => 12_345),
          now,
        ]);
      },
    };

    const sequences = contracts.map(({ sequence }) => sequence);
    return [
      await compare(sql, `${size} instalments onto one contract`, instalmentsOf(sequences.map(() => sequences[0]))),
      await compare(sql, `${size} instalments onto ${size} contracts`, instalmentsOf(sequences)),
      await compare(sql, `${size} mandates with 12 instalments each`, mandates),
    ];
  } finally {
    await sql.end();
  }
}

/**
 * @param {pg.Client} sql
 * @param {string} what
 * @param {{ service: () => Promise<number>, statement: () => Promise<number> }} sides
 * @returns {Promise<import('../measure.mjs').Figure>}
 */
async function compare(sql, what, sides) {
  const [ours, theirs] = [await added(sql, sides.service), await added(sql, sides.statement)];
  if (ours !== theirs) throw new Error(`${what}: the statement stores ${theirs}, the service ${ours}`);
  const { service, statement } = await inTurn(rounds, sides);
  return {
    what: `${what}, one call against one statement by hand: rows a second`,
    figure: `${percent(ratios(statement, service))} (${Math.round(median(service))} against ${Math.round(median(statement))} ms)`,
    aim: '≥ 60 %',
  };
}

/**
 * What `store` adds to the database, as text.
 * @param {pg.Client} sql
 * @param {() => Promise<unknown>} store
 */
async function added(sql, store) {
  const before = (await sql.query(stored)).rows[0];
  await store();
  const after = (await sql.query(stored)).rows[0];
  return JSON.stringify(Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]])));
}

/**
 * Milliseconds of a call from its first byte sent to its last byte received.
 * @param {string} origin
 * @param {string} token
 * @param {string} path
 * @param {unknown} content
 */
async function timed(origin, token, path, content) {
  const body = JSON.stringify(content);
  const began = performance.now();
  const { status, text } = await ask(origin, { method: 'POST', path, headers: withBody(token), body });
  const milliseconds = performance.now() - began;
  if (status !== 200 || outcomeOf(text).Failed.length > 0) throw new Error(`${path} was answered ${status}`);
  return milliseconds;
}
