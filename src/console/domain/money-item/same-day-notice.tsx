import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { useReadOfRecord } from '#console/api/client.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { show } from '#console/kit/ui/format.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { contractIdOf, nameOfId } from '#console/model/contract-id.ts';
import { stageOf } from '#console/model/statuses.ts';
import { dateOf } from '#rules/calendar.ts';
import { countAndSum, dueOf, statusOf, type Instalment } from './item.ts';
import type { InstalmentResource } from './resource.ts';

/** What the contract has so far, and whether there is one on that day already: two on one day are collected twice. */
export function NearbyDebits({ resource }: { resource: InstalmentResource }) {
  const [ContractSequence, ClientNumber, ContractNumber, at] = useWatch({
    name: ['ContractSequence', 'ClientNumber', 'ContractNumber', resource.date],
  }) as [unknown, unknown, unknown, string | null | undefined];
  const phraseOf = useContractPhrases();
  const given = contractIdOf({ ContractSequence, ClientNumber, ContractNumber });
  const { data } = useReadOfRecord(resource.list, given ?? null);
  if (given === undefined || !data) return null;
  const list: readonly Instalment[] = data.records;
  const same = list.filter((it) => at && dateOf(dueOf(it)) === dateOf(at) && stageOf(statusOf(it)) !== 'cancelled');
  if (same.length > 0)
    return (
      <Notice tone="warning">
        That day has {same.length === 1 ? 'one' : same.length} already:{' '}
        {same.map((it) => `No. ${it.InstalmentSequence}, ${show('InstalmentAmount', it.InstalmentAmount)}`).join('; ')}.
      </Notice>
    );
  return (
    <Typography variant="body2" color="textSecondary">
      {list.length === 0
        ? `There is no contract ${nameOfId(given)}, or it has no instalments.`
        : `${phraseOf(given)} has ${countAndSum(list)}.`}
    </Typography>
  );
}
