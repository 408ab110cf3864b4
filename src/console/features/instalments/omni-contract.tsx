import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { unknownAmong } from '#answers/statuses.ts';
import { useRead } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useContractNames } from '#console/domain/contract/names.ts';
import { links } from '#console/domain/links.ts';
import { AddItem } from '#console/domain/money-item/add.tsx';
import { inFlightText } from '#console/domain/money-item/at-bank.ts';
import { ItemGrid } from '#console/domain/money-item/grid.tsx';
import { countAndSum, moneyItem } from '#console/domain/money-item/item.ts';
import { omniResource } from '#console/domain/money-item/resource.ts';
import { countByStatus, StatusPills } from '#console/domain/money-item/status-pills.tsx';
import { unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { CancelAll } from './omni-cancel-all.tsx';
import { remainingOf, useOmni } from './omni-instalments.ts';

/** The contract's name, or its sequence if it can't be read. */
function Name({ sequence }: { sequence: number }) {
  const { href } = useTenant();
  const nameOf = useContractNames();
  const contract = useRead('contractList', { ContractSequence: sequence }).data?.records[0];
  return (
    <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
      <Link component={RouterLink} to={href(links.contract(sequence))}>
        {contract ? nameOf(contract) : `Contract ${sequence}`}
      </Link>{' '}
      {contract && (
        <Typography component="span" color="textSecondary">
          Contract {sequence}
        </Typography>
      )}
    </Typography>
  );
}

type Given = Pick<Input<'omniInstalmentList'>, 'InstalmentSequence'>;

const fieldName = omniResource.status;

export function OmniContract({ sequence, given }: { sequence: number; given: Given }) {
  const today = useToday();
  const [status, setStatus] = useSearchParam('status');
  const filter = { ...given, ...(status && { Status: status }) };
  const isFiltered = Object.keys(filter).length > 0;
  const all = useOmni({ ContractSequence: sequence });
  const some = useOmni(isFiltered ? { ContractSequence: sequence, ...filter } : null);
  const [isAdding, setAdding] = useState(false);
  const [isCancellingAll, setCancellingAll] = useState(false);
  const shown = isFiltered ? some : all;
  // These records have no result; the same instalments under the other resource do.
  const hasFailed = shown.list.some((it) => it.stage === 'unpaid');
  const standard = useRead('instalmentList', hasFailed ? { ContractSequence: sequence } : null).data?.records;
  const instalments = useMemo(() => {
    const results = new Map(standard?.map((it) => [it.InstalmentSequence, it.InstalmentResult]));
    return shown.list.map((it) =>
      moneyItem('omni', { ContractSequence: sequence, InstalmentResult: results.get(it.InstalmentSequence), ...it }),
    );
  }, [shown.list, standard, sequence]);
  const remaining = remainingOf(all.list, today);
  const unknown = unknownAmong(remaining.map((it) => it.status));
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Name sequence={sequence} />
        <ActionButton operation="omniInstalmentCreate" variant="outlined" onClick={() => setAdding(true)}>
          Add to this contract
        </ActionButton>
      </Stack>
      <div>
        <StatusPills fieldName={fieldName} statuses={countByStatus(all.list)} value={status} onChange={setStatus} />
        <ItemGrid
          resource={omniResource}
          items={instalments}
          isLoading={shown.isLoading}
          error={shown.error}
          retry={() => void shown.refetch()}
          empty={
            <EmptyState title={isFiltered ? 'No instalment matches' : 'No instalments'}>
              {isFiltered
                ? 'Choose another status or number, or clear the filters.'
                : `Contract ${sequence} has none yet, or there is no such contract under this merchant and product.`}
            </EmptyState>
          }
        />
      </div>
      {remaining.length > 0 && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'flex-end' }}>
          <Muted>
            Still to be collected: {countAndSum(remaining)}
            {unknown.length > 0 && `. ${unknownText(unknown)}`}
          </Muted>
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
      <AddItem
        resource={omniResource}
        contract={{ ContractSequence: sequence }}
        open={isAdding}
        onClose={() => setAdding(false)}
      />
      <CancelAll
        contract={sequence}
        remaining={remaining}
        inFlight={inFlightText(all.list, today)}
        open={isCancellingAll}
        onClose={() => setCancellingAll(false)}
      />
    </Stack>
  );
}

/** Instalments of a number, of all contracts. */
export function OmniAcross({ given }: { given: Given }) {
  const [status, setStatus] = useSearchParam('status');
  const all = useOmni(given);
  const some = useOmni(status ? { ...given, Status: status } : null);
  const shown = status ? some : all;
  return (
    <div>
      <StatusPills fieldName={fieldName} statuses={countByStatus(all.list)} value={status} onChange={setStatus} />
      <ItemGrid
        resource={omniResource}
        isOfMany
        items={shown.list}
        isLoading={shown.isLoading}
        error={shown.error}
        retry={() => void shown.refetch()}
        empty={
          <EmptyState title="No instalment matches">Choose another status or number, or find a contract.</EmptyState>
        }
      />
    </div>
  );
}
