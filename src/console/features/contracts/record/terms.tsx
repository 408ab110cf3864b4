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
}

export const AllTerms = memo(function AllTerms({ record, isMandate }: Props) {
  const ended = endFields.filter((fieldName) => record[fieldName] != null);
  return <Facts record={record} fieldNames={[...(isMandate ? mandateFields : contractFields), ...ended]} />;
});
