import { useLabels } from '#console/api/lookups.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { ContractStatus } from '#console/domain/contract/status.tsx';
import { formatField } from '#kit/ui/format.tsx';

const fieldNames = ['FrequencyCode', 'CollectionDay'] as const;

/** A sentence about the terms, for payers who ask why they were debited. */
export function TermsSentence(props: { record: ContractRecord; isMandate: boolean; status: string | undefined }) {
  const { record, isMandate, status } = props;
  const labelOf = useLabels(fieldNames);
  const { ClientNumber, ContractNumber, FrequencyCode, CollectionDay, InstalmentStartDate } = record;
  const terms = fieldNames.map((fieldName) =>
    record[fieldName] == null ? '' : (labelOf(fieldName, record[fieldName], record) ?? record[fieldName]),
  );
  return (
    <>
      {isMandate ? 'Mandate' : 'Contract'} {ClientNumber} / {ContractNumber}
      {status && (
        <>
          , <ContractStatus status={status} cancelDate={record.CancelDate} />
        </>
      )}
      {(FrequencyCode ?? CollectionDay) != null && <>: {terms.filter(Boolean).join(', ')}</>}
      {InstalmentStartDate && <>, from {formatField('InstalmentStartDate', InstalmentStartDate)}</>}.
    </>
  );
}
