import type { Operation } from '#contract/operation.ts';
import { operations, type Input, type OperationName, type WriteName } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import type { TestService } from './app.ts';
import { client, mandate, nextMonth } from './samples.ts';

type Fields = Record<string, unknown>;

/** The provider, called directly. */
export interface DirectProvider {
  call: TestService['call'];
  clock: Pick<TestService['clock'], 'today'>;
}

/** A write of the interface, with the record that it changes, and how often it has taken effect. */
export interface WriteCase {
  operation: WriteName;
  product?: string;
  /** Makes at the provider what it changes, and answers the item to send. */
  prepare(bank: DirectProvider, number: string): Promise<Fields>;
  /** How often it is stored at the provider. */
  stored(bank: DirectProvider, item: Fields): Promise<number>;
}

const debicheck = 'DEBICHECK';

const must = async <N extends OperationName>(
  bank: DirectProvider,
  name: N,
  input: Fields,
  product?: string,
): Promise<Fields> => {
  const answer = await bank.call(name, input as Input<N>, { product });
  const [first] = answer.successful;
  if (!first) throw new Error(`${name}: ${answer.text}`);
  return first as Fields;
};

const listed = async (bank: DirectProvider, name: OperationName, query: Fields, product?: string): Promise<Fields[]> =>
  (await bank.call(name, query as never, { product })).records as Fields[];

const named = (number: string) => ({ ClientNumber: number, ContractNumber: `${number}-A` });

const terms = (bank: DirectProvider, number: string) => ({
  ...named(number),
  FrequencyCode: 'MNTH',
  CollectionDay: 1,
  InstalmentStartDate: `${nextMonth(bank.clock.today())} 00:00`,
  InstalmentAmount: 100,
  NumberOfInstalments: 3,
});

async function withClient(bank: DirectProvider, number: string, product?: string) {
  await must(bank, 'clientCreate', client(number), product);
  return { ClientNumber: number };
}

async function withContract(bank: DirectProvider, number: string): Promise<Fields> {
  await withClient(bank, number);
  const { ContractSequence } = await must(bank, 'contractCreate', terms(bank, number));
  return { ContractSequence };
}

async function withMandate(bank: DirectProvider, number: string, TransactionType = 'TT1', product?: string) {
  await withClient(bank, number, product);
  const item = { ...mandate(bank.clock.today(), number, `${number}-A`), TransactionType };
  await must(bank, 'mandateCreate', item, product);
  return named(number);
}

async function withPayouts(bank: DirectProvider, number: string): Promise<Fields> {
  await withClient(bank, number);
  const { ContractSequence } = await must(bank, 'payoutContractCreate', payoutTerms(bank, number));
  return { ContractSequence };
}

const payoutTerms = (bank: DirectProvider, number: string) => ({
  ...named(number),
  PaymentAmount: 250.25,
  NumberOfPayments: 3,
  PaymentStartDate: `${nextMonth(bank.clock.today())} 07:30`,
  FrequencyCode: 'MNTH',
});

const count = (records: readonly Fields[], test: (it: Fields) => boolean): number => records.filter(test).length;
const numbersOf = ({ ClientNumber, ContractNumber }: Fields) => ({ ClientNumber, ContractNumber });
const isCancelled = (record: Fields) =>
  (record['InstalmentStatus'] ?? record['Status'] ?? record['PaymentStatus']) === 'CANCELLED';
const cancelled = (today: string) => ({ CancelReason: 'MD17', CancelDate: `${today} 00:00` });

export const writeCases: readonly WriteCase[] = [
  {
    operation: 'clientCreate',
    prepare: async (_, number) => client(number),
    stored: async (bank, { ClientNumber }) => (await listed(bank, 'clientList', { ClientNumber })).length,
  },
  {
    operation: 'clientEdit',
    prepare: async (bank, number) => ({ ...(await withClient(bank, number)), ClientName: 'Olwethu Once' }),
    stored: async (bank, { ClientNumber }) =>
      count(await listed(bank, 'clientList', { ClientNumber }), (it) => it['ClientName'] === 'Olwethu Once'),
  },
  {
    operation: 'mandateCreate',
    async prepare(bank, number) {
      await withClient(bank, number);
      return mandate(bank.clock.today(), number, `${number}-A`);
    },
    stored: async (bank, item) => (await listed(bank, 'mandateList', numbersOf(item))).length,
  },
  {
    operation: 'mandateEdit',
    prepare: async (bank, number) => ({ ...(await withMandate(bank, number)), InstalmentAmount: 1000.5 }),
    stored: async (bank, item) =>
      count(await listed(bank, 'mandateList', numbersOf(item)), (it) => it['InstalmentAmount'] === 1000.5),
  },
  {
    operation: 'mandateCancel',
    prepare: async (bank, number) => ({ ...(await withMandate(bank, number)), ...cancelled(bank.clock.today()) }),
    stored: async (bank, item) =>
      count(await listed(bank, 'mandateList', numbersOf(item)), (it) => it['MandateStatusCode'] === 'CANCELLED'),
  },
  {
    operation: 'contractCreate',
    async prepare(bank, number) {
      await withClient(bank, number);
      return terms(bank, number);
    },
    stored: async (bank, item) => (await listed(bank, 'contractList', numbersOf(item))).length,
  },
  {
    operation: 'contractEdit',
    prepare: async (bank, number) => ({ ...(await withContract(bank, number)), InstalmentAmount: 99.5 }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'contractList', { ContractSequence }), (it) => it['InstalmentAmount'] === 99.5),
  },
  {
    operation: 'contractCancel',
    prepare: async (bank, number) => ({ ...(await withContract(bank, number)), ...cancelled(bank.clock.today()) }),
    stored: async (bank, { ContractSequence }) =>
      (await listed(bank, 'instalmentList', { ContractSequence })).every(isCancelled) ? 1 : 0,
  },
  {
    operation: 'mandateInitiateEdit',
    product: debicheck,
    prepare: async (bank, number) => ({
      ...(await withMandate(bank, number, 'TT2', debicheck)),
      InstalmentAmount: 1000.5,
    }),
    stored: async (bank, item) =>
      count(await listed(bank, 'mandateList', numbersOf(item), debicheck), (it) => it['InstalmentAmount'] === 1000.5),
  },
  {
    operation: 'mandateInitiateCancel',
    product: debicheck,
    prepare: async (bank, number) => ({
      ...(await withMandate(bank, number, 'TT2', debicheck)),
      ...cancelled(bank.clock.today()),
      CancelReason: 'MICN',
    }),
    stored: async (bank, item) =>
      count(
        await listed(bank, 'mandateList', numbersOf(item), debicheck),
        (it) => it['MandateStatusCode'] === 'CANCELLED',
      ),
  },
  {
    operation: 'instalmentCreate',
    prepare: async (bank, number) => ({
      ...(await withContract(bank, number)),
      InstalmentActionDate: `${addDays(bank.clock.today(), 5)} 00:00`,
      InstalmentAmount: 55.55,
    }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'instalmentList', { ContractSequence }), (it) => it['InstalmentAmount'] === 55.55),
  },
  {
    operation: 'instalmentEdit',
    prepare: async (bank, number) => ({
      ...(await withContract(bank, number)),
      InstalmentSequence: 2,
      InstalmentAmount: 66.66,
    }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'instalmentList', { ContractSequence }), (it) => it['InstalmentAmount'] === 66.66),
  },
  {
    operation: 'instalmentCancel',
    prepare: async (bank, number) => ({ ...(await withContract(bank, number)), InstalmentSequence: 2 }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'instalmentList', { ContractSequence }), isCancelled),
  },
  {
    operation: 'omniInstalmentCreate',
    prepare: async (bank, number) => ({
      ...(await withContract(bank, number)),
      CollectionDate: addDays(bank.clock.today(), 5),
      InstalmentAmount: 77.77,
    }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'omniInstalmentList', { ContractSequence }), (it) => it['InstalmentAmount'] === 77.77),
  },
  {
    operation: 'omniInstalmentEdit',
    prepare: async (bank, number) => ({
      ...(await withContract(bank, number)),
      InstalmentSequence: 2,
      InstalmentAmount: 88.88,
    }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'omniInstalmentList', { ContractSequence }), (it) => it['InstalmentAmount'] === 88.88),
  },
  {
    operation: 'omniInstalmentCancel',
    prepare: async (bank, number) => ({ ...(await withContract(bank, number)), InstalmentSequence: 2 }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'omniInstalmentList', { ContractSequence }), isCancelled),
  },
  {
    // All that remains.
    operation: 'omniInstalmentCancel',
    prepare: withContract,
    stored: async (bank, { ContractSequence }) =>
      (await listed(bank, 'omniInstalmentList', { ContractSequence })).every(isCancelled) ? 1 : 0,
  },
  {
    operation: 'payoutContractCreate',
    async prepare(bank, number) {
      await withClient(bank, number);
      return payoutTerms(bank, number);
    },
    stored: async (bank, item) => (await listed(bank, 'payoutContractList', numbersOf(item))).length,
  },
  {
    operation: 'payoutContractCancel',
    async prepare(bank, number) {
      const [code] = await listed(bank, 'payoutCancelLookup', {});
      const CancelDate = `${bank.clock.today()} 00:00`;
      return { ...(await withPayouts(bank, number)), CancelCode: code?.['CancelCode'], CancelDate };
    },
    stored: async (bank, { ContractSequence }) =>
      (await listed(bank, 'payoutPaymentList', { ContractSequence })).every(isCancelled) ? 1 : 0,
  },
  {
    operation: 'payoutPaymentCreate',
    prepare: async (bank, number) => ({
      ...(await withPayouts(bank, number)),
      PaymentDate: `${addDays(bank.clock.today(), 5)} 10:10`,
      PaymentAmount: 12.34,
    }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'payoutPaymentList', { ContractSequence }), (it) => it['PaymentAmount'] === 12.34),
  },
  {
    operation: 'payoutPaymentEdit',
    prepare: async (bank, number) => ({
      ...(await withPayouts(bank, number)),
      PaymentSequence: 2,
      PaymentAmount: 43.21,
    }),
    stored: async (bank, { ContractSequence }) =>
      count(await listed(bank, 'payoutPaymentList', { ContractSequence }), (it) => it['PaymentAmount'] === 43.21),
  },
];

/** What is in its path or body, by which its request is found. */
export const markOf = ({ operation }: WriteCase, item: Fields): string => {
  const { request }: Operation = operations[operation];
  const { ContractSequence, ClientNumber } = item;
  if (ContractSequence === undefined)
    return request ? `"${String(ClientNumber)}"` : `ClientNumber=${String(ClientNumber)}&`;
  return request ? `"ContractSequence":${String(ContractSequence)},` : `ContractSequence=${String(ContractSequence)}`;
};
