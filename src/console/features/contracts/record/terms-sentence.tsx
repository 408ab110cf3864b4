import { useLabels } from '#console/api/lookups.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { rowRhythmText } from '#console/domain/contract/rhythm.ts';
import { ContractStatus } from '#console/domain/contract/status.tsx';
import { formatField } from '#kit/ui/format.tsx';

const fieldNames = ['FrequencyCode', 'CollectionDay'] as const;

/** `Mandate · Active · monthly on the 25th · since 2 Mar`, for payers who ask why they were debited. */
export function TermsSentence(props: { record: ContractRecord; isMandate: boolean; status: string | undefined }) {
  const { record, isMandate, status } = props;
  const labelOf = useLabels(fieldNames);
  const { FrequencyCode, CollectionDay, InstalmentStartDate, CancelDate } = record;
  const rhythm = rowRhythmText(
    labelOf('FrequencyCode', FrequencyCode),
    labelOf('CollectionDay', CollectionDay, { FrequencyCode }),
  );
  return (
    <>
      {isMandate ? 'Mandate' : 'Contract without mandate'}
      {status && (
        <>
          {' · '}
          <ContractStatus status={status} cancelDate={CancelDate} />
        </>
      )}
      {rhythm && ` · ${rhythm}`}
      {InstalmentStartDate && ` · since ${formatField('InstalmentStartDate', InstalmentStartDate)}`}
    </>
  );
}
