import { codeLabel } from '../../api/code-labels.ts';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router-dom';
import { dateOf } from '../../../rules/calendar.ts';
import { contractIdOf } from '../../api/contract-id.ts';
import { SectionTabs } from '../../domain/section-tabs.tsx';
import { links, withQuery } from '../../domain/links.ts';
import { ChoiceFilter } from '../../kit/list/choice-filter.tsx';
import { FindBox } from '../../kit/list/find-box.tsx';
import { useListed } from '../../kit/list/search.ts';
import { InstalmentGrid } from '../../domain/instalment/grid.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useFilters, FieldFilters } from '../../kit/form/field-filters.tsx';
import { useTenant } from '../../api/tenant.ts';

const numbers = ['InstalmentSequence'];

/** Instalments of what is found, to work on where they stand; a status narrows what came. */
export function Instalments() {
  const { href } = useTenant();
  const [text, setText] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const { given, problems } = useFilters(numbers);
  // Without a contract, a number finds the instalments that have it in any contract.
  const isAsked = text !== '' || given.InstalmentSequence !== undefined;
  const found = useListed('instalmentList', text, isAsked ? given : null);
  const statuses = [...new Set([...found.records.map((it) => it.InstalmentStatus ?? ''), status])].filter(Boolean);
  const rows = status ? found.records.filter((it) => it.InstalmentStatus === status) : found.records;
  return (
    <Page title="Instalments" tabs={<SectionTabs of="instalments" />}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start', mb: 2 }}>
        <FindBox
          label="Find instalments"
          hint="Client number / contract number, either of them, or the contract ID"
          value={text}
          onFind={setText}
        />
        <ChoiceFilter
          label="Status"
          value={status}
          options={statuses.map((code) => ({ code, label: codeLabel('InstalmentStatus', code) ?? code }))}
          onChange={setStatus}
        />
        <FieldFilters fieldNames={numbers} problems={problems} />
      </Stack>
      {isAsked && !found.isUnlisted ? (
        <InstalmentGrid
          key={`${text} ${given.InstalmentSequence ?? ''}`}
          isOfMany
          instalments={rows}
          isLoading={found.isLoading}
          error={found.error}
          retry={found.retry}
          dayHref={(it) => {
            const id = contractIdOf(it);
            return id && href(withQuery(links.contract(id), { day: dateOf(it.InstalmentActionDate ?? '') }));
          }}
          empty={
            <EmptyState title="No instalment matches">
              {text ? `Nothing was found for “${text}”` : `No contract has an instalment ${given.InstalmentSequence}`}
              {status && ' with this status'}.
            </EmptyState>
          }
        />
      ) : (
        <EmptyState title="Find instalments by their contract">
          Give a client number, a contract number or a contract ID. What is collected on a day is in the{' '}
          <Link component={RouterLink} underline="always" to={href(links.calendar())}>
            calendar
          </Link>
          .
        </EmptyState>
      )}
    </Page>
  );
}
