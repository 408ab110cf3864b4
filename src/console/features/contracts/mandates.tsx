import { isOver } from '#answers/statuses.ts';
import { useConfig } from '#console/api/config.ts';
import { ListPage } from '#console/domain/list/list-page.tsx';
import { NoMatch } from '#console/domain/list/no-match.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import { ContractChips } from './lists/chips.tsx';
import { FindByNumbers, searchHint, useMandateColumns } from './lists/columns.tsx';
import { NewMandate } from './lists/new-mandate.tsx';
import { useTold, type ToldMandate } from './lists/told.ts';
import { useMandates } from './lists/use-mandates.ts';

export function Mandates() {
  const { codes } = useConfig();
  const [status, setStatus] = useSearchParam('status');
  const { search, count, rows, isUnlisted, status: state } = useMandates({ status });
  const { told, isLoading } = useTold(rows, count);
  return (
    <ListPage<ToldMandate>
      title="Contracts"
      tab="Mandates"
      tabs={<ContractChips current="" />}
      main={<NewMandate />}
      label="Mandates"
      noun={['mandate', 'mandates']}
      find={{ label: 'Find a mandate', hint: searchHint }}
      filters={
        <ChoiceFilter label="Status" value={status} options={codes.MandateStatusCode ?? []} onChange={setStatus} />
      }
      filteredBy={status ? [['Status', statusLabel('MandateStatusCode', status)]] : []}
      note={
        isUnlisted &&
        'We can’t list all mandates. These are from this session; search for others by client and contract number.'
      }
      search={search}
      rows={told}
      columns={useMandateColumns()}
      sheet={{ operation: 'mandateEdit', name: 'Mandates', canEdit: (it) => !isOver(it.MandateStatusCode) }}
      status={state}
      waitsFor={state.loading ? 'mandates' : isLoading ? 'debits' : ''}
      sort={useUrlSort()}
      rowKey={segmentOfRecord}
      href={useContractHref()}
      empty={
        isUnlisted ? (
          <FindByNumbers what="mandate" />
        ) : (
          <EmptyState drawing="contracts" title="No mandates yet" action={<NewMandate isAlone />}>
            A mandate is a client’s permission to debit. Creating one also creates its contract and its instalments.
          </EmptyState>
        )
      }
      noMatch={<NoMatch what="mandate" text={search.text.trim()} onClear={() => search.setText('')} />}
    />
  );
}
