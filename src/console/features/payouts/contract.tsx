import { useState } from 'react';
import { useLabels } from '#console/api/lookups.ts';
import { useReadOnly } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AccountNotices } from '#console/domain/client/account-notices.tsx';
import { ClientCard } from '#console/domain/client/card.tsx';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { useContractId } from '#console/domain/contract/record.ts';
import { loweredText, rhythmText } from '#console/domain/contract/rhythm.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { links } from '#console/domain/links.ts';
import { moneyItem, type Payment } from '#console/domain/money-item/item.ts';
import { nextFact, paidFact, unpaidFact, urgentFirst } from '#console/domain/money-item/key-facts.tsx';
import { progressOf } from '#console/domain/money-item/progress.ts';
import { ItemStrip } from '#console/domain/money-item/strip.tsx';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { ExplainedStatus } from '#console/domain/status/explained.tsx';
import { AuditLink } from '#console/domain/timeline/audit-link.tsx';
import { nameOfId, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Columns } from '#kit/record/columns.tsx';
import { RecordPage, type KeyFact } from '#kit/record/header.tsx';
import { Facts } from '#kit/ui/facts.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { Section } from '#kit/ui/section.tsx';
import { dateOf } from '#rules/calendar.ts';
import { CancelPayout } from './cancel.tsx';
import { PayoutPayments } from './contract-payments.tsx';
import { PayoutHistory, usePayoutHistory } from './history.tsx';
import { usePayout, type PayoutState } from './record.ts';

const fieldNames = ['PaymentStartDate', 'NumberOfPayments', 'PaymentIndicator'];
/** Not in the interface's retrieve, but returned by some services. */
const more = ['PaymentAmount', 'FrequencyCode', 'CancelCode', 'CancelDate'] as const;

function usePayoutFacts({ record, payments, paymentsError }: PayoutState): KeyFact[] {
  const today = useToday();
  const labelOf = useLabels(['FrequencyCode']);
  const progress = payments && progressOf(payments, today);
  const of = { progress: paymentsError ? null : progress, noun: 'payment' } as const;
  const frequency = labelOf('FrequencyCode', record?.FrequencyCode) ?? record?.FrequencyCode ?? undefined;
  return urgentFirst([
    nextFact({ ...of, label: 'Next payment', today }),
    // The retrieve has neither (docs/interface.md, Payout contracts and payments); some services return them.
    ...(record?.PaymentAmount == null
      ? []
      : [
          {
            label: 'Amount',
            value: <MoneyText amount={record.PaymentAmount} isLarge />,
            note: rhythmText(frequency, undefined) || undefined,
          },
        ]),
    paidFact({ ...of, isOpenEnded: false }),
    unpaidFact({ ...of, hrefOf: (it) => `?payment=${it.number}` }),
  ]);
}

function Workspace({ contract, payout }: { contract: ContractId; payout: PayoutState }) {
  const { href } = useTenant();
  const [isCancelling, setCancelling] = useState(false);
  const [added, setAdded] = useState<Payment>();
  const today = useToday();
  const history = usePayoutHistory(contract);
  const facts = usePayoutFacts(payout);
  const nameOf = useClientNames();
  const { record, payments } = payout;
  const { ClientNumber, ContractNumber } = record ?? {};
  const sequence = record?.ContractSequence ?? ('ContractSequence' in contract ? contract.ContractSequence : undefined);
  const isOver = history.status !== undefined;
  const readOnly = useReadOnly('payout contract', ['payoutContractCancel', 'payoutPaymentCreate', 'payoutPaymentEdit']);
  const last = payments?.at(-1);
  const next = payments?.find((it) => dateOf(it.due) >= today && it.stage === 'scheduled');
  return (
    <RecordPage
      name={nameOf(ClientNumber) ?? ClientNumber ?? 'Payout contract'}
      number={ContractNumber ?? undefined}
      status={
        history.status && (
          <ExplainedStatus
            fieldName="MandateStatusCode"
            value={history.status}
            label={contractStatusText(history.status, record?.CancelDate, today)}
          />
        )
      }
      numbers={[
        { name: 'Payout contract', text: ContractNumber },
        { name: 'Client', text: ClientNumber, to: ClientNumber ? href(links.client(ClientNumber)) : undefined },
        { name: 'ID', text: sequence },
      ]}
      facts={facts}
      readOnly={readOnly}
      strip={<ItemStrip items={payout.paymentsError ? [] : payments} />}
      details={
        <Facts
          record={record ?? {}}
          fieldNames={[...fieldNames, ...more.filter((fieldName) => record?.[fieldName] != null)]}
        />
      }
      back={{ label: 'Payout contracts', to: href(links.payoutContracts()) }}
      action={
        !isOver && (
          <ActionButton
            operation="payoutPaymentCreate"
            variant="contained"
            onClick={() =>
              setAdded(moneyItem('payment', { PaymentAmount: last?.amount, PaymentIndicator: last?.PaymentIndicator }))
            }
          >
            Add payment
          </ActionButton>
        )
      }
      menu={
        isOver
          ? []
          : [
              {
                label: 'Cancel payout contract',
                operation: 'payoutContractCancel',
                act: () => setCancelling(true),
                isDanger: true,
              },
            ]
      }
    >
      {history.status === 'CANCELLED' && (
        <Notice tone="info">
          This payout contract is {loweredText(contractStatusText(history.status, record?.CancelDate, today))}. No
          payment can be added; what is still scheduled is paid and can be changed.
        </Notice>
      )}
      <AccountNotices number={ClientNumber} paidOn={next && dateOf(next.due)} />
      <Columns
        main={<PayoutPayments contract={contract} payout={payout} isOver={isOver} added={added} onAdded={setAdded} />}
        aside={
          <>
            <ClientCard number={ClientNumber} />
            <Section title="Timeline" actions={<AuditLink of={{ ClientNumber, ContractNumber }} />}>
              <PayoutHistory history={history} payments={payments ?? []} />
            </Section>
          </>
        }
      />
      <CancelPayout
        contract={contract}
        name={{ ClientNumber, ContractNumber }}
        payments={payments}
        isRead={payments !== undefined || payout.paymentsError !== null}
        open={isCancelling}
        onClose={() => setCancelling(false)}
      />
    </RecordPage>
  );
}

export function PayoutContract() {
  const { text, named } = useContractId();
  const { href } = useTenant();
  const payout = usePayout(named);
  if (named && payout.record) return <Workspace key={segmentOf(named)} contract={named} payout={payout} />;
  const name = named ? nameOfId(named) : text;
  return (
    <Page
      title={titleOf('Payout contract', payout)}
      back={{ label: 'Payout contracts', to: href(links.payoutContracts()) }}
    >
      <RecordStates
        of={payout}
        what={`payout contract ${name}`}
        list={{ label: 'Search all payout contracts', to: href(links.payoutContracts({ q: name })) }}
      />
    </Page>
  );
}
