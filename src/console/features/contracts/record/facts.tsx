import { useMemo } from 'react';
import { useLabels } from '#console/api/lookups.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { rhythmText } from '#console/domain/contract/rhythm.ts';
import { nextFact, paidFact, unpaidFact, urgentFirst } from '#console/domain/money-item/key-facts.tsx';
import { progressOf, type Progress } from '#console/domain/money-item/progress.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { KeyFact } from '#kit/record/header.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { useInstalments } from './instalments.tsx';

const rhythmFields = ['FrequencyCode', 'CollectionDay'] as const;

/** @returns `progress` is undefined while loading and null after an error */
export function useContractFacts(
  contract: ContractId,
  record: ContractRecord,
): { facts: KeyFact[]; progress: Progress | null | undefined } {
  const labelOf = useLabels(rhythmFields);
  const today = useToday();
  const { list, isLoading, error } = useInstalments(contract);
  const read = useMemo(() => progressOf(list, today), [list, today]);
  const progress = isLoading ? undefined : error ? null : read;
  const of = { progress, noun: 'instalment' } as const;
  const [frequency, day] = rhythmFields.map((fieldName) => {
    const { [fieldName]: value } = record;
    return value == null ? undefined : (labelOf(fieldName, value, record) ?? String(value));
  });
  const amount = record.InstalmentAmount;
  const facts = urgentFirst([
    nextFact({ ...of, label: 'Next debit', today }),
    {
      label: 'Amount',
      value: amount == null ? '—' : <MoneyText amount={amount} isLarge />,
      note: rhythmText(frequency, day) || undefined,
    },
    paidFact({ ...of, isOpenEnded: record.NumberOfInstalments == null }),
    unpaidFact({ ...of, hrefOf: (it) => `?instalment=${it.number}` }),
  ]);
  return { facts, progress };
}
