import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { Input } from '../../contract/operations.ts';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { ActionButton } from './action-button.tsx';
import { countAndSum } from './instalment-totals.ts';
import { Summary } from './instalment-summary.tsx';
import { AddOmni } from './omni-add.tsx';
import { CancelAll } from './omni-cancel-all.tsx';
import { CancelOne } from './omni-cancel-one.tsx';
import { asInstalment, remainingOf, useOmni, type Omni } from './omni-instalments.ts';
import { OmniTable } from './omni-table.tsx';
import { EmptyState, ErrorState, Skeletons } from './states.tsx';
import { useToday } from './today.ts';

/** Which contract the sequence is; who is not told (another service, another permission) has the sequence alone. */
function Name({ sequence }: { sequence: number }) {
  const { href } = usePlace();
  const contract = useRead('contractList', { ContractSequence: sequence }).data?.records[0];
  return (
    <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
      <Link component={RouterLink} underline="always" to={href(links.contract(sequence))}>
        Contract {sequence}
      </Link>{' '}
      {contract && (
        <Typography component="span" color="textSecondary">
          {contract.ClientNumber} / {contract.ContractNumber}
        </Typography>
      )}
    </Typography>
  );
}

/** The omni instalments of one contract, and all that can be done with them. */
export function OmniContract({ sequence, status }: { sequence: number; status: string }) {
  const today = useToday();
  const all = useOmni(sequence);
  const some = useOmni(status ? sequence : undefined, status);
  const [cancelled, setCancelled] = useState<Omni>();
  const [added, setAdded] = useState<Partial<Input<'omniInstalmentCreate'>>>();
  const [isCancellingAll, setCancellingAll] = useState(false);
  const onMore = useCallback(
    (it: Omni) => setAdded({ ContractSequence: sequence, InstalmentAmount: it.InstalmentAmount ?? undefined }),
    [sequence],
  );
  const shown = status ? some : all;
  const remaining = remainingOf(all.list, today);
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Name sequence={sequence} />
        <ActionButton
          operation="omniInstalmentCreate"
          variant="outlined"
          onClick={() => setAdded({ ContractSequence: sequence })}
        >
          Add to this contract
        </ActionButton>
      </Stack>
      {all.list.length > 0 && <Summary list={all.list.map(asInstalment)} />}
      {shown.error && <ErrorState error={shown.error} retry={() => void shown.refetch()} />}
      {shown.isLoading && <Skeletons rows={8} />}
      {shown.isKnown && shown.list.length === 0 && (
        <EmptyState title={status ? 'No instalment has this status' : 'No instalments'}>
          {status
            ? 'Choose another status, or all.'
            : `Contract ${sequence} has none yet, or there is no such contract under this merchant and product.`}
        </EmptyState>
      )}
      {shown.list.length > 0 && (
        <OmniTable contract={sequence} list={shown.list} today={today} onCancel={setCancelled} onMore={onMore} />
      )}
      {remaining.length > 0 && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'flex-end' }}>
          <Typography variant="body2" color="textSecondary">
            Still to be collected: {countAndSum(remaining.map(asInstalment))}
          </Typography>
          <ActionButton
            operation="omniInstalmentCancel"
            variant="outlined"
            color="error"
            onClick={() => setCancellingAll(true)}
          >
            Cancel all remaining
          </ActionButton>
        </Stack>
      )}
      <AddOmni start={added} contract={sequence} onClose={() => setAdded(undefined)} />
      <CancelOne contract={sequence} it={cancelled} onClose={() => setCancelled(undefined)} />
      <CancelAll
        contract={sequence}
        remaining={remaining}
        open={isCancellingAll}
        onClose={() => setCancellingAll(false)}
      />
    </Stack>
  );
}
