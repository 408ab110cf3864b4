import type { WriteName } from '#contract/operations.ts';
import { loggedStatus, payoutStatusOf } from '../change-log.ts';
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
  type ReadBack,
} from './read-back.ts';
import { firstRecord, type Fields } from './reader.ts';

const byClientNumber = ({ ClientNumber }: Fields) => ({ ClientNumber });

/** How each write is read back after a lost answer. */
export const writeReadBacks: Readonly<Record<WriteName, ReadBack>> = {
  clientCreate: numbered('clientList', byClientNumber),
  clientEdit: edited((reader, item) => firstRecord(reader, 'clientList', byClientNumber(item))),
  mandateCreate: numbered('mandateList'),
  mandateEdit: termsEdited,
  mandateCancel: mandateCancelled(),
  contractCreate: numbered('contractList'),
  contractEdit: termsEdited,
  contractCancel: contractCancelled(loggedStatus),
  mandateInitiateEdit: termsEdited,
  mandateInitiateCancel: mandateCancelled({ verdict: 'there' }),
  instalmentCreate: added('instalmentList', 'InstalmentSequence', 'InstalmentActionDate', 'InstalmentAmount'),
  instalmentEdit: sequenceEdited('instalmentList', 'InstalmentSequence'),
  instalmentCancel: sequenceCancelled('instalmentList', 'InstalmentSequence'),
  omniInstalmentCreate: added('omniInstalmentList', 'InstalmentSequence', 'CollectionDate', 'InstalmentAmount'),
  omniInstalmentEdit: sequenceEdited('omniInstalmentList', 'InstalmentSequence'),
  omniInstalmentCancel: omniCancelled,
  payoutContractCreate: numbered('payoutContractList'),
  payoutContractCancel: contractCancelled(payoutStatusOf),
  payoutPaymentCreate: added('payoutPaymentList', 'PaymentSequence', 'PaymentDate', 'PaymentAmount'),
  payoutPaymentEdit: sequenceEdited('payoutPaymentList', 'PaymentSequence'),
};
