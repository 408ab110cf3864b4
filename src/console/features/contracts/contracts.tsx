import Box from '@mui/material/Box';
import { useTenant } from '#console/api/tenant.ts';
import { loweredText } from '#console/domain/contract/rhythm.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { LimitLink } from '#console/domain/limit-link.tsx';
import { links } from '#console/domain/links.ts';
import { ListPage } from '#console/domain/list/list-page.tsx';
import { NoMatch } from '#console/domain/list/no-match.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { operations } from '#contract/operations.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import type { DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { ContractChips } from './lists/chips.tsx';
import { FindByNumbers, searchHint, useMandateColumns } from './lists/columns.tsx';
import { NewMandate } from './lists/new-mandate.tsx';
import { partLabel, contractPart, useParts } from './lists/parts.ts';
import { useTold, type ToldMandate } from './lists/told.ts';
import { useContracts, type ListedContract } from './lists/use-contracts.ts';

/** Without a mandate there is no status; a cancel date means that it was cancelled. */
const ofCancelDate = ({ CancelDate }: ToldMandate, today: DateText) =>
  CancelDate ? contractStatusText('CANCELLED', CancelDate, today) : '';
const ofBoth = (contract: ToldMandate, today: DateText) =>
  contract.hasMandate === false
    ? ['No mandate', loweredText(ofCancelDate(contract, today))].filter(Boolean).join(', ')
    : '';

const partEmpty = {
  unpaid: 'No contract has an unpaid debit',
  'ending-soon': 'No contract ends in the next weeks',
} as const;

const none: never[] = [];
const isWithoutMandate = (it: ListedContract) => it.hasMandate === false;

const ofKnown: readonly string[] = ['ClientName', 'ContractNumber', 'ContractSequence'];
const ofDebits: readonly string[] = ['UnpaidCount', 'NextDebit', 'UnpaidSum'];
const ofContract: readonly string[] = ['ClientName', ...ofDebits, ...Object.keys(operations.contractList.output.shape)];

function List({ which }: { which: 'all' | 'withoutMandate' }) {
  const { href } = useTenant();
  const isAll = which === 'all';
  const { search, every, rows, known, isUnlisted, isGrowing, status } = useContracts(which);
  const [only] = useSearchParam('only');
  const listed = known ? none : every;
  const { told, isLoading } = useTold(rows, listed.length);
  const parts = useParts(listed);
  const part = isAll ? contractPart(only) : undefined;
  const tab = part ? partLabel(part) : isAll ? 'All' : 'Without mandate';
  const shownRows = part ? told.filter(parts.isIn[part]) : told;
  const columns = useMandateColumns(isAll ? ofBoth : ofCancelDate);
  const hasEnded = rows.some((it) => it.CancelDate);
  const shown = [...(known ? ofKnown : ofContract), ...(hasEnded ? ['MandateStatusCode'] : [])];
  // Without the report, contracts without a mandate are unknown.
  const unread = isAll ? 'No mandates yet' : 'Contracts without a mandate could not be loaded';
  const emptyTitle = known?.isRead === false ? unread : isAll ? 'No contracts yet' : 'No contracts without a mandate';
  const since = known?.isRead ? `changed since ${dayText(known.from)} or were` : 'were';
  const action = isAll ? (
    <NewMandate />
  ) : (
    <ActionButton operation="contractCreate" variant="contained" to={href(links.contractCreate())}>
      New contract without mandate
    </ActionButton>
  );
  return (
    <ListPage<ToldMandate>
      title="Contracts"
      tab={tab}
      tabs={
        <ContractChips
          current={tab}
          counts={{
            ...parts.counts,
            withoutMandate: known || isGrowing ? undefined : every.filter(isWithoutMandate).length,
          }}
        />
      }
      main={action}
      label={isAll ? 'Contracts' : 'Contracts without a mandate'}
      noun={['contract', 'contracts']}
      find={{ label: 'Find a contract', hint: searchHint }}
      note={
        // Reserves the height of the note, so that rows don't move.
        known && (
          <Box component="span" sx={{ display: 'block', minHeight: { xs: '6em', sm: '3em', lg: '1.5em' } }}>
            {isUnlisted ? (
              `We can’t list all contracts. These ${since} opened in this session.`
            ) : known.isLoading ? (
              'Looking for contracts without a mandate…'
            ) : (
              <>
                Contracts without a mandate are shown if they {since} opened in this session; others are found by their
                numbers: <LimitLink topic="contracts-without-mandate" />.
              </>
            )}
          </Box>
        )
      }
      search={search}
      rows={shownRows}
      columns={isAll ? columns : columns.filter((it) => shown.includes(typeof it === 'object' ? it.fieldName : it))}
      status={part && isLoading ? { ...status, loading: true } : status}
      filteredBy={part ? [['Contracts', tab]] : []}
      waitsFor={status.loading ? 'contracts' : isGrowing ? 'contracts without a mandate' : isLoading ? 'debits' : ''}
      sort={useUrlSort()}
      rowKey={segmentOfRecord}
      href={useContractHref()}
      empty={
        known && isUnlisted ? (
          <FindByNumbers what="contract" />
        ) : (
          <EmptyState drawing="contracts" title={emptyTitle} action={isAll ? <NewMandate isAlone /> : action}>
            Every mandate has a contract; a contract can also exist without one.
          </EmptyState>
        )
      }
      noMatch={
        part && !search.text.trim() ? (
          <EmptyState
            drawing="contracts"
            title={parts.isKnown[part] ? partEmpty[part] : 'It could not be read which contracts these are'}
          />
        ) : (
          <NoMatch what="contract" text={search.text.trim()} onClear={() => search.setText('')} />
        )
      }
    />
  );
}

export const Contracts = () => <List key="all" which="all" />;
export const WithoutMandate = () => <List key="withoutMandate" which="withoutMandate" />;
