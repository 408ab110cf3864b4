// The calls of the load: batches whose records all have one value, by which they are recognised afterwards.
import { randomUUID } from 'node:crypto';

/**
 * A batch stored in part has missing members, or members with two values.
 * @typedef {object} Group
 * @property {Resource} resource
 * @property {string} mark the prefix of its records' numbers
 * @property {number} size
 * @property {Value} [value] the last acknowledged
 * @property {Value} [pending] the one of an unanswered call
 * @property {Record<string, unknown>[]} members the records of the create's answer
 *
 * @typedef {'clients' | 'mandates' | 'instalments' | 'payouts'} Resource
 *
 * What all records of a batch have: a number in the name of clients, else cents; of payouts with the status.
 * @typedef {number | string} Value
 *
 * @typedef {object} Sent
 * @property {string} key
 * @property {string} method
 * @property {string} path
 * @property {string} body
 * @property {Group} group
 * @property {Value} value what the call sets
 * @property {number} [approval] the one that a release decides
 * @property {string} [answer] the bytes of the answer
 */

/** The sandbox's merchant whose payouts wait until a second person releases them. */
export const merchantWithRule = '1014';

const product = 'EFT';
const batchSize = 20;
const mandateSize = 10;
/** How many instalments a mandate of the load has, and payments a payout contract. */
export const instalmentsEach = 3;
export const paymentsEach = 2;

// Values differ in every round and resource; as amounts they are cents.
let lastValue = 1000;

/** Dates that no clearing reaches during the run. */
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

/** @param {Resource} resource */
export const sizeOf = (resource) => (resource === 'clients' || resource === 'instalments' ? batchSize : mandateSize);

/**
 * @param {string} merchant
 * @param {string} method
 * @param {keyof typeof paths} where
 * @param {string} request
 * @param {Group} group
 * @param {(value: number) => Record<string, unknown>[]} items
 * @returns {Sent}
 */
function callOf(merchant, method, where, request, group, items) {
  const number = ++lastValue;
  const body = JSON.stringify({ [request]: items(number) });
  const status = merchant === merchantWithRule ? 'WAITING' : 'SCHEDULED';
  const value = group.resource === 'payouts' ? payoutValue(number, status) : number;
  return { key: randomUUID(), method, path: pathOf(merchant, where), body, group, value };
}

/** @param {number} cents @param {unknown} status */
export const payoutValue = (cents, status) => `${cents} ${status}`;

/** @param {Group} group */
export const isWaiting = ({ value }) => String(value).endsWith(' WAITING');

/** @param {Group} group */
const numbersOf = (group) => Array.from({ length: group.size }, (_, index) => `${group.mark}.${index}`);

/**
 * @param {string} merchant
 * @param {Group} group
 * @param {Group} client its first record owns every contract
 * @param {Group} base its one contract gets the added instalments
 */
export function create(merchant, group, client, base) {
  const ClientNumber = `${client.mark}.0`;
  const account = { BankCode: 1, BranchCode: 632005, AccountType: 1, AccountNumber: 1 };
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 1, InstalmentStartDate: far };
  switch (group.resource) {
    case 'clients':
      return callOf(merchant, 'POST', 'clients', 'ClientPostRequest', group, (value) =>
        numbersOf(group).map((number) => ({ ClientNumber: number, ClientName: `Batch ${value}`, ...account })),
      );
    case 'mandates':
      return callOf(merchant, 'POST', 'mandates', 'MandatePostRequest', group, (value) =>
        numbersOf(group).map((ContractNumber) => ({
          ClientNumber,
          ContractNumber,
          ...terms,
          InstalmentAmount: amount(value),
          NumberOfInstalments: instalmentsEach,
        })),
      );
    case 'instalments':
      return callOf(merchant, 'POST', 'instalments', 'InstalmentPostRequest', group, (value) =>
        numbersOf(group).map(() => ({
          ClientNumber,
          ContractNumber: `${base.mark}.0`,
          InstalmentActionDate: far,
          InstalmentAmount: amount(value),
        })),
      );
    case 'payouts':
      return callOf(merchant, 'POST', 'payouts', 'PayoContractPostRequest', group, (value) =>
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
 * @param {string} merchant
 * @param {Group} group
 * @param {Group} client
 * @param {Group} base
 */
export function edit(merchant, group, client, base) {
  const ClientNumber = `${client.mark}.0`;
  switch (group.resource) {
    case 'clients':
      return callOf(merchant, 'PUT', 'clients', 'ClientPutRequest', group, (value) =>
        numbersOf(group).map((number) => ({ ClientNumber: number, ClientName: `Batch ${value}` })),
      );
    case 'mandates':
      return callOf(merchant, 'PUT', 'mandates', 'MandatePutRequest', group, (value) =>
        numbersOf(group).map((ContractNumber) => ({ ClientNumber, ContractNumber, InstalmentAmount: amount(value) })),
      );
    case 'instalments':
      return callOf(merchant, 'PUT', 'instalments', 'InstalmentPutRequest', group, (value) =>
        group.members.map(({ InstalmentSequence }) => ({
          ClientNumber,
          ContractNumber: `${base.mark}.0`,
          InstalmentSequence,
          InstalmentAmount: amount(value),
        })),
      );
    case 'payouts':
      return callOf(merchant, 'PUT', 'payments', 'PaymentPutRequest', group, (value) =>
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

/**
 * Releases a batch of payouts, as a second person. Such a call takes no key: once it is done, it is refused.
 * @param {string} merchant
 * @param {Group} group
 * @param {{ ApprovalSequence: number, Digest: string }} approval
 * @returns {Sent}
 */
export const release = (merchant, group, { ApprovalSequence, Digest }) => ({
  key: randomUUID(),
  method: 'POST',
  path: `${approvalsOf(merchant)}/${ApprovalSequence}`,
  body: JSON.stringify({ Action: 'release', Digest }),
  group,
  value: payoutValue(parseInt(String(group.value)), 'SCHEDULED'),
  approval: ApprovalSequence,
});

/** @param {string} merchant */
export const approvalsOf = (merchant) => `/approvals/${merchant}`;
