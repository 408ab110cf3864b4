import type { WriteName } from '#console/api/client.ts';
import { links } from '#console/domain/links.ts';
import { latestStatus, mergeEvents } from '#console/domain/timeline/events.ts';
import { statusOf as payoutStatusOf } from '#console/domain/timeline/payout-events.ts';
import { show } from '#console/kit/ui/format.tsx';
import type { Fields } from '#console/session/unconfirmed-fields.ts';
import type { Unconfirmed } from '#console/session/unconfirmed.ts';
import type { OperationName } from '#contract/operations.ts';
import {
  added,
  contractCancelled,
  edited,
  mandateCancelled,
  numbered,
  omniCancelled,
  sequenceCancelled,
  sequenceEdited,
  termsEdited,
  type Before,
  type Finding,
  type ReadBack,
} from './read-back.ts';
import { first } from './refetch.ts';

/** Display names with numbers: `Naledi Dlamini (C00002)`. */
export interface Names {
  client(it: Fields): string;
  /** `contract 100002` if the record has neither the client's number nor the contract's. */
  contract(it: Fields): string;
}

interface Stored {
  /** The number within a contract, `InstalmentSequence` for instance. */
  sequence: string;
  /** `within` is the field of a contract that lists them. */
  lists: readonly { list: string; within?: string }[];
}

type InstalmentList = 'instalmentList' | 'omniInstalmentList';

interface WriteOperation {
  /** The item as a noun phrase: `payment of R 100,00 on 2026-11-28`. */
  text(item: Fields, names: Names, before?: Before[number]): string;
  /** A link to the record, or its number. */
  link?(item: Fields, found: Fields): { label: string; to?: string } | undefined;
  readBack: ReadBack;
  /** Cached lists that show the values of an edit before the refetch. */
  stored?: Stored;
  /** For imports. Required if the operation takes a list. */
  sheet?: readonly [label: string, one: string, many: string];
}

const linkTo = (label: string, to: (sequence: number) => string) => (item: Fields, found: Fields) => {
  const sequence = Number(found.ContractSequence ?? item.ContractSequence);
  return Number.isSafeInteger(sequence) ? { label, to: to(sequence) } : undefined;
};

const byClientNumber = ({ ClientNumber }: Fields) => ({ ClientNumber: String(ClientNumber) });
const client = {
  link: ({ ClientNumber }: Fields) => ({ label: 'Open client', to: links.client(String(ClientNumber)) }),
  sheet: ['Clients', 'client', 'clients'],
} as const;

const contractLink = linkTo('Open contract', links.contract);
const mandateSheet = ['Mandates', 'mandate', 'mandates'] as const;
const termsEdit = {
  text: (it: Fields, { contract }: Names) => `change of ${contract(it)}`,
  link: contractLink,
  readBack: termsEdited,
};

const instalmentCreate = (list: InstalmentList, date: string, label: string): WriteOperation => ({
  text: (it) => `instalment of ${show('InstalmentAmount', it.InstalmentAmount)} on ${show(date, it[date])}`,
  link: (_item, { InstalmentSequence }) => ({ label: `It is instalment ${String(InstalmentSequence)}.` }),
  readBack: added(list, 'InstalmentSequence', date, 'InstalmentAmount'),
  sheet: [label, 'instalment', 'instalments'],
});
const instalmentEdit = (list: InstalmentList, label: string): WriteOperation => ({
  text: (it) => `change of instalment ${String(it.InstalmentSequence)}`,
  readBack: sequenceEdited(list, 'InstalmentSequence'),
  stored: { sequence: 'InstalmentSequence', lists: [{ list }] },
  sheet: [label, 'instalment', 'instalments'],
});
const cancelOfInstalment = (it: Fields) => `cancellation of instalment ${String(it.InstalmentSequence)}`;
const byCollectionDate = 'Instalments by collection date';

const paymentSheet = ['Payments', 'payment', 'payments'] as const;

/** Imports list them in this order. */
export const writeOperations: Readonly<Record<WriteName, WriteOperation>> = {
  clientCreate: {
    ...client,
    text: (it, names) => `client ${names.client(it)}`,
    readBack: numbered('clientList', byClientNumber),
  },
  clientEdit: {
    ...client,
    text: (it, names) => `change of client ${names.client(it)}`,
    readBack: edited((tenant, item) => first('clientList', tenant, byClientNumber(item))),
  },
  mandateCreate: {
    text: (it, { contract }) => `mandate of ${contract(it)}`,
    link: contractLink,
    readBack: numbered('mandateList'),
    sheet: mandateSheet,
  },
  mandateEdit: { ...termsEdit, sheet: mandateSheet },
  mandateCancel: { text: () => 'cancellation of the mandate', readBack: mandateCancelled() },
  contractCreate: {
    text: (it, { contract }) => `contract ${contract(it)}`,
    link: contractLink,
    readBack: numbered('contractList'),
    sheet: ['Contracts without mandate', 'contract', 'contracts'],
  },
  contractEdit: { ...termsEdit, sheet: ['Contracts', 'contract', 'contracts'] },
  contractCancel: {
    text: () => 'cancellation of the contract',
    readBack: contractCancelled((contract) => latestStatus(mergeEvents({ contract }))),
  },
  mandateInitiateEdit: { ...termsEdit, sheet: ['Mandates awaiting approval', 'mandate', 'mandates'] },
  mandateInitiateCancel: {
    text: (it, { contract }) => `deletion of the mandate of ${contract(it)}`,
    readBack: mandateCancelled({ verdict: 'there' }),
  },
  instalmentCreate: instalmentCreate('instalmentList', 'InstalmentActionDate', 'Instalments'),
  instalmentEdit: instalmentEdit('instalmentList', 'Instalments'),
  instalmentCancel: { text: cancelOfInstalment, readBack: sequenceCancelled('instalmentList', 'InstalmentSequence') },
  omniInstalmentCreate: instalmentCreate('omniInstalmentList', 'CollectionDate', byCollectionDate),
  omniInstalmentEdit: instalmentEdit('omniInstalmentList', byCollectionDate),
  omniInstalmentCancel: {
    text: (it, { contract }, before) =>
      it.InstalmentSequence != null
        ? cancelOfInstalment(it)
        : before
          ? `cancellation of ${before.length} instalments, all that remained of ${contract(it)},`
          : `cancellation of all that remains of ${contract(it)}`,
    readBack: omniCancelled,
  },
  payoutContractCreate: {
    text: (it, { contract }) => `payout contract ${contract(it)}`,
    link: linkTo('Open payout contract', links.payoutContract),
    readBack: numbered('payoutContractList'),
    sheet: ['Payout contracts', 'payout contract', 'payout contracts'],
  },
  payoutContractCancel: {
    text: (it, { contract }) => `cancellation of payouts to ${contract(it)}`,
    readBack: contractCancelled(payoutStatusOf),
  },
  payoutPaymentCreate: {
    text: (it) => `payment of ${show('PaymentAmount', it.PaymentAmount)} on ${show('PaymentDate', it.PaymentDate)}`,
    link: (_item, { PaymentSequence }) => ({ label: `It is payment ${String(PaymentSequence)}.` }),
    readBack: added('payoutPaymentList', 'PaymentSequence', 'PaymentDate', 'PaymentAmount'),
    sheet: paymentSheet,
  },
  payoutPaymentEdit: {
    text: (it) => `change of payment ${String(it.PaymentSequence)}`,
    readBack: sequenceEdited('payoutPaymentList', 'PaymentSequence'),
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

/** `undefined` after an error or a time-out. */
export async function readBefore(record: Unconfirmed): Promise<Before | undefined> {
  try {
    return await writeOperationOf(record.operation)?.readBack.before?.(record, record.items);
  } catch {
    return undefined;
  }
}

/** Reads back the outcome of each item. @throws CallError */
export async function verify(record: Unconfirmed): Promise<Finding[]> {
  const readBack = writeOperationOf(record.operation)?.readBack;
  return readBack ? readBack.look(record, record) : record.items.map(() => ({ verdict: 'unclear' }));
}
