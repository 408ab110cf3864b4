import { memo } from 'react';
import type { LooseOutput } from '../../../contract/operations.ts';
import { dateOf } from '../../../rules/calendar.ts';
import { useReadOfRecord } from '../../api/client.ts';
import { segmentOfRecord } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import { Grid } from '../../kit/grid/grid.tsx';
import { MoneyText } from '../../kit/ui/money-text.tsx';
import { ahead, byDate, centsOf, type Payment } from '../../domain/schedule/payment-totals.ts';
import { Section } from '../../kit/ui/section.tsx';
import { stageOf, unknownAmong } from '../../domain/statuses.ts';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useToday } from '../../session/today.ts';
import { useContractHref } from '../../domain/list/use-contract-href.ts';

interface PayoutContract extends Pick<
  LooseOutput<'payoutPaymentList'>,
  'ContractSequence' | 'ClientNumber' | 'ContractNumber'
> {
  payments: Payment[];
  /** Of those not cancelled, whole cents; null where an amount is none, absent where a status does not say. */
  cents?: number | null;
  /** The next that is still to go out, or may be. */
  next?: string;
}

/** The payout contracts that a client's payments belong to. */
function contractsOf(payments: readonly Payment[], today: string): PayoutContract[] {
  const groups = new Map<string, Payment[]>();
  for (const it of payments) groups.set(segmentOfRecord(it), [...(groups.get(segmentOfRecord(it)) ?? []), it]);
  return [...groups.values()].map((list) => ({
    ContractSequence: list[0]?.ContractSequence,
    ClientNumber: list[0]?.ClientNumber,
    ContractNumber: list[0]?.ContractNumber,
    payments: list,
    cents:
      unknownAmong(list.map((it) => it.PaymentStatus)).length > 0
        ? undefined
        : centsOf(list.filter((it) => stageOf(it.PaymentStatus) !== 'cancelled')),
    next: byDate(ahead(list, today)).find((it) => dateOf(it.PaymentDate ?? '') >= today)?.PaymentDate ?? undefined,
  }));
}

/** Payout contracts of a client, told from their payments: the retrieve of payout contracts takes no client number alone. */
export const ClientPayouts = memo(function ClientPayouts({ number }: { number: string }) {
  const hrefOf = useContractHref(links.payoutContract);
  const today = useToday();
  const read = useReadOfRecord('payoutPaymentList', { ClientNumber: number });
  return (
    <Section title="Payout contracts">
      <Grid<PayoutContract>
        label="Payout contracts of this client"
        rows={contractsOf(read.data?.records ?? [], today)}
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
            cell: (it) => it.next?.replace(/ 00:00$/, '') ?? '—',
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
