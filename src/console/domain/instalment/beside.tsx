import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { dateOf } from '../../../rules/calendar.ts';
import { useRead } from '../../api/client.ts';
import { contractIdOf, nameOfId } from '../../api/contract-id.ts';
import { useContractPhrases } from '../contract/names.ts';
import { show } from '../../kit/ui/format.tsx';
import type { InstalmentResource } from './resource.ts';
import { countAndSum, dueOf, statusOf, type Instalment } from './totals.ts';
import { stageOf } from '../statuses.ts';

const none: Instalment[] = [];

/** What the contract has so far, and whether there is one on that day already: two on one day are collected twice. */
export function NearbyDebits({ resource }: { resource: InstalmentResource }) {
  const [ContractSequence, ClientNumber, ContractNumber, at] = useWatch({
    name: ['ContractSequence', 'ClientNumber', 'ContractNumber', resource.date],
  }) as [unknown, unknown, unknown, string | null | undefined];
  const phraseOf = useContractPhrases();
  const given = contractIdOf({ ContractSequence, ClientNumber, ContractNumber });
  const { data, error } = useRead(resource.list, given ?? null);
  // A retrieve that finds nothing may answer 404 (interface, Errors): here that is an empty list.
  const isNone = error?.kind === 'notFound';
  const list: readonly Instalment[] = isNone ? none : (data?.records ?? none);
  if (given === undefined || (!data && !isNone)) return null;
  const same = list.filter((it) => at && dateOf(dueOf(it)) === dateOf(at) && stageOf(statusOf(it)) !== 'cancelled');
  if (same.length > 0)
    return (
      <Alert severity="warning">
        That day has {same.length === 1 ? 'one' : same.length} already:{' '}
        {same.map((it) => `No. ${it.InstalmentSequence}, ${show('InstalmentAmount', it.InstalmentAmount)}`).join('; ')}.
      </Alert>
    );
  return (
    <Typography variant="body2" color="textSecondary">
      {list.length === 0
        ? `There is no contract ${nameOfId(given)}, or it has no instalments.`
        : `${phraseOf(given)} has ${countAndSum(list)}.`}
    </Typography>
  );
}
