import { useWatch } from 'react-hook-form';
import { stageOf } from '#answers/statuses.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { show } from '#console/kit/ui/format.tsx';
import { Muted } from '#console/kit/ui/muted.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { contractIdOf, nameOfId } from '#console/model/contract-id.ts';
import { dateOf } from '#rules/calendar.ts';
import { amountOf, countAndSum, dueOf, numberOf, statusOf, type MoneyItem } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

/** What the form's contract has so far, or on the same day: two on one day move money twice. */
export function SameDayNotice({ resource }: { resource: MoneyItemResource }) {
  const [ContractSequence, ClientNumber, ContractNumber, at] = useWatch({
    name: ['ContractSequence', 'ClientNumber', 'ContractNumber', resource.date],
  }) as [unknown, unknown, unknown, string | null | undefined];
  const phraseOf = useContractPhrases(resource.contracts);
  const contract = contractIdOf({ ContractSequence, ClientNumber, ContractNumber });
  const { data } = useReadOfRecord(resource.list, contract ?? null);
  if (contract === undefined || !data) return null;
  const list: readonly MoneyItem[] = data.records;
  const same = list.filter((it) => at && dateOf(dueOf(it)) === dateOf(at) && stageOf(statusOf(it)) !== 'cancelled');
  if (same.length > 0)
    return (
      <Notice tone="warning">
        That day has {same.length === 1 ? 'one' : same.length} already:{' '}
        {same.map((it) => `No. ${numberOf(it)}, ${show(resource.amount, amountOf(it))}`).join('; ')}.
        {resource.sameDayCaveat}
      </Notice>
    );
  return (
    <Muted>
      {list.length === 0
        ? `There is no contract ${nameOfId(contract)}, or it has no ${resource.noun}s.`
        : `${phraseOf(contract)} has ${countAndSum(list)}.`}
    </Muted>
  );
}
