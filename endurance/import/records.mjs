// The service's records before and after import runs.
import { ask, outcomeOf, tokenFor, withBody } from '../../bench/wire.mjs';

/** Few days and amounts, so that many rows are equal to each other, and to existing instalments. */
export const days = ['2031-03-01', '2031-03-08', '2031-03-15'];
export const amounts = ['100', '250.5', '999.99'];
const product = 'EFT';

/**
 * Equal for rows that cannot be told apart.
 * @param {string} contract
 * @param {string} day
 * @param {string | number} amount
 */
export const likeness = (contract, day, amount) => `${contract} ${day} ${Number(amount)}`;

/** Milliseconds until a token is renewed: hundreds of runs outlast one. */
const tokenFresh = 300_000;

/** @param {import('./runs.mjs').Where} where */
export function tokens({ origin, merchant, program }) {
  let token = '';
  let madeAt = -Infinity;
  return async () => {
    if (performance.now() - madeAt > tokenFresh) {
      token = await tokenFor(origin, merchant, program);
      madeAt = performance.now();
    }
    return token;
  };
}

/**
 * @param {string} origin
 * @param {string} token
 * @param {string} merchant
 * @param {string} client
 * @param {string[]} contracts each gets one instalment equal to some of the rows
 */
export async function makeContracts(origin, token, merchant, client, contracts) {
  const post = async (/** @type {string} */ resource, /** @type {string} */ name, /** @type {object[]} */ items) => {
    const call = `/v1/payments/${merchant}/maintain/${resource}/${product}?Version=v1`;
    const body = JSON.stringify({ [name]: items });
    const { status, text } = await ask(origin, { method: 'POST', path: call, headers: withBody(token), body });
    if (status !== 200 || outcomeOf(text).Failed.length > 0) throw new Error(`${resource}: ${status} ${text}`);
  };
  await post('clients', 'ClientPostRequest', [
    {
      ClientNumber: client,
      ClientName: 'Olwethu Once',
      BankCode: 4,
      BranchCode: 470010,
      AccountType: 1,
      AccountNumber: 1234567890,
    },
  ]);
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 1, NumberOfInstalments: 1 };
  const first = { InstalmentStartDate: `${days[0]} 00:00`, InstalmentAmount: Number(amounts[0]) };
  const items = contracts.map((it) => ({ ClientNumber: client, ContractNumber: it, ...terms, ...first }));
  await post('contracts', 'ContractPostRequest', items);
}

/**
 * The service's instalments, counted by contract, day and amount.
 * @param {string} origin
 * @param {string} token
 * @param {string} merchant
 * @param {string} client
 * @param {string[]} contracts
 * @returns {Promise<Map<string, number>>}
 */
export async function createdIn(origin, token, merchant, client, contracts) {
  const counts = new Map();
  for (const contract of contracts) {
    const query = new URLSearchParams({ Version: 'v1', ClientNumber: client, ContractNumber: contract });
    const call = `/v1/payments/${merchant}/maintain/instalments/${product}?${query}`;
    const { text } = await ask(origin, { path: call, headers: { authorization: `Bearer ${token}` } });
    const body = JSON.parse(text);
    for (const it of body.InstalmentGetResponse) {
      const like = likeness(contract, it.InstalmentActionDate.slice(0, 10), it.InstalmentAmount);
      counts.set(like, (counts.get(like) ?? 0) + 1);
    }
  }
  return counts;
}
