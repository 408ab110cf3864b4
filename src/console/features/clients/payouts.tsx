import { memo } from 'react';
import { useReadOfRecord } from '#console/api/client.ts';
import { links } from '#console/domain/links.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { payoutOf, payoutsOf, type PayoutSum } from '#console/domain/money-item/payout-sums.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { minuteText } from '#rules/day-text.ts';

/** If the service can't list payout contracts, they are taken from the payments. */
export const ClientPayouts = memo(function ClientPayouts({ number }: { number: string }) {
  const hrefOf = useContractHref(links.payoutContract);
  const today = useToday();
  const contracts = useListOfClient('payoutContractList', number);
  const payments = useReadOfRecord('payoutPaymentList', contracts.isUnlisted ? { ClientNumber: number } : null);
  const read = contracts.isUnlisted ? payments : contracts;
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
        empty={<EmptyState title="No payouts">Nothing is paid out to this client.</EmptyState>}
      />
    </Section>
  );
});
