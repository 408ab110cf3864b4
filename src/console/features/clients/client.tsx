import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useRead, useReadOfRecord } from '#console/api/client.ts';
import { useMayWriteNotes } from '#console/api/notes.ts';
import { useOptOut } from '#console/api/opt-outs.ts';
import { useForbidden, useReadOnly } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AwaitingChange } from '#console/domain/awaiting-change.tsx';
import { AccountNotices } from '#console/domain/client/account-notices.tsx';
import { clientFields } from '#console/domain/client/fields.ts';
import { Messages } from '#console/domain/client/messages.tsx';
import { NoMessagesDialog } from '#console/domain/client/no-messages.tsx';
import { links, withQuery } from '#console/domain/links.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { CollectAgainButton } from '#console/domain/money-item/collect-again.tsx';
import { payoutOf, payoutsOf, type PayoutSum } from '#console/domain/money-item/payout-sums.ts';
import { Notes } from '#console/domain/notes/notes.tsx';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { AuditLink } from '#console/domain/timeline/audit-link.tsx';
import { WaitingPayouts } from '#console/domain/waiting-payouts.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { noteOpened } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Columns } from '#kit/record/columns.tsx';
import { RecordPage } from '#kit/record/header.tsx';
import { Facts } from '#kit/ui/facts.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Page } from '#kit/ui/page.tsx';
import { Section } from '#kit/ui/section.tsx';
import { minuteText } from '#rules/day-text.ts';
import { ClientAccount } from './account.tsx';
import { useCollectAgain } from './collect-again.ts';
import { ClientDebits } from './debits.tsx';
import { useClientFacts } from './facts.tsx';
import { ClientLanes } from './lanes.tsx';
import { StatementDialog } from './statement/dialog.tsx';
import { ClientTimeline } from './timeline.tsx';

/** No section without any. If the service can't list payout contracts, they are taken from the payments. */
const ClientPayouts = memo(function ClientPayouts({ number }: { number: string }) {
  const hrefOf = useContractHref(links.payoutContract);
  const today = useToday();
  const contracts = useListOfClient('payoutContractList', number);
  const payments = useReadOfRecord('payoutPaymentList', contracts.isUnlisted ? { ClientNumber: number } : null);
  const read = contracts.isUnlisted ? payments : contracts;
  const rows = contracts.isUnlisted
    ? payoutsOf(payments.data?.records ?? [], today)
    : (contracts.data?.records ?? []).flatMap((it) => payoutOf(it, today));
  if (!read.error && rows.length === 0) return null;
  return (
    <Section title="Payout contracts">
      <Grid<PayoutSum>
        label="Payout contracts of this client"
        rows={rows}
        columns={[
          'ContractNumber',
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
        status={{ loading: false, error: read.error, retry: () => void read.refetch() }}
        rowKey={segmentOfRecord}
        href={hrefOf}
        empty={null}
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
  const [isStopping, setStopping] = useState(false);
  const mayWriteNotes = useMayWriteNotes();
  const optOut = useOptOut(number);
  const noStatement = useForbidden('transactionReport');
  const noMessage = useForbidden('templateSend');
  const begin = { client: number };
  const readOnly = useReadOnly('client', ['clientEdit', 'mandateCreate', 'contractCreate', 'payoutContractCreate']);
  const { facts, instalments, progress, error, retry } = useClientFacts(number);
  const again = useCollectAgain(number, instalments, progress);
  // On a phone both acts would take a second line, once the unpaid debits are known.
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const isInMenu = isPhone && again !== undefined;
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
      // They are next to the debits, which begin nearer to the top without them.
      numbers={[]}
      facts={facts}
      readOnly={readOnly}
      strip={<ClientLanes number={number} instalments={instalments} />}
      details={
        <>
          <Facts record={client} fieldNames={clientFields} />
          <AuditLink of={{ ClientNumber: number }} />
        </>
      }
      back={back}
      action={
        <>
          {!isInMenu && (
            <ActionButton
              operation="mandateCreate"
              variant={again ? 'outlined' : 'contained'}
              to={href(links.mandateCreate(begin))}
            >
              New mandate
            </ActionButton>
          )}
          {again && <CollectAgainButton find={number} {...again} hidesAttempts={isPhone} />}
        </>
      }
      menu={[
        ...(isInMenu
          ? [{ label: 'New mandate', operation: 'mandateCreate', to: href(links.mandateCreate(begin)) } as const]
          : []),
        { label: 'Edit client', operation: 'clientEdit', to: href(links.clientEdit(number)) },
        { label: 'New contract without mandate', operation: 'contractCreate', to: href(links.contractCreate(begin)) },
        { label: 'New payout', operation: 'payoutContractCreate', to: href(links.payoutContractCreate(begin)) },
        { label: 'Statement…', reason: noStatement, act: () => setStating(true) },
        {
          label: 'Send a message',
          // Also for people who may not change the client.
          reason: noMessage ?? (optOut && 'The client wants no messages.'),
          to: href(links.messages({ client: number, contract: undefined })),
        },
        ...(mayWriteNotes && !optOut ? [{ label: 'No messages any more…', act: () => setStopping(true) }] : []),
        { label: 'Find cases', to: href(links.cases({ external_ref: number })) },
      ]}
    >
      <AwaitingChange client={number} />
      <AccountNotices number={number} />
      <WaitingPayouts client={number} />
      <Columns
        main={
          <Stack spacing={2}>
            <ClientDebits number={number} instalments={instalments} error={error} retry={retry} />
            <ClientPayouts number={number} />
          </Stack>
        }
        aside={
          <>
            <ClientAccount client={client} />
            <Notes client={number} />
            <ClientTimeline number={number} readAt={read.dataUpdatedAt} />
            <Messages client={number} />
          </>
        }
      />
      {isStopping && <NoMessagesDialog client={number} onClose={() => setStopping(false)} />}
      {isStating && (
        <StatementDialog clients={[{ number, name: client.ClientName ?? '' }]} onClose={() => setStating(false)} />
      )}
    </RecordPage>
  );
}
