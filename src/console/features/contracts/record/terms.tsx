import type { ContractRecord } from '../../../domain/contract/record.ts';
import { Facts } from '../../../kit/ui/facts.tsx';

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

/** All terms of a contract; when and why it ended, only where it has. */
export const AllTerms = ({ record, isMandate }: { record: ContractRecord; isMandate: boolean }) => (
  <Facts
    record={record}
    fieldNames={[
      ...(isMandate ? mandateFields : contractFields),
      ...endFields.filter((fieldName) => record[fieldName] != null),
    ]}
  />
);
