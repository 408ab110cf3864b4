import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { identifyingReadings } from '#console/domain/list/search-terms.ts';
import { useListed } from '#console/domain/list/search.ts';
import { AcrossList } from '#console/domain/money-item/across/list.tsx';
import { AddItem } from '#console/domain/money-item/add.tsx';
import { ItemGrid } from '#console/domain/money-item/grid.tsx';
import { moneyItems } from '#console/domain/money-item/item.ts';
import { omniResource, standard } from '#console/domain/money-item/resource.ts';
import { countByStatus, StatusPills } from '#console/domain/money-item/status-pills.tsx';
import { contractIdOf, type ContractId } from '#console/model/contract-id.ts';
import type { Input } from '#contract/operations.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { usePeriod } from '#kit/dates/use-date-range.ts';
import { useFilters } from '#kit/form/field-filters.tsx';
import { SearchBox } from '#kit/form/search-box.tsx';
import { ActionButton } from '#kit/list/action-button.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { FilterBar } from '#kit/list/filter-bar.tsx';
import { PillToggle } from '#kit/list/pill.tsx';
import { splitNumber } from '#kit/list/use-search.ts';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { dateOf } from '#rules/calendar.ts';
import { OmniAcross, OmniContract } from './omni-contract.tsx';

/** All instalments of the contracts that a number may mean, editable in place. */
function OfContract({ text, given }: { text: string; given: Partial<Input<'instalmentList'>> }) {
  const { href } = useTenant();
  const [status, setStatus] = useSearchParam('status');
  const found = useListed('instalmentList', text, given);
  const items = moneyItems('instalment', found.records);
  const rows = status ? items.filter((it) => it.status === status) : items;
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
      <StatusPills fieldName="InstalmentStatus" statuses={countByStatus(items)} value={status} onChange={setStatus} />
      <ItemGrid
        key={`${text} ${given.InstalmentSequence ?? ''}`}
        isOfMany
        items={rows}
        isLoading={found.isLoading}
        error={found.error}
        retry={found.retry}
        dayHref={(item) => {
          const id = contractIdOf(item);
          return id && href(withQuery(links.contract(id), { day: dateOf(item.due) }));
        }}
        empty={empty}
      />
    </>
  );
}

const numbers = ['InstalmentSequence'];

/** Names have no digits, numbers usually do. */
const isNumberLike = (text: string) => /[\d/]/.test(text);

const dateKinds = [
  { code: 'action', label: 'Action date' },
  { code: 'collection', label: 'Collection date' },
];

/** Instalments of all contracts by date and status; a number shows all of its contract's, by either of their dates. */
export function Instalments() {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const [text, setText] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const [on, setOn] = useSearchParam('on');
  const [date, setDate] = useSearchParam('date');
  const [isAdding, setAdding] = useState(false);
  const { given: inAddress } = useFilters(numbers);
  const { sought, number } = splitNumber(text);
  const given = number === undefined ? inAddress : { InstalmentSequence: number };
  const { range } = usePeriod('around');
  const isNonBanking = on === 'non-banking';
  const isNumbered = given.InstalmentSequence !== undefined;
  const isByCollection = date === 'collection';
  const resource = isByCollection ? omniResource : standard;
  // The interface finds instalments by collection date by the contract's own number only.
  const sequence = isByCollection
    ? identifyingReadings(sought).find((it) => it.ContractSequence !== undefined)?.ContractSequence
    : undefined;
  const isOfContract = isNumbered || (isByCollection ? sequence !== undefined : isNumberLike(sought));
  const hrefOf = (contract: ContractId) =>
    href(
      isByCollection && 'ContractSequence' in contract && Number.isSafeInteger(contract.ContractSequence)
        ? links.byCollectionDate(contract.ContractSequence)
        : links.contract(contract),
    );
  return (
    <Page
      title="Instalments"
      actions={
        sequence === undefined && (
          <ActionButton operation={resource.create} variant="outlined" onClick={() => setAdding(true)}>
            Add instalment
          </ActionButton>
        )
      }
    >
      <FilterBar
        hasStatuses
        search={<SearchBox label="Find instalments" hint="Name, contract or number" value={text} onSearch={setText} />}
        filters={
          <>
            {!isOfContract && <PeriodPill direction="around" saysProblem />}
            <ChoiceFilter
              label="Date"
              isAlways
              value={isByCollection ? 'collection' : 'action'}
              options={dateKinds}
              onChange={(kind) => setDate(kind === 'collection' ? kind : '')}
            />
            {!isOfContract && (
              <PillToggle isOn={isNonBanking} onClick={() => setOn(isNonBanking ? '' : 'non-banking')}>
                On a weekend or public holiday
              </PillToggle>
            )}
          </>
        }
      >
        {isOfContract && !isByCollection && <OfContract text={sought} given={given} />}
        {isOfContract && sequence !== undefined && <OmniContract key={sequence} sequence={sequence} given={given} />}
        {isOfContract && isByCollection && sequence === undefined && <OmniAcross given={given} />}
        {!isOfContract && (
          <AcrossList
            label="Instalments"
            resource={resource}
            range={range.problem ? null : range}
            narrowed={{ text, status, isNonBanking }}
            onStatus={setStatus}
            hrefOf={
              isByCollection
                ? ({ ContractSequence: contract }) =>
                    // Only a safe integer can be typed as a number; other rows link to the contract.
                    Number.isSafeInteger(contract) ? links.byCollectionDate(contract as number) : undefined
                : undefined
            }
            selectsAll={query.get('select') === 'all'}
            suggested={
              isNonBanking
                ? { label: 'Move to the next banking day…', change: { kind: 'bankingDay', to: 'next' } }
                : undefined
            }
            empty={
              <EmptyState drawing="instalments" title="No instalments in these days">
                {text || status || isNonBanking
                  ? 'No match. Clear the search or change the period.'
                  : 'Nothing is scheduled, under way or collected in them. Choose other days.'}
              </EmptyState>
            }
          />
        )}
      </FilterBar>
      <AddItem resource={resource} hrefOf={hrefOf} open={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** The address that the list by collection date had. */
export function ByCollectionDate() {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const { contract, due, ...kept } = Object.fromEntries(query);
  return (
    <Navigate
      replace
      to={href(links.instalments({ status: due, ...kept, date: 'collection', q: contract ?? kept['q'] }))}
    />
  );
}
