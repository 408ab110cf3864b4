import Box from '@mui/material/Box';
import { operations } from '../../../contract/operations.ts';
import { dayText } from '../../../rules/day-text.ts';
import { segmentOfRecord } from '../../api/contract-id.ts';
import { useTenant } from '../../api/tenant.ts';
import { links } from '../../domain/links.ts';
import { PossibleLink } from '../../domain/possible-link.tsx';
import { SectionTabs } from '../../domain/list/section-tabs.tsx';
import { useContractHref } from '../../domain/list/use-contract-href.ts';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { ListPage } from '../../kit/list/list-page.tsx';
import { EmptyState } from '../../kit/ui/states.tsx';
import { StatusMark } from '../../kit/ui/status.tsx';
import { columns as ofMandates, FindByNumbers, hint, NoMatch } from './lists/columns.tsx';
import { useContracts, type Contract } from './lists/use-contracts.ts';

const columns = ofMandates.map((it) =>
  typeof it === 'object' && it.fieldName === 'MandateStatusCode'
    ? {
        ...it,
        cell: ({ MandateStatusCode, hasMandate }: Contract) =>
          MandateStatusCode ? (
            <StatusMark fieldName="MandateStatusCode" value={MandateStatusCode} />
          ) : (
            hasMandate === false && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                No mandate
              </Box>
            )
          ),
      }
    : it,
);
const nameOf = (it: (typeof ofMandates)[number]) => (typeof it === 'object' ? it.fieldName : it);
const ofContract: readonly string[] = ['ClientName', ...Object.keys(operations.contractList.output.shape)];
const withoutColumns = ofMandates.filter((it) => ofContract.includes(nameOf(it)));
const knownColumns = withoutColumns.filter((it) =>
  ['ClientName', 'ContractNumber', 'ContractSequence'].includes(nameOf(it)),
);

/** Contracts with and without a mandate, each once. */
function List({ which }: { which: 'all' | 'withoutMandate' }) {
  const { href } = useTenant();
  const { search, rows, known, isUnlisted, status } = useContracts(which);
  const isAll = which === 'all';
  // Without the report nobody knows of contracts that have no mandate.
  const unread = isAll ? 'No mandates yet' : 'Contracts without a mandate could not be loaded';
  const emptyTitle = known?.isRead === false ? unread : isAll ? 'No contracts yet' : 'No contracts without a mandate';
  const since = known?.isRead ? `changed since ${dayText(known.from)} or were` : 'were';
  return (
    <ListPage<Contract>
      title="Contracts"
      tab={isAll ? 'All' : 'Without mandate'}
      tabs={<SectionTabs of="contracts" />}
      main={
        <ActionButton operation="contractCreate" variant="contained" to={href(links.contractCreate())}>
          New contract
        </ActionButton>
      }
      label={isAll ? 'Contracts' : 'Contracts without a mandate'}
      noun={['contract', 'contracts']}
      find={{ label: 'Find a contract', hint }}
      note={
        // Nothing where all are listed. As many lines as it will have, or the rows would move when it is known.
        known && (
          <Box component="span" sx={{ display: 'block', minHeight: { xs: '6em', sm: '3em', lg: '1.5em' } }}>
            {isUnlisted ? (
              `Contracts cannot all be listed here. Shown are those that ${since} opened in this session.`
            ) : known.isLoading ? (
              'Looking for contracts without a mandate…'
            ) : (
              <>
                Contracts without a mandate are shown if they {since} opened in this session; others are found by their
                numbers: <PossibleLink topic="contracts-without-mandate" />.
              </>
            )}
          </Box>
        )
      }
      search={search}
      rows={rows}
      columns={isAll ? columns : known ? knownColumns : withoutColumns}
      status={status}
      sort={useUrlSort()}
      rowKey={segmentOfRecord}
      href={useContractHref()}
      empty={
        known && isUnlisted ? (
          <FindByNumbers what="contract" />
        ) : (
          <EmptyState title={emptyTitle}>
            Every mandate has a contract; a contract can also exist without one.
          </EmptyState>
        )
      }
      noMatch={<NoMatch what="contract" text={search.text.trim()} />}
    />
  );
}

export const Contracts = () => <List key="all" which="all" />;
export const WithoutMandate = () => <List key="withoutMandate" which="withoutMandate" />;
