import type { ChangeName } from '#contract/operations.ts';
import { loggedStatus, payoutStatusOf } from '../change-log.ts';
import { contractCancelled, mandateCancelled, omniCancelled, sequenceCancelled } from './cancelled.ts';
import { addedReadBack, numberedReadBack } from './created.ts';
import { fieldsEdited, sequenceEdited, termsEdited } from './edited.ts';
import type { ReadBack } from './finding.ts';
import { firstRecord, type Fields } from './reader.ts';

/**
 * How far the documented retrieves tell whether a write was stored, if its records are read before, too:
 * - `whole`: always, as long as no other program makes the same change meanwhile
 * - `part`: not every field, status or number of it
 * - `little`: as a rule only by what the document does not promise: further fields, the change log
 * - `none`: no retrieve shows it
 */
type Extent = 'whole' | 'part' | 'little' | 'none';

/**
 * What the same write does when it is sent a second time by mistake:
 * - `harmless`: nothing more
 * - `refused`: nothing more, and it is refused, which is no evidence about the first
 * - `lost update`: it replaces what another person has changed since
 * - `double money`: a second debit or payment
 * - `double message`: the person gets it twice, unless the provider takes each messageId once
 */
type Twice = 'harmless' | 'refused' | 'lost update' | 'double money' | 'double message';

export interface WriteReadBack {
  /** Absent for messages. */
  readBack?: ReadBack;
  extent: Extent;
  twice: Twice;
}

const byClientNumber = ({ ClientNumber }: Fields) => ({ ClientNumber });

/**
 * The writes of the interface: how each is read back after a lost answer, how far that tells, and what a repeat would do. Only
 * what is `harmless` or `refused` twice may be sent again without a person, and only while no other write to its record goes.
 */
export const writeReadBacks: Readonly<Record<ChangeName, WriteReadBack>> = {
  /** A client of this number that was not there before. Whether a provider refuses a second one is not stated. */
  clientCreate: { readBack: numberedReadBack('clientList', byClientNumber), extent: 'whole', twice: 'refused' },
  /** The changed fields. Masked account and ID numbers are none. */
  clientEdit: {
    readBack: fieldsEdited((reader, item, signal) => firstRecord(reader, 'clientList', byClientNumber(item), signal)),
    extent: 'part',
    twice: 'lost update',
  },
  /** A mandate of these numbers that was not there before and has not ended. Its instalments are not compared. */
  mandateCreate: { readBack: numberedReadBack('mandateList'), extent: 'whole', twice: 'refused' },
  /** The changed fields. Maximum, adjustment, first collection and RMS are in no documented retrieve. */
  mandateEdit: { readBack: termsEdited, extent: 'part', twice: 'lost update' },
  /** Its status, which no documented retrieve has, or that it is no longer listed. */
  mandateCancel: { readBack: mandateCancelled(), extent: 'little', twice: 'refused' },
  /** A contract of these numbers that was not there before. */
  contractCreate: { readBack: numberedReadBack('contractList'), extent: 'whole', twice: 'refused' },
  /** As `mandateEdit`. */
  contractEdit: { readBack: termsEdited, extent: 'part', twice: 'lost update' },
  /** The change log, whose words for a status are the provider's own. */
  contractCancel: { readBack: contractCancelled(loggedStatus), extent: 'little', twice: 'refused' },
  /** As `mandateEdit`, where the provider lists requests among the mandates: they have no retrieve. */
  mandateInitiateEdit: { readBack: termsEdited, extent: 'little', twice: 'lost update' },
  /** That it was listed before and is gone; "never listed" looks the same. */
  mandateInitiateCancel: { readBack: mandateCancelled({ isRequest: true }), extent: 'little', twice: 'harmless' },
  /** A new number of its day and amount. One that another program or the schedule added looks the same. */
  instalmentCreate: {
    readBack: addedReadBack('instalmentList', 'InstalmentSequence', 'InstalmentActionDate', 'InstalmentAmount'),
    extent: 'whole',
    twice: 'double money',
  },
  /** The changed fields. */
  instalmentEdit: {
    readBack: sequenceEdited('instalmentList', 'InstalmentSequence'),
    extent: 'part',
    twice: 'lost update',
  },
  /** Its status, in the provider's own words, or that it is no longer listed. */
  instalmentCancel: {
    readBack: sequenceCancelled('instalmentList', 'InstalmentSequence'),
    extent: 'part',
    twice: 'harmless',
  },
  /** As `instalmentCreate`. */
  omniInstalmentCreate: {
    readBack: addedReadBack('omniInstalmentList', 'InstalmentSequence', 'CollectionDate', 'InstalmentAmount'),
    extent: 'whole',
    twice: 'double money',
  },
  /** The changed fields. */
  omniInstalmentEdit: {
    readBack: sequenceEdited('omniInstalmentList', 'InstalmentSequence'),
    extent: 'part',
    twice: 'lost update',
  },
  /** Statuses, as `instalmentCancel`. A repeated cancel of all also cancels what was added since. */
  omniInstalmentCancel: { readBack: omniCancelled, extent: 'part', twice: 'lost update' },
  /** A contract of these numbers that was not there before, with as many payments as were sent. */
  payoutContractCreate: { readBack: numberedReadBack('payoutContractList'), extent: 'whole', twice: 'refused' },
  /** The change log, as `contractCancel`. */
  payoutContractCancel: { readBack: contractCancelled(payoutStatusOf), extent: 'little', twice: 'refused' },
  /** As `instalmentCreate`; and a payment can't be deleted. */
  payoutPaymentCreate: {
    readBack: addedReadBack('payoutPaymentList', 'PaymentSequence', 'PaymentDate', 'PaymentAmount'),
    extent: 'whole',
    twice: 'double money',
  },
  /** The changed fields. */
  payoutPaymentEdit: {
    readBack: sequenceEdited('payoutPaymentList', 'PaymentSequence'),
    extent: 'part',
    twice: 'lost update',
  },
  /** A delivery report proves that it was taken; nothing proves that it was not. */
  templateSend: { extent: 'none', twice: 'double message' },
};
