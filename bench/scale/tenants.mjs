// Merchants with a year of debits that the product made: created by calls, collected by clearing.
import { setTimeout as pause } from 'node:timers/promises';
import { ask, outcomeOf, tokenFor, withBody } from '../wire.mjs';
import { newClient } from './client.mjs';

/** Debits of a merchant in its year: twelve per contract. */
export const debits = 4_800;
const contracts = Math.ceil(debits / 12);
const atOnce = 500;
const merchants = Array.from({ length: 16 }, (_, n) => String(1001 + n));

/** @typedef {{ merchant: string, token: string, client: string, sequence: number }} Tenant */

/**
 * @param {string} origin
 * @returns {Promise<Tenant[]>} each with a client, and a contract that takes more instalments
 */
export const tenantsOf = (origin) => Promise.all(merchants.map((merchant) => tenantOf(origin, merchant)));

/**
 * @param {string} origin
 * @param {string} merchant
 * @returns {Promise<Tenant>}
 */
async function tenantOf(origin, merchant) {
  const token = await tokenFor(origin, merchant);
  await post(origin, { merchant, token }, 'clients', 'ClientPostRequest', [newClient('SCALE')]);
  const terms = { ...mandate('SCALE'), InstalmentStartDate: '2040-01-01 08:00' };
  const [made] = await post(origin, { merchant, token }, 'mandates', 'MandatePostRequest', [terms]);
  return { merchant, token, client: 'SCALE', sequence: Number(made?.ContractSequence) };
}

/** @param {string} ContractNumber */
const mandate = (ContractNumber) => ({
  ClientNumber: 'SCALE',
  ContractNumber,
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  InstalmentAmount: 123.45,
  NumberOfInstalments: 12,
});

/**
 * @param {string} origin
 * @param {Tenant} tenant
 */
export async function createYear(origin, tenant) {
  const InstalmentStartDate = `${nextMonth()}-25 08:00`;
  for (let at = 0; at < contracts; at += atOnce) {
    const count = Math.min(atOnce, contracts - at);
    const items = Array.from({ length: count }, (_, n) => ({ ...mandate(`Y${at + n}`), InstalmentStartDate }));
    await post(origin, tenant, 'mandates', 'MandatePostRequest', items);
  }
}

export const nextMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString().slice(0, 7);
};

/**
 * Moves a merchant's clock by a year, and waits until everything due has happened.
 * @param {string} origin
 * @param {Pick<Tenant, 'merchant' | 'token'>} tenant
 * @param {number} [milliseconds] between two looks at its progress
 */
export async function passYear(origin, { merchant, token }, milliseconds = 50) {
  const now = new Date();
  const Today = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth() + 2)).toISOString().slice(0, 10);
  const path = `/sandbox/clock/${merchant}`;
  const headers = withBody(token);
  const moved = await ask(origin, { method: 'POST', path, headers, body: JSON.stringify({ Today }) });
  if (moved.status !== 200 && moved.status !== 202) throw new Error(`the clock was answered ${moved.status}`);
  for (let isFinished = moved.status === 200; !isFinished; await pause(milliseconds))
    isFinished = JSON.parse((await ask(origin, { path, headers })).text).Move.IsFinished;
}

/**
 * @param {string} origin
 * @param {Pick<Tenant, 'merchant' | 'token'>} tenant
 * @param {string} resource
 * @param {string} request
 * @param {object[]} items
 */
async function post(origin, { merchant, token }, resource, request, items) {
  const path = `/v1/payments/${merchant}/maintain/${resource}/EFT`;
  const body = JSON.stringify({ [request]: items });
  const { status, text } = await ask(origin, { method: 'POST', path, headers: withBody(token), body });
  if (status !== 200 || outcomeOf(text).Failed.length > 0)
    throw new Error(`${path} was answered ${status} ${text.slice(0, 500)}`);
  return outcomeOf(text).Successful;
}
