import { useMemo } from 'react';
import { useLabels } from '#console/api/lookups.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { rhythmText } from '#console/domain/contract/rhythm.ts';
import { nextFact, paidFact, unpaidFact } from '#console/domain/money-item/key-facts.tsx';
import { progressOf } from '#console/domain/money-item/progress.ts';
import type { KeyFact } from '#console/kit/record/header.tsx';
import { show } from '#console/kit/ui/format.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { useInstalments } from './instalments.tsx';

const rhythmFields = ['FrequencyCode', 'CollectionDay'] as const;

export function useContractFacts(contract: ContractId, record: ContractRecord): KeyFact[] {
  const labelOf = useLabels(rhythmFields);
  const today = useToday();
  const { list, isLoading, error } = useInstalments(contract);
  const progress = useMemo(() => progressOf(list, today), [list, today]);
  const of = { progress: isLoading ? undefined : error ? null : progress, noun: 'instalment' } as const;
  const [frequency, day] = rhythmFields.map((fieldName) => {
    const { [fieldName]: value } = record;
    return value == null ? undefined : (labelOf(fieldName, value, record) ?? String(value));
  });
  return [
    {
      label: 'Amount',
      value: show('InstalmentAmount', record.InstalmentAmount) || '—',
      note: rhythmText(frequency, day) || undefined,
    },
    nextFact({ ...of, label: 'Next debit' }),
    paidFact({ ...of, isOpenEnded: record.NumberOfInstalments == null }),
    unpaidFact(of),
  ];
}
