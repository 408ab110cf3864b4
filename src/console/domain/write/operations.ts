import type { WriteName } from '#console/api/client.ts';
import { links } from '#console/domain/links.ts';
import { latestStatus, mergeEvents } from '#console/domain/timeline/events.ts';
import { statusOf as payoutStatusOf } from '#console/domain/timeline/payout-events.ts';
import { show } from '#console/kit/ui/format.tsx';
import type { Fields } from '#console/session/unconfirmed-fields.ts';
import type { OperationName } from '#contract/operations.ts';
import {
  added,
  contractCancelled,
  edited,
  instalmentCancelled,
  mandateCancelled,
  numbered,
  omniCancelled,
  sequenceEdited,
  termsEdited,
  type Before,
  type ReadBack,
} from './read-back.ts';
import { first } from './refetch.ts';

/** Display names of clients and contracts, with their numbers: `Naledi Dlamini (C00002)`. */
export interface Names {
  client(it: Fields): string;
  /** `contract 100002` if the record has neither number of the client's. */
  contract(it: Fields): string;
}

/** Cached records that an edit changes. */
interface Stored {
  /** The field that tells the records of one contract apart. */
  sequence: string;
  /** Retrieves that return them; `within` is the field of a contract that lists them. */
  lists: readonly { list: string; within?: string }[];
}

/** All that the console knows of a write operation besides its form. */
interface WriteOperation {
  /** The item as a noun phrase: `payment of R 100,00 on 2026-11-28`. */
  text(item: Fields, names: Names, before?: Before[number]): string;
  /** A link to the record that was found, or its number. */
  link?(item: Fields, found: Fields): { label: string; to?: string } | undefined;
  /** How it is read back after a lost answer. */
  readBack: ReadBack;
  /** For an edit whose new values lists show before they are read again. */
  stored?: Stored;
  /** How its records are called in an import: the choice, one, several. Required if the operation takes a list. */
  sheet?: readonly [label: string, one: string, many: string];
}

const linkTo = (label: string, to: (sequence: number) => string) => (item: Fields, found: Fields) => {
  const sequence = Number(found.ContractSequence ?? item.ContractSequence);
  return Number.isSafeInteger(sequence) ? { label, to: to(sequence) } : undefined;
};
const toContract = linkTo('Open contract', links.contract);
const toClient = ({ ClientNumber }: Fields) => ({ label: 'Open client', to: links.client(String(ClientNumber)) });
const toInstalment = (_item: Fields, { InstalmentSequence }: Fields) => ({
  label: `It is instalment ${String(InstalmentSequence)}.`,
});

const byClientNumber = ({ ClientNumber }: Fields) => ({ ClientNumber: String(ClientNumber) });
const changeOfContract: WriteOperation['text'] = (it, { contract }) => `change of ${contract(it)}`;
const instalmentOn = (date: string) => (it: Fields) =>
  `instalment of ${show('InstalmentAmount', it.InstalmentAmount)} on ${show(date, it[date])}`;
const changeOfInstalment = (it: Fields) => `change of instalment ${String(it.InstalmentSequence)}`;
const cancelOfInstalment = (it: Fields) => `cancellation of instalment ${String(it.InstalmentSequence)}`;

const inLists = (sequence: string, ...lists: Stored['lists']): Stored => ({ sequence, lists });

/** One row per write operation. Imports list them in this order. */
export const writeOperations: Readonly<Record<WriteName, WriteOperation>> = {
  clientCreate: {
    text: (it, { client }) => `client ${client(it)}`,
    link: toClient,
    readBack: numbered('clientList', byClientNumber),
    sheet: ['Clients', 'client', 'clients'],
  },
  clientEdit: {
    text: (it, { client }) => `change of client ${client(it)}`,
    link: toClient,
    readBack: edited((tenant, item) => first('clientList', tenant, byClientNumber(item))),
    sheet: ['Clients', 'client', 'clients'],
  },
  mandateCreate: {
    text: (it, { contract }) => `mandate of ${contract(it)}`,
    link: toContract,
    readBack: numbered('mandateList'),
    sheet: ['Mandates', 'mandate', 'mandates'],
  },
  mandateEdit: {
    text: changeOfContract,
    link: toContract,
    readBack: termsEdited,
    sheet: ['Mandates', 'mandate', 'mandates'],
  },
  mandateCancel: { text: () => 'cancellation of the mandate', readBack: mandateCancelled() },
  contractCreate: {
    text: (it, { contract }) => `contract ${contract(it)}`,
    link: toContract,
    readBack: numbered('contractList'),
    sheet: ['Contracts without mandate', 'contract', 'contracts'],
  },
  contractEdit: {
    text: changeOfContract,
    link: toContract,
    readBack: termsEdited,
    sheet: ['Contracts', 'contract', 'contracts'],
  },
  contractCancel: {
    text: () => 'cancellation of the contract',
    readBack: contractCancelled((contract) => latestStatus(mergeEvents({ contract }))),
  },
  mandateInitiateEdit: {
    text: changeOfContract,
    link: toContract,
    readBack: termsEdited,
    sheet: ['Mandates awaiting approval', 'mandate', 'mandates'],
  },
  mandateInitiateCancel: {
    text: (it, { contract }) => `deletion of the mandate of ${contract(it)}`,
    readBack: mandateCancelled({ verdict: 'there' }),
  },
  instalmentCreate: {
    text: instalmentOn('InstalmentActionDate'),
    link: toInstalment,
    readBack: added('instalmentList', 'InstalmentSequence', ['InstalmentActionDate'], 'InstalmentAmount'),
    sheet: ['Instalments', 'instalment', 'instalments'],
  },
  instalmentEdit: {
    text: changeOfInstalment,
    readBack: sequenceEdited('instalmentList', 'InstalmentSequence'),
    stored: inLists('InstalmentSequence', { list: 'instalmentList' }),
    sheet: ['Instalments', 'instalment', 'instalments'],
  },
  instalmentCancel: { text: cancelOfInstalment, readBack: instalmentCancelled('instalmentList') },
  omniInstalmentCreate: {
    text: instalmentOn('CollectionDate'),
    link: toInstalment,
    readBack: added('omniInstalmentList', 'InstalmentSequence', ['CollectionDate'], 'InstalmentAmount'),
    sheet: ['Instalments by collection date', 'instalment', 'instalments'],
  },
  omniInstalmentEdit: {
    text: changeOfInstalment,
    readBack: sequenceEdited('omniInstalmentList', 'InstalmentSequence'),
    stored: inLists('InstalmentSequence', { list: 'omniInstalmentList' }),
    sheet: ['Instalments by collection date', 'instalment', 'instalments'],
  },
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
    readBack: added('payoutPaymentList', 'PaymentSequence', ['PaymentDate'], 'PaymentAmount'),
    sheet: ['Payments', 'payment', 'payments'],
  },
  payoutPaymentEdit: {
    text: (it) => `change of payment ${String(it.PaymentSequence)}`,
    readBack: sequenceEdited('payoutPaymentList', 'PaymentSequence'),
    stored: inLists(
      'PaymentSequence',
      { list: 'payoutPaymentList' },
      { list: 'payoutContractList', within: 'ContractPayments' },
    ),
    sheet: ['Payments', 'payment', 'payments'],
  },
};

/** The row of an operation; none for one that changes nothing, and for messages. */
export const writeOperationOf = (name: OperationName): WriteOperation | undefined =>
  (writeOperations as Partial<Record<OperationName, WriteOperation>>)[name];
