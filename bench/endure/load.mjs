// Senders that work like programs of a merchant: batches, one after the other, each with a key of its own. What they
// know of every batch (sent, answered) is what the service is held to afterwards.
import { randomUUID } from 'node:crypto';
import { ask, outcomeOf, withBody } from '../wire.mjs';

/**
 * The records of one batch, recognised afterwards by the mark in their numbers and by the value that all of them carry:
 * a batch that was stored in part shows as members that are missing or of two values.
 * @typedef {object} Group
 * @property {Resource} resource
 * @property {string} mark what the numbers of its records begin with
 * @property {number} size
 * @property {number} [value] the last one that was acknowledged
 * @property {number} [asked] the one of a call whose answer has not come
 * @property {Record<string, unknown>[]} members what the create's answer said of them
 *
 * @typedef {'clients' | 'mandates' | 'instalments' | 'payouts'} Resource
 *
 * @typedef {object} Sent
 * @property {string} key
 * @property {string} method
 * @property {string} path
 * @property {string} body
 * @property {Group} group
 * @property {number} value what the call sets
 * @property {string} [answer] the bytes that came
 */

/**
 * Everything that was sent to one merchant in all rounds.
 * @param {string} merchant
 */
export const openLedger = (merchant) => ({
  merchant,
  /** @type {Group[]} */
  groups: [],
  /** @type {Sent[]} */
  sent: [],
  /** Answers that no cut explains. @type {string[]} */
  odd: [],
});

/** @typedef {ReturnType<typeof openLedger>} Ledger */

const product = 'EFT';
export const batchSize = 20;
const mandateSize = 10;
/** How many instalments a mandate of the load has, and payments a payout contract. */
export const instalmentsEach = 3;
export const paymentsEach = 2;

// Values are told apart in every round and resource; as amounts they are cents.
let lastValue = 1000;
let lastMark = 0;

/** Dates that no clearing reaches while this runs. */
const far = `${new Date().getFullYear() + 2}-03-01 08:00`;

/** @param {number} value */
const amount = (value) => value / 100;

const paths = {
  clients: 'clients',
  mandates: 'mandates',
  instalments: 'instalments',
  payouts: 'payo/contracts',
  payments: 'payo/payments',
};

/**
 * @param {string} merchant
 * @param {keyof typeof paths} resource
 */
export const pathOf = (merchant, resource) => `/v1/payments/${merchant}/maintain/${paths[resource]}/${product}`;

/**
 * Sends batches from `count` senders until the service is gone.
 * @param {string} origin
 * @param {string} token
 * @param {Ledger} ledger
 * @param {number} count
 */
export function startLoad(origin, token, ledger, count) {
  const state = { isCut: false };
  const flows = Array.from({ length: count }, () => {
    let begun = () => {};
    /** @type {Promise<void>} */
    const isFlowing = new Promise((resolve) => (begun = resolve));
    return { isFlowing, ended: sender(origin, token, ledger, state, begun).finally(begun) };
  });
  return {
    /** Settles when every sender has had an answer, or has ended. */
    isFlowing: Promise.all(flows.map((it) => it.isFlowing)),
    /** From now on a lost connection is what was wanted. */
    expectCut: () => (state.isCut = true),
    ended: Promise.all(flows.map((it) => it.ended)),
  };
}

/** @type {Resource[]} */
const resources = ['clients', 'mandates', 'instalments', 'payouts'];

/**
 * @template T
 * @param {T[]} list
 */
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/**
 * @param {string} origin
 * @param {string} token
 * @param {Ledger} ledger
 * @param {{ isCut: boolean }} state
 * @param {() => void} begun
 */
async function sender(origin, token, ledger, state, begun) {
  const open = (/** @type {Resource} */ resource, size = sizeOf(resource)) => {
    const group = { resource, size, mark: `E${++lastMark}`, members: [] };
    ledger.groups.push(group);
    return group;
  };
  // What everything else leans on: clients, of whom the first has the contracts, and a contract for the instalments.
  const client = open('clients');
  const base = open('mandates', 1);
  const first = [client, base];
  /** What may be edited; not the base, whose own instalments would move. @type {Group[]} */
  const own = [];

  for (;;) {
    const edited = first.length === 0 && Math.random() < 0.4 ? anyOf(own) : undefined;
    const call = edited
      ? edit(ledger, edited, client, base)
      : create(ledger, first.shift() ?? open(anyOf(resources) ?? 'clients'), client, base);
    ledger.sent.push(call);
    call.group.asked = call.value;
    // Now and then a caller that loses its connection, and sends the call again while the first may still be under way.
    if (Math.random() < 0.1) await drop(origin, token, call);
    const answer = await deliver(origin, token, call).catch((error) => {
      if (!state.isCut) ledger.odd.push(`a connection was lost before the cut: ${error.message}`);
    });
    if (!answer || !accept(ledger, call, answer)) return;
    begun();
    if (!edited && call.group !== base) own.push(call.group);
  }
}

/** @param {Resource} resource */
const sizeOf = (resource) => (resource === 'clients' || resource === 'instalments' ? batchSize : mandateSize);

/**
 * Sends a call and hangs up, mostly before the answer.
 * @param {string} origin
 * @param {string} token
 * @param {Sent} call
 */
async function drop(origin, token, { key, method, path, body }) {
  const headers = { ...withBody(token), 'idempotency-key': key };
  const signal = AbortSignal.timeout(Math.ceil(Math.random() * 50));
  await ask(origin, { method, path, headers, body, signal }).catch(() => undefined);
}

/**
 * Sends a call with its key until there is an answer other than 503, which asks for just that.
 * @param {string} origin
 * @param {string} token
 * @param {Sent} call
 */
export async function deliver(origin, token, { key, method, path, body }) {
  for (let tries = 1; ; tries++) {
    const headers = { ...withBody(token), 'idempotency-key': key };
    const answer = await ask(origin, { method, path, headers, body });
    if (answer.status !== 503 || tries === 100) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Notes an answer; every call of the load is valid, so anything but a whole success is odd.
 * @param {Ledger} ledger
 * @param {Sent} call
 * @param {{ status: number, text: string }} answer
 */
export function accept(ledger, call, { status, text }) {
  const batch = status === 200 ? outcomeOf(text) : undefined;
  if (!batch || batch.Failed.length > 0 || batch.Successful.length === 0) {
    const faults = batch ? batch.Failed[0]?.Errors : JSON.parse(text).Errors;
    ledger.odd.push(`${call.method} ${call.group.resource} was answered ${status} ${JSON.stringify(faults)}`);
    return false;
  }
  call.answer = text;
  call.group.value = call.value;
  delete call.group.asked;
  if (call.method === 'POST') call.group.members = batch.Successful;
  return true;
}

/**
 * @param {Ledger} ledger
 * @param {string} method
 * @param {keyof typeof paths} where
 * @param {string} request
 * @param {Group} group
 * @param {(value: number) => Record<string, unknown>[]} items
 * @returns {Sent}
 */
function callOf(ledger, method, where, request, group, items) {
  const value = ++lastValue;
  const body = JSON.stringify({ [request]: items(value) });
  return { key: randomUUID(), method, path: pathOf(ledger.merchant, where), body, group, value };
}

/** @param {Group} group */
const numbersOf = (group) => Array.from({ length: group.size }, (_, index) => `${group.mark}.${index}`);

/**
 * @param {Ledger} ledger
 * @param {Group} group
 * @param {Group} client whose first record every contract belongs to
 * @param {Group} base whose one contract instalments are added to
 */
function create(ledger, group, client, base) {
  const ClientNumber = `${client.mark}.0`;
  const account = { BankCode: 1, BranchCode: 632005, AccountType: 1, AccountNumber: 1 };
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 1, InstalmentStartDate: far };
  switch (group.resource) {
    case 'clients':
      return callOf(ledger, 'POST', 'clients', 'ClientPostRequest', group, (value) =>
        numbersOf(group).map((number) => ({ ClientNumber: number, ClientName: `Batch ${value}`, ...account })),
      );
    case 'mandates':
      return callOf(ledger, 'POST', 'mandates', 'MandatePostRequest', group, (value) =>
        numbersOf(group).map((ContractNumber) => ({
          ClientNumber,
          ContractNumber,
          ...terms,
          InstalmentAmount: amount(value),
          NumberOfInstalments: instalmentsEach,
        })),
      );
    case 'instalments':
      return callOf(ledger, 'POST', 'instalments', 'InstalmentPostRequest', group, (value) =>
        numbersOf(group).map(() => ({
          ClientNumber,
          ContractNumber: `${base.mark}.0`,
          InstalmentActionDate: far,
          InstalmentAmount: amount(value),
        })),
      );
    case 'payouts':
      return callOf(ledger, 'POST', 'payouts', 'PayoContractPostRequest', group, (value) =>
        numbersOf(group).map((ContractNumber) => ({
          ClientNumber,
          ContractNumber,
          PaymentAmount: amount(value),
          PaymentStartDate: far,
          FrequencyCode: 'MNTH',
          NumberOfPayments: paymentsEach,
        })),
      );
  }
}

/**
 * Sets all records of a batch to another value.
 * @param {Ledger} ledger
 * @param {Group} group
 * @param {Group} client
 * @param {Group} base
 */
function edit(ledger, group, client, base) {
  const ClientNumber = `${client.mark}.0`;
  switch (group.resource) {
    case 'clients':
      return callOf(ledger, 'PUT', 'clients', 'ClientPutRequest', group, (value) =>
        numbersOf(group).map((number) => ({ ClientNumber: number, ClientName: `Batch ${value}` })),
      );
    case 'mandates':
      return callOf(ledger, 'PUT', 'mandates', 'MandatePutRequest', group, (value) =>
        numbersOf(group).map((ContractNumber) => ({ ClientNumber, ContractNumber, InstalmentAmount: amount(value) })),
      );
    case 'instalments':
      return callOf(ledger, 'PUT', 'instalments', 'InstalmentPutRequest', group, (value) =>
        group.members.map(({ InstalmentSequence }) => ({
          ClientNumber,
          ContractNumber: `${base.mark}.0`,
          InstalmentSequence,
          InstalmentAmount: amount(value),
        })),
      );
    case 'payouts':
      return callOf(ledger, 'PUT', 'payments', 'PaymentPutRequest', group, (value) =>
        group.members.flatMap(({ ContractSequence, SuccessPayments }) =>
          /** @type {Record<string, unknown>[]} */ (SuccessPayments).map(({ PaymentSequence }) => ({
            ContractSequence,
            PaymentSequence,
            PaymentAmount: amount(value),
          })),
        ),
      );
  }
}
