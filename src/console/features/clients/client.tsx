import { memo, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useWaitingPayouts } from '#console/api/approvals.ts';
import { useRead, useReadOfRecord } from '#console/api/client.ts';
import { useForbidden, useReadOnly } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AwaitingChange } from '#console/domain/awaiting-change.tsx';
import { AccountNotices } from '#console/domain/client/account-notices.tsx';
import { clientFields } from '#console/domain/client/fields.ts';
import { Messages } from '#console/domain/client/messages.tsx';
import { links, withQuery } from '#console/domain/links.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { payoutOf, payoutsOf, type PayoutSum } from '#console/domain/money-item/payout-sums.ts';
import { ItemStrip } from '#console/domain/money-item/strip.tsx';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { AuditLink } from '#console/domain/timeline/audit-link.tsx';
import { WaitingPayouts } from '#console/domain/waiting-payouts.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { noteOpened } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Folded } from '#kit/record/folded.tsx';
import { RecordPage } from '#kit/record/header.tsx';
import { Facts } from '#kit/ui/facts.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Page } from '#kit/ui/page.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { Tiles } from '#kit/ui/tiles.tsx';
import { minuteText } from '#rules/day-text.ts';
import { ClientContracts, ClientMandates } from './contracts.tsx';
import { useClientFacts } from './facts.tsx';
import { StatementDialog } from './statement/dialog.tsx';
import { ClientTimeline } from './timeline.tsx';
import { ClientTransactions } from './transactions.tsx';

/** If the service can't list payout contracts, they are taken from the payments. */
const ClientPayouts = memo(function ClientPayouts({ number }: { number: string }) {
  const hrefOf = useContractHref(links.payoutContract);
  const today = useToday();
  const contracts = useListOfClient('payoutContractList', number);
  const payments = useReadOfRecord('payoutPaymentList', contracts.isUnlisted ? { ClientNumber: number } : null);
  const read = contracts.isUnlisted ? payments : contracts;
  const isWaiting = useWaitingPayouts({ ClientNumber: number }).data?.Payouts.length;
  const rows = contracts.isUnlisted
    ? payoutsOf(payments.data?.records ?? [], today)
    : (contracts.data?.records ?? []).flatMap((it) => payoutOf(it, today));
  return (
    <Section title="Payout contracts">
      <Grid<PayoutSum>
        label="Payout contracts of this client"
        rows={rows}
        columns={[
          'ContractNumber',
          'ContractSequence',
          { fieldName: 'payments', label: 'Payments', align: 'right', width: 100 },
          {
            fieldName: 'total',
            label: 'Not cancelled',
            align: 'right',
            width: 150,
            cell: (it) => (it.total === undefined ? '—' : <MoneyText cents={it.total} />),
          },
          {
            fieldName: 'next',
            label: 'Next payment',
            width: 156,
            cell: (it) => (it.next ? minuteText(it.next) : '—'),
          },
        ]}
        status={{ loading: read.isLoading, error: read.error, retry: () => void read.refetch() }}
        rowKey={segmentOfRecord}
        href={hrefOf}
        empty={
          <EmptyState title="No payouts">
            {isWaiting ? 'What waits is not among them yet.' : 'Nothing is paid out to this client.'}
          </EmptyState>
        }
      />
    </Section>
  );
});

export function Client() {
  const number = useParams().number ?? '';
  const { merchant, product, href } = useTenant();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  const isThere = Boolean(client);
  useEffect(() => {
    if (isThere) noteOpened({ merchant, product }, { kind: 'client', ClientNumber: number });
  }, [isThere, merchant, product, number]);
  const [isStating, setStating] = useState(false);
  const noStatement = useForbidden('transactionReport');
  const begin = { client: number };
  const readOnly = useReadOnly('client', ['clientEdit', 'mandateCreate', 'contractCreate', 'payoutContractCreate']);
  const { facts, instalments } = useClientFacts(number, client);
  const back = { label: 'Clients', to: href(links.clients()) };
  const state = { ...read, retry: () => void read.refetch() };
  if (!client)
    return (
      <Page title={titleOf('Client', state)} back={back}>
        <RecordStates
          of={state}
          what={`client ${number}`}
          list={{ label: 'Search all clients', to: href(links.clients({ q: number })) }}
        >
          <ActionButton
            operation="clientCreate"
            variant="outlined"
            to={href(withQuery(links.clientCreate(), { number }))}
          >
            New client
          </ActionButton>
        </RecordStates>
      </Page>
    );
  return (
    <RecordPage
      name={client.ClientName ?? `Client ${number}`}
      numbers={[
        { name: 'Client', text: number },
        { name: 'Cellphone', text: formatField('CellphoneNumber', client.CellphoneNumber) },
        { name: 'Email', text: client.EMail },
      ]}
      facts={facts}
      readOnly={readOnly}
      strip={<ItemStrip items={instalments} />}
      back={back}
      action={
        <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate(begin))}>
          New mandate
        </ActionButton>
      }
      menu={[
        { label: 'Edit client', operation: 'clientEdit', to: href(links.clientEdit(number)) },
        { label: 'New contract without mandate', operation: 'contractCreate', to: href(links.contractCreate(begin)) },
        { label: 'New payout', operation: 'payoutContractCreate', to: href(links.payoutContractCreate(begin)) },
        { label: 'Statement…', reason: noStatement, act: () => setStating(true) },
        { label: 'Find cases', to: href(links.cases({ external_ref: number })) },
      ]}
    >
      <AwaitingChange client={number} />
      <AccountNotices number={number} />
      <Folded title="All details">
        <Facts record={client} fieldNames={clientFields} />
        <AuditLink of={{ ClientNumber: number }} />
      </Folded>
      <ClientMandates number={number} />
      <ClientTransactions number={number} />
      <WaitingPayouts client={number} />
      <Tiles columns={{ xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
        <ClientContracts number={number} />
        <ClientPayouts number={number} />
      </Tiles>
      <ClientTimeline number={number} readAt={read.dataUpdatedAt} />
      <Messages client={number} />
      {isStating && (
        <StatementDialog clients={[{ number, name: client.ClientName ?? '' }]} onClose={() => setStating(false)} />
      )}
    </RecordPage>
  );
}
