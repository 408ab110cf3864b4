import { useMemo, useState } from 'react';
import { useRead } from '#console/api/client.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { clientColumn } from '#console/domain/client/names/column.tsx';
import { useHasDigits } from '#console/domain/client/names/named.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { ListPage } from '#console/domain/list/list-page.tsx';
import { NoMatch } from '#console/domain/list/no-match.tsx';
import { nextDebitColumn, stripColumn, unpaidColumn, type ToldRow } from '#console/domain/money-item/row-columns.tsx';
import { clientsOf, useRecentRecords } from '#console/session/recent-records.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { Column } from '#kit/grid/columns.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { joinedRows, useSearch } from '#kit/list/use-search.ts';
import { formatField } from '#kit/ui/format.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { folded } from '#rules/search-text.ts';
import { StatementDialog } from './statement/dialog.tsx';
import type { StatedClient } from './statement/statement.ts';
import { useToldClients } from './told.ts';

type Client = LooseOutput<'clientList'> & ToldRow;

const columnsOf = (hasDebits: boolean): Column<Client>[] => [
  clientColumn,
  ...(hasDebits ? [stripColumn, nextDebitColumn, unpaidColumn] : []),
  { fieldName: 'CellphoneNumber', label: 'Cellphone', width: 140, priority: 2 },
  { fieldName: 'BankCode', label: 'Bank', width: 170, priority: 4 },
  { fieldName: 'AccountNumber', label: 'Account', width: 160, align: 'left', priority: 3 },
  { fieldName: 'EMail', width: 290, priority: 5 },
  {
    fieldName: 'BranchCode',
    width: 130,
    isOptional: true,
    priority: 6,
    // Branch names repeat the bank's.
    cell: ({ BranchCode }: Client) => formatField('BranchCode', BranchCode),
    exported: [
      {
        fieldName: 'branch',
        label: 'Branch',
        value: ({ BranchCode }: Client) => formatField('BranchCode', BranchCode),
      },
    ],
  },
];

const textsOf = (it: Client) => [it.ClientName, it.ClientNumber, it.EMail];

const none: never[] = [];
const numberOf = (it: Client) => it.ClientNumber ?? '';

/** Ignores accents; clients without a name are last. */
const byName = (rows: readonly Client[]): Client[] =>
  rows
    .map((row) => ({ row, key: folded(row.ClientName ?? '') || '\uffff' }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ row }) => row);

/** All clients, or the session's if the service can't list them. */
export function Clients() {
  const tenant = useTenant();
  const { merchant, product, href } = tenant;
  const version = useRecentRecords();
  const all = useRead('clientList', {});
  const isUnlisted = all.error?.kind === 'refused';
  const records = all.data?.records ?? none;
  const rows = useMemo(
    () => byName(isUnlisted ? ([...clientsOf({ merchant, product }).values()] as Client[]) : records),
    // `version`: what this session has seen grows in place.
    // oxlint-disable-next-line react/exhaustive-deps
    [records, isUnlisted, merchant, product, isUnlisted && version],
  );
  const mayState = useForbidden('transactionReport') === undefined;
  // Statements of all clients in the list.
  const [stated, setStated] = useState<readonly StatedClient[]>();
  const search = useSearch(rows, { textsOf, hasDigits: useHasDigits(), isLoading: all.isLoading });
  const typedNumber = isUnlisted ? search.settled : '';
  const one = useRead('clientList', typedNumber ? { ClientNumber: typedNumber } : null);
  const read = typedNumber ? one : all;
  const sought = search.text.trim();
  const {
    told,
    mayTell,
    isLoading: isTelling,
  } = useToldClients(
    joinedRows(typedNumber ? (one.data?.records ?? none) : none, search.rows, numberOf),
    !all.isLoading,
  );
  const columns = useMemo(() => columnsOf(mayTell), [mayTell]);
  // A 404 for a single client means that there is none.
  const isNone = typedNumber ? one.error?.kind === 'notFound' : isUnlisted;

  return (
    <ListPage<Client>
      title="Clients"
      main={
        <ActionButton operation="clientCreate" variant="contained" to={href(links.clientCreate())}>
          New client
        </ActionButton>
      }
      label="Clients"
      noun={['client', 'clients']}
      find={{
        label: 'Find a client',
        hint: isUnlisted ? 'Client number' : 'Name, phone or account',
      }}
      note={isUnlisted && 'We can’t list all clients. These are from this session; search for others by client number.'}
      search={search}
      rows={told}
      columns={columns}
      waitsFor={isTelling ? 'debits' : ''}
      sheet={{ operation: 'clientEdit', name: 'Clients' }}
      items={(shown) =>
        mayState
          ? [
              {
                label: 'Statements',
                act: () => setStated(shown().map((it) => ({ number: numberOf(it), name: it.ClientName ?? '' }))),
              },
            ]
          : []
      }
      status={{ loading: read.isLoading, error: isNone ? null : read.error, retry: () => void read.refetch() }}
      sort={useUrlSort()}
      rowKey={numberOf}
      href={(it) => href(links.client(it.ClientNumber ?? ''))}
      empty={
        isUnlisted ? (
          <EmptyState title="Find a client by its number" />
        ) : (
          <EmptyState drawing="clients" title="No clients yet">
            A mandate needs a client: create one first.
          </EmptyState>
        )
      }
      noMatch={
        <NoMatch what="client" text={sought} onClear={() => search.setText('')}>
          <ActionButton
            operation="clientCreate"
            variant="contained"
            // Digits may be those of an account, which no address may have.
            to={href(withQuery(links.clientCreate(), /\d/.test(sought) ? {} : { name: sought }))}
          >
            New client “{sought}”
          </ActionButton>
        </NoMatch>
      }
    >
      {stated && <StatementDialog clients={stated} onClose={() => setStated(undefined)} />}
    </ListPage>
  );
}
