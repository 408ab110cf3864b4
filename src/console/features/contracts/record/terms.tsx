import { memo } from 'react';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { Facts } from '#kit/ui/facts.tsx';

const contractFields = [
  'FrequencyCode',
  'CollectionDay',
  'InstalmentStartDate',
  'InstalmentAmount',
  'NumberOfInstalments',
  'FirstCollectionDate',
  'FirstCollectionAmount',
  'TrackingCode',
  'CTCPercentage',
] as const;
const mandateFields = [
  'MandateType',
  'TransactionType',
  'MandateActionDate',
  ...contractFields,
  'MaximumAmount',
  'AdjustmentCategory',
  'AdjustmentAmount',
  'AdjustmentRate',
  'DebitSequenceType',
  'TrackingYN',
  'RMS',
] as const;
const endFields = ['CancelReason', 'CancelDate'] as const;

interface Props {
  record: ContractRecord;
  isMandate: boolean;
  isLetter?: boolean;
}

export const AllTerms = memo(function AllTerms({ record, isMandate, isLetter }: Props) {
  const ended = endFields.filter((fieldName) => record[fieldName] != null);
  const fieldNames = [...(isMandate ? mandateFields : contractFields), ...ended];
  return <Facts record={record} fieldNames={fieldNames} isNarrow={isLetter} isLetter={isLetter} />;
});
