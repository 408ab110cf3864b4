// Callers of the interface in their own process: each sends its next call when the previous one was answered.
import { ask, withBody } from '../wire.mjs';
import { newClient } from './client.mjs';

/** @typedef {import('./tenants.mjs').Tenant} Tenant */
/** @typedef {'retrieve' | 'create' | 'batch' | 'report'} Kind */

let made = 0;
const far = '2040-03-01 08:00';
const { pid } = process;

/** @type {Record<Kind, (tenant: Tenant) => { path: string, body?: string }>} */
const calls = {
  retrieve: ({ merchant, client }) => ({
    path: `/v1/payments/${merchant}/maintain/clients/EFT?ClientNumber=${client}`,
  }),
  create: ({ merchant }) => ({
    path: `/v1/payments/${merchant}/maintain/clients/EFT`,
    body: JSON.stringify({ ClientPostRequest: [newClient(`S${pid}-${++made}`)] }),
  }),
  batch: ({ merchant, sequence }) => ({
    path: `/v1/payments/${merchant}/maintain/instalments/EFT`,
    body: JSON.stringify({
      InstalmentPostRequest: Array.from({ length: 500 }, () => ({
        ContractSequence: sequence,
        InstalmentActionDate: far,
        InstalmentAmount: 123.45,
      })),
    }),
  }),
  report: ({ merchant }) => ({
    path: `/v1/payments/${merchant}/reports/transactions_report?StartDate=2000-01-01+00:00&EndDate=2999-12-31+23:59`,
  }),
};

process.on(
  'message',
  async (
    /** @type {{ origins: string[], tenants: Tenant[], kind: Kind, seconds: number }} */ {
      origins,
      tenants,
      kind,
      seconds,
    },
  ) => {
    const began = performance.now();
    const end = began + seconds * 1000;
    let answered = 0;
    const caller = async (/** @type {Tenant} */ tenant, /** @type {string} */ origin) => {
      while (performance.now() < end) {
        const { path, body } = calls[kind](tenant);
        const { status, text } = await ask(origin, {
          path,
          ...(body === undefined
            ? { headers: { authorization: `Bearer ${tenant.token}` } }
            : { method: 'POST', headers: withBody(tenant.token), body }),
        });
        if (status !== 200 || text.includes('"Failed":[{')) throw new Error(`${kind}: ${status} ${text.slice(0, 300)}`);
        answered++;
      }
    };
    // The last calls end after the time is over, so count them with their time.
    await Promise.all(tenants.map((tenant, index) => caller(tenant, origins[index % origins.length] ?? '')));
    process.send?.(answered / ((performance.now() - began) / 1000));
  },
);
