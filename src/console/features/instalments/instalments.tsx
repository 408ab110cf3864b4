import { useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { useListed } from '#console/domain/list/search.ts';
import { AcrossList } from '#console/domain/money-item/across/list.tsx';
import { ItemGrid } from '#console/domain/money-item/grid.tsx';
import { moneyItems } from '#console/domain/money-item/item.ts';
import { countByStatus, StatusPills } from '#console/domain/money-item/status-pills.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import type { Input } from '#contract/operations.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { usePeriod } from '#kit/dates/use-date-range.ts';
import { useFilters } from '#kit/form/field-filters.tsx';
import { SearchBox } from '#kit/form/search-box.tsx';
import { FilterBar } from '#kit/list/filter-bar.tsx';
import { PillToggle } from '#kit/list/pill.tsx';
import { splitNumber } from '#kit/list/use-search.ts';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { dateOf } from '#rules/calendar.ts';
import { DateKind } from './date-kind.tsx';

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

/** Instalments of all contracts by date and status; a number shows all of its contract's. */
export function Instalments() {
  const [query] = useSearchParams();
  const [text, setText] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const [on, setOn] = useSearchParam('on');
  const { given: inAddress } = useFilters(numbers);
  const { sought, number } = splitNumber(text);
  const given = number === undefined ? inAddress : { InstalmentSequence: number };
  const { range } = usePeriod('around');
  const isNonBanking = on === 'non-banking';
  const isOfContract = isNumberLike(sought) || given.InstalmentSequence !== undefined;
  return (
    <Page title="Instalments">
      <FilterBar
        hasStatuses
        search={<SearchBox label="Find instalments" hint="Name, contract or number" value={text} onSearch={setText} />}
        filters={
          <>
            {!isOfContract && <PeriodPill direction="around" saysProblem />}
            <DateKind value="action" />
            {!isOfContract && (
              <PillToggle isOn={isNonBanking} onClick={() => setOn(isNonBanking ? '' : 'non-banking')}>
                On a weekend or public holiday
              </PillToggle>
            )}
          </>
        }
      >
        {isOfContract ? (
          <OfContract text={sought} given={given} />
        ) : (
          <AcrossList
            label="Instalments"
            range={range.problem ? null : range}
            narrowed={{ text, status, isNonBanking }}
            onStatus={setStatus}
            selectsAll={query.get('select') === 'all'}
            suggested={
              isNonBanking
                ? { label: 'Move to the next banking day…', change: { kind: 'bankingDay', to: 'next' } }
                : undefined
            }
            empty={
              <EmptyState drawing="instalments" title="No instalments in these days">
                {text || status || isNonBanking
                  ? 'None matches what is chosen here. Clear the search or the filters, or choose other days.'
                  : 'Nothing is scheduled, under way or collected in them. Choose other days.'}
              </EmptyState>
            }
          />
        )}
      </FilterBar>
    </Page>
  );
}
