import Typography from '@mui/material/Typography';
import { useParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { ClientCard } from '#console/domain/client/card.tsx';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { useContractId } from '#console/domain/contract/record.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { reasonOf, type Payment } from '#console/domain/money-item/item.ts';
import { notEditableReason } from '#console/domain/money-item/rules.ts';
import { RecordStates } from '#console/domain/record-states.tsx';
import { marksOf, otherMarks } from '#console/domain/schedule/table.tsx';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { RecordPage } from '#console/kit/record/header.tsx';
import { Facts } from '#console/kit/ui/facts.tsx';
import { show } from '#console/kit/ui/format.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { nameOfId, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { isOver } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { weekdayText } from '#rules/day-text.ts';
import { usePayout, type PayoutState } from './record.ts';

function PaymentRecord({ of, payment, record }: { of: ContractId; payment: Payment; record: PayoutState['record'] }) {
  const { href } = useTenant();
  const today = useToday();
  const nameOf = useClientNames();
  const { ClientNumber, ContractNumber } = record ?? {};
  const { PaymentSequence, PaymentDate, PaymentAmount, PaymentStatus, PaymentIndicator, PaymentAccount } = payment;
  const reason = reasonOf(payment);
  // The account paid to, not the client's current bank details.
  const paidTo = (['PaymentBankCode', 'PaymentBranchCode', 'PaymentAccount'] as const).filter(
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
      status={PaymentStatus && <StatusMark fieldName="PaymentStatus" value={PaymentStatus} />}
      numbers={[
        { name: 'Payout contract', text: ContractNumber ?? nameOfId(of), to: contract },
        { name: 'Client', text: ClientNumber, to: ClientNumber ? href(links.client(ClientNumber)) : undefined },
        { name: 'ID', text: payment.ContractSequence },
      ]}
      facts={[
        { label: 'Amount', value: show('PaymentAmount', PaymentAmount) || '—' },
        { label: 'Date', value: PaymentDate ? weekdayText(PaymentDate) : '—', note: marks.join(' · ') || undefined },
        ...(PaymentIndicator ? [{ label: 'Indicator', value: show('PaymentIndicator', PaymentIndicator) }] : []),
        ...(reason ? [{ label: 'Reason', value: <ReasonText code={reason} fieldName="ResponseCode" /> }] : []),
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
      {paidTo.length > 0 && (
        <Section title="Paid to">
          <Facts record={payment} fieldNames={paidTo} />
          {PaymentAccount && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              Payments with the same mark went to the same account.
            </Typography>
          )}
        </Section>
      )}
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
  return (
    <Page title={`Payment ${number}`} back={{ label: 'Payments', to: href(links.payments()) }}>
      {isNone ? (
        <EmptyState title="No such payment">
          Payout contract {name} has no payment {number}.
        </EmptyState>
      ) : (
        <RecordStates of={payout}>There is no payout contract {name} here.</RecordStates>
      )}
    </Page>
  );
}
