import { memo } from 'react';
import { useReadOfRecord } from '#console/api/client.ts';
import { links } from '#console/domain/links.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { byDate, centsOf, type Payment } from '#console/domain/money-item/item.ts';
import { ahead } from '#console/domain/money-item/rules.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { stageOf, unknownAmong } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { dateOf } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';

interface PayoutContract extends Pick<
  LooseOutput<'payoutPaymentList'>,
  'ContractSequence' | 'ClientNumber' | 'ContractNumber'
> {
  payments: readonly Payment[];
  /** Whole cents that are not cancelled; null if an amount is missing, undefined if a status is unknown. */
  cents?: number | null;
  /** The next payment that is, or may be, still scheduled. */
  next?: string;
}

const contractOf = (named: Payment | undefined, payments: readonly Payment[], today: string): PayoutContract => ({
  ContractSequence: named?.ContractSequence,
  ClientNumber: named?.ClientNumber,
  ContractNumber: named?.ContractNumber,
  payments,
  cents:
    unknownAmong(payments.map((it) => it.PaymentStatus)).length > 0
      ? undefined
      : centsOf(payments.filter((it) => stageOf(it.PaymentStatus) !== 'cancelled')),
  next: byDate(ahead(payments, today)).find((it) => dateOf(it.PaymentDate ?? '') >= today)?.PaymentDate ?? undefined,
});

/** Groups a client's payments by payout contract. */
function contractsOf(payments: readonly Payment[], today: string): PayoutContract[] {
  const groups = new Map<string, Payment[]>();
  for (const it of payments) groups.set(segmentOfRecord(it), [...(groups.get(segmentOfRecord(it)) ?? []), it]);
  return [...groups.values()].map((list) => contractOf(list[0], list, today));
}

/** If the service can't list payout contracts, they are taken from the payments. */
export const ClientPayouts = memo(function ClientPayouts({ number }: { number: string }) {
  const hrefOf = useContractHref(links.payoutContract);
  const today = useToday();
  const contracts = useListOfClient('payoutContractList', number);
  const payments = useReadOfRecord('payoutPaymentList', contracts.isUnlisted ? { ClientNumber: number } : null);
  const read = contracts.isUnlisted ? payments : contracts;
  const rows = contracts.isUnlisted
    ? contractsOf(payments.data?.records ?? [], today)
    : (contracts.data?.records ?? []).map((it) => contractOf(it, it.ContractPayments ?? [], today));
  return (
    <Section title="Payout contracts">
      <Grid<PayoutContract>
        label="Payout contracts of this client"
        rows={rows}
        columns={[
          'ContractNumber',
          'ContractSequence',
          { fieldName: 'payments', label: 'Payments', align: 'right', width: 100, cell: (it) => it.payments.length },
          {
            fieldName: 'cents',
            label: 'Not cancelled',
            align: 'right',
            width: 150,
            cell: (it) => (it.cents === undefined ? '—' : <MoneyText cents={it.cents} />),
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
        empty={<EmptyState title="No payouts">Nothing is paid out to this client.</EmptyState>}
      />
    </Section>
  );
});
