import { segmentOfRecord } from '../../api/contract-id.ts';
import { useConfig } from '../../api/config.ts';
import { useTenant } from '../../api/tenant.ts';
import { EditInSheet } from '../../domain/list/edit-in-sheet.tsx';
import { links } from '../../domain/links.ts';
import { SectionTabs } from '../../domain/list/section-tabs.tsx';
import { isOver } from '../../domain/statuses.ts';
import { useContractHref } from '../../domain/list/use-contract-href.ts';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { ChoiceFilter } from '../../kit/list/choice-filter.tsx';
import { ListPage } from '../../kit/list/list-page.tsx';
import { useSearchParam } from '../../kit/address/address.ts';
import { EmptyState } from '../../kit/ui/states.tsx';
import { statusLabel } from '../../kit/ui/status.tsx';
import { FindByNumbers, hint, NoMatch, useColumns } from './lists/columns.tsx';
import { useMandates, type Mandate } from './lists/use-mandates.ts';

/** Mandates of every status, the newest first. */
export function Mandates() {
  const { href } = useTenant();
  const { codes } = useConfig();
  const [status, setStatus] = useSearchParam('status');
  const { search, rows, isUnlisted, status: state } = useMandates({ status });
  return (
    <ListPage<Mandate>
      title="Contracts"
      tab="Mandates"
      tabs={<SectionTabs of="contracts" />}
      main={
        <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate())}>
          New mandate
        </ActionButton>
      }
      label="Mandates"
      noun={['mandate', 'mandates']}
      find={{ label: 'Find a mandate', hint }}
      filters={
        <ChoiceFilter label="Status" value={status} options={codes.MandateStatusCode ?? []} onChange={setStatus} />
      }
      filteredBy={status ? [['Status', statusLabel('MandateStatusCode', status)]] : []}
      note={
        isUnlisted &&
        'Mandates cannot all be listed here. Shown are those from this session; find others by client number and contract number.'
      }
      search={search}
      rows={rows}
      columns={useColumns()}
      further={(shown) => (
        <EditInSheet
          operation="mandateEdit"
          name="Mandates"
          rows={() => shown().filter((it) => !isOver(it.MandateStatusCode))}
        />
      )}
      status={state}
      sort={useUrlSort()}
      rowKey={segmentOfRecord}
      href={useContractHref()}
      empty={
        isUnlisted ? (
          <FindByNumbers what="mandate" />
        ) : (
          <EmptyState title="No mandates yet">
            A mandate is a client’s permission to debit. Creating one also creates its contract and its instalments.
          </EmptyState>
        )
      }
      noMatch={<NoMatch what="mandate" text={search.text.trim()} />}
    />
  );
}
