import { useMemo } from 'react';
import type { ContractId } from '../../../api/contract-id.ts';
import { useLabels } from '../../../api/lookups.ts';
import type { ContractRecord } from '../../../domain/contract/record.ts';
import { rhythmText } from '../../../domain/contract/rhythm.ts';
import { itemOf } from '../../../domain/instalment/totals.ts';
import { nextFact, paidFact, unpaidFact } from '../../../domain/scheduled-item/facts.tsx';
import { progressOf } from '../../../domain/scheduled-item/progress.ts';
import { show } from '../../../kit/ui/format.tsx';
import type { KeyFact } from '../../../kit/record/header.tsx';
import { useToday } from '../../../session/today.ts';
import { useInstalments } from './instalments.tsx';

const rhythmFields = ['FrequencyCode', 'CollectionDay'] as const;

/** What a contract is opened for: how much and when, what comes next, what is paid and what is not. */
export function useContractFacts(contract: ContractId, record: ContractRecord): KeyFact[] {
  const labelOf = useLabels(rhythmFields);
  const today = useToday();
  const { list, isLoading, error } = useInstalments(contract);
  const progress = useMemo(() => progressOf(list.map(itemOf), today), [list, today]);
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
