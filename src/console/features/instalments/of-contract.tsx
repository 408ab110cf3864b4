import Box from '@mui/material/Box';
import { codeLabel } from '#console/api/code-labels.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { useListed } from '#console/domain/list/search.ts';
import { ItemGrid } from '#console/domain/money-item/grid.tsx';
import { useSearchParam } from '#console/kit/address/address.ts';
import { ChoiceFilter } from '#console/kit/list/choice-filter.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import type { Input } from '#contract/operations.ts';
import { dateOf } from '#rules/calendar.ts';

/** All instalments of the contracts that a number may mean, editable in place. */
export function OfContract({ text, given }: { text: string; given: Partial<Input<'instalmentList'>> }) {
  const { href } = useTenant();
  const [status, setStatus] = useSearchParam('status');
  const found = useListed('instalmentList', text, given);
  const statuses = [...new Set([...found.records.map((it) => it.InstalmentStatus ?? ''), status])].filter(Boolean);
  const rows = status ? found.records.filter((it) => it.InstalmentStatus === status) : found.records;
  const empty = (
    <EmptyState title="No instalments found">
      {text ? `Nothing was found for “${text}”` : `No contract has an instalment ${given.InstalmentSequence}`}
      {status && ' with this status'}.
    </EmptyState>
  );
  if (found.isUnlisted)
    return (
      <EmptyState title="Find instalments by their contract">
        Instalments cannot be found by their number alone here. Enter a client number and a contract number.
      </EmptyState>
    );
  return (
    <>
      <Box sx={{ width: { sm: 220 } }}>
        <ChoiceFilter
          label="Status"
          value={status}
          options={statuses.map((code) => ({ code, label: codeLabel('InstalmentStatus', code) ?? code }))}
          onChange={setStatus}
        />
      </Box>
      <ItemGrid
        key={`${text} ${given.InstalmentSequence ?? ''}`}
        isOfMany
        items={rows}
        isLoading={found.isLoading}
        error={found.error}
        retry={found.retry}
        dayHref={(it) => {
          const id = contractIdOf(it);
          return id && href(withQuery(links.contract(id), { day: dateOf(it.InstalmentActionDate ?? '') }));
        }}
        empty={empty}
      />
    </>
  );
}
