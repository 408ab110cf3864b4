import { useState } from 'react';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { identifyingReadings } from '#console/domain/list/search-terms.ts';
import { AcrossList } from '#console/domain/money-item/across/list.tsx';
import { AddItem } from '#console/domain/money-item/add.tsx';
import { omniResource } from '#console/domain/money-item/resource.ts';
import type { Named } from '#console/model/contract-id.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { usePeriod } from '#kit/dates/use-date-range.ts';
import { useFilters } from '#kit/form/field-filters.tsx';
import { SearchBox } from '#kit/form/search-box.tsx';
import { ActionButton } from '#kit/list/action-button.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { FilterBar } from '#kit/list/filter-bar.tsx';
import { splitNumber } from '#kit/list/use-search.ts';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { DateKind } from './date-kind.tsx';
import { OmniAcross, OmniContract } from './omni-contract.tsx';

const numbers = ['InstalmentSequence'];

/** Instalments by collection date, of all contracts. */
export function OmniPage() {
  const { href } = useTenant();
  const { codes } = useConfig();
  const [text, setText] = useSearchParam('contract');
  const [status, setStatus] = useSearchParam('status');
  const { given: inAddress } = useFilters(numbers);
  const { sought, number } = splitNumber(text);
  const given = number === undefined ? inAddress : { InstalmentSequence: number };
  const filter = { ...given, ...(status && { Status: status }) };
  const isFiltered = Object.keys(filter).length > 0;
  const [due, setDue] = useSearchParam('due');
  const { range } = usePeriod('ahead');
  // Only a safe integer can be typed as a sequence; other rows link to the contract.
  const toContract = ({ ContractSequence: contract }: Named) =>
    Number.isSafeInteger(contract) ? links.omni({ contract: contract as number }) : undefined;
  const [isAdding, setAdding] = useState(false);
  const sequence = identifyingReadings(sought).find((it) => it.ContractSequence !== undefined)?.ContractSequence;
  const isDue = sequence === undefined && !isFiltered;
  return (
    <Page
      title="Instalments"
      tab="By collection date"
      actions={
        sequence === undefined && (
          <ActionButton operation="omniInstalmentCreate" variant="contained" onClick={() => setAdding(true)}>
            Add instalment
          </ActionButton>
        )
      }
    >
      <FilterBar
        hasStatuses={isDue}
        search={<SearchBox label="Find by contract" hint="Name or contract" value={text} onSearch={setText} />}
        filters={
          <>
            {isDue && <PeriodPill direction="ahead" saysProblem />}
            <DateKind value="collection" />
            <ChoiceFilter
              label="Status"
              value={status}
              options={codes.Status ?? codes.InstalmentStatus ?? []}
              onChange={setStatus}
            />
          </>
        }
      >
        {sequence !== undefined && <OmniContract key={sequence} sequence={sequence} filter={filter} />}
        {sequence === undefined && isFiltered && <OmniAcross key={JSON.stringify(filter)} filter={filter} />}
        {isDue && (
          <AcrossList
            label="Instalments due"
            resource={omniResource}
            range={range.problem ? null : range}
            narrowed={{ text, status: due, isNonBanking: false }}
            onStatus={setDue}
            hrefOf={toContract}
            empty={
              <EmptyState title={text ? `Nothing due for “${text}”` : 'Nothing due in these days'}>
                {text
                  ? 'Choose other days, or enter the contract ID (a whole number such as 100002) to see all of a contract.'
                  : 'Choose other days, or find a contract by its ID.'}
              </EmptyState>
            }
          />
        )}
      </FilterBar>
      <AddItem
        resource={omniResource}
        hrefOf={(contract) => href(('ContractSequence' in contract && toContract(contract)) || links.omni())}
        open={isAdding}
        onClose={() => setAdding(false)}
      />
    </Page>
  );
}
