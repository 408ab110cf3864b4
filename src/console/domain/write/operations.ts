import type { Fields } from '#answers/read-back/reader.ts';
import { links } from '#console/domain/links.ts';
import type { OperationName, ReadName, WriteName } from '#contract/operations.ts';
import { formatField } from '#kit/ui/format.tsx';

/** Display names with numbers: `Naledi Dlamini (C00002)`. */
interface Names {
  client(it: Fields): string;
  /** `contract 100002` if the record has neither the client's number nor the contract's. */
  contract(it: Fields): string;
}

interface Stored {
  /** The number within a contract, `InstalmentSequence` for instance. */
  sequence: string;
  /** `within` is the field of a contract that lists them. */
  lists: readonly [{ list: ReadName; within?: string }, ...{ list: ReadName; within: string }[]];
}

interface WriteOperation {
  /** The item as a noun phrase: `payment of R 100,00 on 2026-11-28`. */
  text(item: Fields, names: Names): string;
  /** A link to the record, or its number. */
  link?(item: Fields, found: Fields): { label: string; to?: string } | undefined;
  /** Cached lists that show the values of an edit before the refetch. */
  stored?: Stored;
  /** For imports. Required if the operation takes a list. */
  sheet?: readonly [label: string, one: string, many: string];
}

const linkTo = (label: string, to: (sequence: number) => string) => (item: Fields, found: Fields) => {
  const sequence = Number(found.ContractSequence ?? item.ContractSequence);
  return Number.isSafeInteger(sequence) ? { label, to: to(sequence) } : undefined;
};

const client = {
  link: ({ ClientNumber }: Fields) => ({ label: 'Open client', to: links.client(String(ClientNumber)) }),
  sheet: ['Clients', 'client', 'clients'],
} as const;

const contractLink = linkTo('Open contract', links.contract);
const mandateSheet = ['Mandates', 'mandate', 'mandates'] as const;
const termsEdit = {
  text: (it: Fields, { contract }: Names) => `change of ${contract(it)}`,
  link: contractLink,
};

const instalmentCreate = (date: string, label: string): WriteOperation => ({
  text: (it) =>
    `instalment of ${formatField('InstalmentAmount', it.InstalmentAmount)} on ${formatField(date, it[date])}`,
  link: (_item, { InstalmentSequence }) => ({ label: `It is instalment ${String(InstalmentSequence)}.` }),
  sheet: [label, 'instalment', 'instalments'],
});
const instalmentEdit = (list: 'instalmentList' | 'omniInstalmentList', label: string): WriteOperation => ({
  text: (it) => `change of instalment ${String(it.InstalmentSequence)}`,
  stored: { sequence: 'InstalmentSequence', lists: [{ list }] },
  sheet: [label, 'instalment', 'instalments'],
});
const cancelOfInstalment = (record: Fields) => `cancellation of instalment ${String(record.InstalmentSequence)}`;
const byCollectionDate = 'Instalments by collection date';

const paymentSheet = ['Payments', 'payment', 'payments'] as const;

/** Imports list them in this order. */
export const writeOperations: Readonly<Record<WriteName, WriteOperation>> = {
  clientCreate: {
    ...client,
    text: (it, names) => `client ${names.client(it)}`,
  },
  clientEdit: {
    ...client,
    text: (it, names) => `change of client ${names.client(it)}`,
  },
  mandateCreate: {
    text: (it, { contract }) => `mandate of ${contract(it)}`,
    link: contractLink,
    sheet: mandateSheet,
  },
  mandateEdit: { ...termsEdit, sheet: mandateSheet },
  mandateCancel: { text: () => 'cancellation of the mandate' },
  contractCreate: {
    text: (it, { contract }) => `contract ${contract(it)}`,
    link: contractLink,
    sheet: ['Contracts without mandate', 'contract', 'contracts'],
  },
  contractEdit: { ...termsEdit, sheet: ['Contracts', 'contract', 'contracts'] },
  contractCancel: {
    text: () => 'cancellation of the contract',
  },
  mandateInitiateEdit: { ...termsEdit, sheet: ['Mandates awaiting approval', 'mandate', 'mandates'] },
  mandateInitiateCancel: {
    text: (it, { contract }) => `deletion of the mandate of ${contract(it)}`,
  },
  instalmentCreate: instalmentCreate('InstalmentActionDate', 'Instalments'),
  instalmentEdit: instalmentEdit('instalmentList', 'Instalments'),
  instalmentCancel: { text: cancelOfInstalment },
  omniInstalmentCreate: instalmentCreate('CollectionDate', byCollectionDate),
  omniInstalmentEdit: instalmentEdit('omniInstalmentList', byCollectionDate),
  omniInstalmentCancel: {
    text: (it, { contract }) =>
      it.InstalmentSequence != null ? cancelOfInstalment(it) : `cancellation of all that remains of ${contract(it)}`,
  },
  payoutContractCreate: {
    text: (it, { contract }) => `payout contract ${contract(it)}`,
    link: linkTo('Open payout contract', links.payoutContract),
    sheet: ['Payout contracts', 'payout contract', 'payout contracts'],
  },
  payoutContractCancel: {
    text: (it, { contract }) => `cancellation of payouts to ${contract(it)}`,
  },
  payoutPaymentCreate: {
    text: (it) =>
      `payment of ${formatField('PaymentAmount', it.PaymentAmount)} on ${formatField('PaymentDate', it.PaymentDate)}`,
    link: (_item, { PaymentSequence }) => ({ label: `It is payment ${String(PaymentSequence)}.` }),
    sheet: paymentSheet,
  },
  payoutPaymentEdit: {
    text: (it) => `change of payment ${String(it.PaymentSequence)}`,
    stored: {
      sequence: 'PaymentSequence',
      lists: [{ list: 'payoutPaymentList' }, { list: 'payoutContractList', within: 'ContractPayments' }],
    },
    sheet: paymentSheet,
  },
};

/** `undefined` for operations that change nothing, and for messages. */
export const writeOperationOf = (name: OperationName): WriteOperation | undefined =>
  (writeOperations as Partial<Record<OperationName, WriteOperation>>)[name];
