import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { Unnamed } from '#console/domain/client/names/name.tsx';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import type { UnpaidDebit } from '#console/domain/collections/unpaid/debits.ts';
import { links } from '#console/domain/links.ts';
import { contractIdOf, nameOfId } from '#console/model/contract-id.ts';
import type { Column } from '#kit/grid/columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import type { Sort } from '#kit/grid/sort.ts';
import type { RowSelection } from '#kit/grid/use-row-selection.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { minuteText, weekdayText } from '#rules/day-text.ts';
import { reasonGroups } from '#rules/return-reasons.ts';
import { useCollect } from './actions.tsx';
import { Avatar } from './avatar.tsx';
import { debitName, whatToDo, type DeskRow } from './desk.ts';
import { WhereText } from './where-text.tsx';

function Contract({ debit }: { debit: UnpaidDebit }) {
  const { href } = useTenant();
  const id = contractIdOf(debit);
  if (!id) return debit.ContractNumber;
  return (
    <RouterLink to={href(links.contract(id))}>
      <small>{debit.ContractNumber || nameOfId(id)}</small>
    </RouterLink>
  );
}

export function UnpaidGrid(props: {
  /** Already sorted by `sort`. */
  list: readonly DeskRow[];
  sort: Sort;
  selection?: Pick<RowSelection<DeskRow>, 'has' | 'toggle'>;
  isLoading: boolean;
  onOpen: (row: DeskRow) => void;
}) {
  const { list, sort, selection, isLoading, onOpen } = props;
  const hasFollowed = list.some((it) => it.since !== '');
  const hasWhere = list.some((it) => it.where !== undefined);
  const hasAssignee = list.some((it) => it.assignee !== undefined);
  const hasAgainst = list.some((it) => it.against !== '');
  const columns = useMemo(
    (): Column<DeskRow>[] => [
      {
        fieldName: 'client',
        label: 'Client',
        width: hasWhere ? 180 : 140,
        growsTo: 260,
        cell: (it) => (
          <Link
            component="button"
            type="button"
            underline="hover"
            color="inherit"
            title={`${it.client} ${it.ClientNumber ?? ''}`}
            onClick={() => onOpen(it)}
            sx={{ verticalAlign: 'middle', font: 'inherit', fontWeight: 500 }}
          >
            {it.client && it.client === it.ClientNumber ? (
              <Unnamed number={it.client} isNameOnly />
            ) : (
              it.client || 'Details'
            )}
          </Link>
        ),
      },
      {
        fieldName: 'ContractNumber',
        label: 'Contract',
        priority: 3,
        width: 104,
        cell: (it) => <Contract debit={it} />,
      },
      {
        fieldName: 'TransactionDate',
        label: 'Returned on',
        width: 120,
        growsTo: 144,
        cell: (it) => <span title={minuteText(it.TransactionDate ?? '')}>{weekdayText(it.TransactionDate ?? '')}</span>,
      },
      { fieldName: 'Amount', width: 100 },
      ...(hasWhere
        ? [
            {
              fieldName: 'where',
              label: 'Where it is',
              isPlain: true,
              width: 140,
              growsTo: 190,
              cell: (it: DeskRow) => it.where && <WhereText where={it.where} />,
            },
          ]
        : []),
      {
        fieldName: 'InstalmentResult',
        label: 'Reason',
        isPlain: true,
        width: 156,
        growsTo: 196,
        cell: (it) => (
          <span title={it.against || undefined}>
            <ReasonText code={it.InstalmentResult ?? ''} isShort />
          </span>
        ),
      },
      ...(hasAgainst
        ? [
            {
              fieldName: 'against',
              label: 'What to do',
              width: 130,
              priority: hasWhere ? 4 : 2,
              cell: (it: DeskRow) => <span title={it.against || reasonGroups[it.group].advice}>{whatToDo(it)}</span>,
            },
          ]
        : []),
      ...(hasFollowed
        ? [
            {
              fieldName: 'since',
              label: 'Collected again',
              priority: 1,
              width: 176,
              // The longest usual text: one instalment created for several debits.
              growsTo: 370,
              cell: (it: DeskRow) => it.since && <span title={it.since}>{it.since}</span>,
            },
          ]
        : []),
      ...(hasAssignee
        ? [
            {
              fieldName: 'assignee',
              label: 'Who',
              isPlain: true,
              width: 72,
              cell: (it: DeskRow) => it.assignee && <Avatar name={it.assignee} />,
            },
          ]
        : []),
    ],
    [hasFollowed, hasAgainst, hasWhere, hasAssignee, onOpen],
  );
  const collect = useCollect();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const { has, toggle } = selection ?? {};
  const selectable = useMemo(() => has && toggle && { has, toggle, nameOf: debitName }, [has, toggle]);
  return (
    <Grid<DeskRow>
      label="Unpaid debits"
      rows={list}
      columns={columns}
      status={{ loading: isLoading }}
      sort={sort}
      empty={
        <EmptyState drawing="search" title="No unpaid debits match">
          Change or clear the filters to see more.
        </EmptyState>
      }
      rowKey={(it) => it.key}
      selection={selectable}
      isSortedElsewhere
      // Elsewhere the rows are selected.
      actions={
        isNarrow
          ? (it) =>
              // Its details say why, and offer it anyway.
              it.against === '' &&
              !it.isPromised && (
                <ActionButton operation="instalmentCreate" size="small" onClick={() => collect([it])}>
                  Collect again
                </ActionButton>
              )
          : undefined
      }
    />
  );
}
