import { useParams } from 'react-router-dom';
import { isOver } from '#answers/statuses.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AccountNotices } from '#console/domain/client/account-notices.tsx';
import { ClientCard } from '#console/domain/client/card.tsx';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { useContractId } from '#console/domain/contract/record.ts';
import { links, withQuery } from '#console/domain/links.ts';
import type { Payment } from '#console/domain/money-item/item.ts';
import { notEditableReason } from '#console/domain/money-item/rules.ts';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { marksOf, otherMarks } from '#console/domain/schedule/table.tsx';
import { ExplainedStatus } from '#console/domain/status/explained.tsx';
import { nameOfId, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { RecordPage } from '#kit/record/header.tsx';
import { Facts } from '#kit/ui/facts.tsx';
import { accountEnding, formatField } from '#kit/ui/format.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Page } from '#kit/ui/page.tsx';
import { dateOf } from '#rules/calendar.ts';
import { weekdayText } from '#rules/day-text.ts';
import { usePayout, type PayoutState } from './record.ts';

function PaymentRecord({ of, payment, record }: { of: ContractId; payment: Payment; record: PayoutState['record'] }) {
  const { href } = useTenant();
  const today = useToday();
  const nameOf = useClientNames();
  const { ClientNumber, ContractNumber } = record ?? {};
  const { PaymentSequence, PaymentDate, PaymentAmount, PaymentStatus, PaymentIndicator, PaymentAccount } = payment;
  // The account paid to, not the client's current bank details.
  const details = (['PaymentIndicator', 'PaymentBankCode', 'PaymentBranchCode', 'PaymentAccount'] as const).filter(
    (fieldName) => payment[fieldName] != null,
  );
  const marks = isOver(PaymentStatus) ? [] : otherMarks(marksOf(PaymentDate ?? '', today));
  const contract = href(links.payoutContract(of));
  return (
    <RecordPage
      name={nameOf(ClientNumber) ?? ClientNumber ?? 'Payment'}
      number={[ContractNumber, `payment ${PaymentSequence}`].filter(Boolean).join(' · ')}
      back={[
        { label: 'Payments', to: href(links.payments()) },
        { label: ContractNumber ?? nameOfId(of), to: contract },
      ]}
      status={PaymentStatus && <ExplainedStatus fieldName="PaymentStatus" value={PaymentStatus} />}
      numbers={[
        { name: 'Payout contract', text: ContractNumber ?? nameOfId(of), to: contract },
        { name: 'Client', text: ClientNumber, to: ClientNumber ? href(links.client(ClientNumber)) : undefined },
        { name: 'ID', text: payment.ContractSequence },
      ]}
      details={
        details.length > 0 && (
          <>
            <Facts record={payment} fieldNames={details} />
            {PaymentAccount && (
              <Muted sx={{ mt: 1 }}>
                The code stands for the whole account number: payments with the same code went to the same account.
              </Muted>
            )}
          </>
        )
      }
      facts={[
        {
          label: 'Amount',
          value: PaymentAmount == null ? '—' : <MoneyText amount={PaymentAmount} isLarge />,
          note: null,
        },
        { label: 'Date', value: PaymentDate ? weekdayText(PaymentDate) : '—', note: marks.join(' · ') || null },
        ...(PaymentIndicator
          ? [{ label: 'Type', value: formatField('PaymentIndicator', PaymentIndicator), note: null }]
          : []),
        ...(PaymentAccount ? [{ label: 'Paid to', value: accountEnding(PaymentAccount), note: null }] : []),
        ...(payment.reason
          ? [{ label: 'Reason', value: <ReasonText code={payment.reason} fieldName="ResponseCode" />, note: null }]
          : []),
      ]}
      action={
        notEditableReason(payment, today) === undefined && (
          <ActionButton
            operation="payoutPaymentEdit"
            variant="contained"
            to={withQuery(contract, { payment: PaymentSequence, edit: 1 })}
          >
            Edit payment
          </ActionButton>
        )
      }
    >
      <AccountNotices
        number={ClientNumber}
        paidOn={payment.stage === 'scheduled' && PaymentDate ? dateOf(PaymentDate) : undefined}
      />
      <ClientCard number={ClientNumber} />
    </RecordPage>
  );
}

export function PayoutPayment() {
  const { text, named } = useContractId();
  const { payment: number } = useParams();
  const { href } = useTenant();
  const payout = usePayout(named);
  const payment = payout.payments?.find((it) => String(it.PaymentSequence) === number);
  if (named && payment)
    return <PaymentRecord key={`${segmentOf(named)}/${number}`} of={named} payment={payment} record={payout.record} />;
  const name = named ? nameOfId(named) : text;
  const isNone = payout.record !== undefined && payout.payments !== undefined;
  const state = {
    ...payout,
    isLoading: payout.isLoading || (payout.record !== undefined && !isNone && !payout.paymentsError),
  };
  return (
    <Page
      title={titleOf('Payment', { ...state, error: state.error ?? state.paymentsError })}
      back={{ label: 'Payments', to: href(links.payments()) }}
    >
      <RecordStates
        of={{ ...state, error: state.error ?? state.paymentsError }}
        what={isNone ? `payment ${number} in payout contract ${name}` : `payout contract ${name}`}
        list={{ label: 'Search all payments', to: href(links.payments({ when: 'all', q: name })) }}
      />
    </Page>
  );
}
