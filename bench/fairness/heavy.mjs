// The heavy calls of one merchant, sent from their own process, so that writing them is not measured.
import { nextMonth } from '../scale/tenants.mjs';
import { ask, withBody } from '../wire.mjs';

const start = `${new Date().getUTCFullYear() + 2}-01-01 08:00`;

/**
 * @template T
 * @param {number} count
 * @param {(n: number) => T} of
 */
const many = (count, of) => Array.from({ length: count }, (_, n) => of(n));

/** @param {number} count */
const unknownWords = (count) => Object.fromEntries(many(count, (n) => /** @type {const} */ ([`Unknown${n}`, n])));

let made = 0;
/**
 * @param {number} count
 * @param {object} [terms]
 */
const contracts = (count, terms) => {
  made += 1;
  return many(count, (n) => ({
    ClientNumber: 'BENCH',
    ContractNumber: `H${made}-${n}`,
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: start,
    InstalmentAmount: 123.45,
    ...terms,
  }));
};

const payouts = () =>
  contracts(84).map(({ ClientNumber, ContractNumber }) => ({
    ClientNumber,
    ContractNumber,
    FrequencyCode: 'WEEK',
    PaymentStartDate: start,
    PaymentAmount: 12.34,
    NumberOfPayments: 595,
  }));

const smallest = `{"ClientName":[${'{},'.repeat(520)}{}]}`;
const longest = (/** @type {number} */ n) => ({ ClientNumber: `${n}`, ClientName: 'x'.repeat(64_000) });

/** @typedef {{ path: string, query?: string, body?: () => string }} Call */

/** @type {Record<string, Call>} */
const calls = {
  'unknown words': {
    path: 'clients',
    body: () => JSON.stringify({ ClientPostRequest: many(9000, () => unknownWords(100)) }),
  },
  'one item': { path: 'clients', body: () => JSON.stringify({ ClientPostRequest: [unknownWords(200_000)] }) },
  'small values': {
    path: 'clients',
    body: () => `{"ClientPostRequest":[${many(10_000, () => smallest).join(',')}]}`,
  },
  'long texts': { path: 'clients', body: () => JSON.stringify({ ClientPostRequest: many(250, longest) }) },
  'long series': {
    path: 'contracts',
    body: () => JSON.stringify({ ContractPostRequest: contracts(1000, { NumberOfInstalments: 600 }) }),
  },
  'more long series': {
    path: 'contracts',
    body: () => JSON.stringify({ ContractPostRequest: contracts(5000, { NumberOfInstalments: 600 }) }),
  },
  mandates: { path: 'mandates', body: () => JSON.stringify({ MandatePostRequest: contracts(10_000) }) },
  payments: { path: 'payo/contracts', body: () => JSON.stringify({ PayoContractPostRequest: payouts() }) },
  batch: {
    path: 'mandates',
    body: () => JSON.stringify({ MandatePostRequest: contracts(500, { NumberOfInstalments: 12 }) }),
  },
  read: { path: 'clients', query: '?ClientNumber=BENCH' },
  year: {
    path: 'mandates',
    body: () => {
      const terms = { InstalmentStartDate: `${nextMonth()}-25 08:00`, NumberOfInstalments: 12 };
      return JSON.stringify({ MandatePostRequest: contracts(10_000, terms) });
    },
  },
};

/** @param {string} name */
const callOf = (name) => {
  const call = calls[name];
  if (!call) throw new Error(`no call is named ${name}`);
  return call;
};

/** A flood: sixty-four connections with single reads, and eight with batches, each sending its next call after the answer. */
const flooders = [...many(64, () => 'read'), ...many(8, () => 'batch')];
const floodSeconds = 8;

process.on(
  'message',
  async (
    /** @type {{ origin: string, token: string, merchant: string, name: string, count: number }} */ {
      origin,
      token,
      merchant,
      name,
      count,
    },
  ) => {
    const send = async (/** @type {Call} */ call, body = call.body?.()) => {
      const path = `/v1/payments/${merchant}/maintain/${call.path}/EFT${call.query ?? ''}`;
      const headers = body === undefined ? { authorization: `Bearer ${token}` } : withBody(token);
      const began = performance.now();
      // A call that is cut off counts as an answer with status 0.
      const { status, text } = await ask(origin, {
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers,
        body,
      }).catch(() => ({ status: 0, text: '' }));
      return { status, bytes: text.length, seconds: (performance.now() - began) / 1000 };
    };
    if (name === 'flood') {
      /** @type {Awaited<ReturnType<typeof send>>[]} */
      const answers = [];
      const end = performance.now() + floodSeconds * 1000;
      const repeat = async (/** @type {string} */ of) => {
        while (performance.now() < end) answers.push(await send(callOf(of)));
      };
      await Promise.all(flooders.map(repeat));
      process.send?.(answers);
    } else {
      const call = callOf(name);
      const bodies = many(count, () => call.body?.());
      process.send?.(await Promise.all(bodies.map((body) => send(call, body))));
    }
  },
);
