import Typography from '@mui/material/Typography';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { NoEstimate } from '#console/domain/schedule/no-estimate.tsx';
import { ScheduledDate } from '#console/domain/schedule/table.tsx';
import { useToday } from '#console/session/today.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { formatCents } from '#rules/money.ts';
import { estimatePayments, type PayoutDraft, type PlannedPayment } from './terms.ts';

/** `3 payments · R 750,75 in total`, without payments that would be refused. */
function payoutLine(planned: readonly PlannedPayment[]): string {
  const good = planned.filter((it) => it.date !== null);
  const sum = formatCents(good.reduce((total, it) => total + it.cents, 0));
  return `${good.length} ${good.length === 1 ? 'payment' : 'payments'} · ${sum} in total`;
}

function Planned({ planned }: { planned: readonly PlannedPayment[] }) {
  const today = useToday();
  const refused = planned.filter((it) => it.date === null).length;
  if (planned.length === 0)
    return (
      <Typography color="textSecondary">
        No payments yet: enter a number of payments, or add them one by one afterwards.
      </Typography>
    );
  return (
    <>
      <Typography aria-live="polite" sx={{ fontWeight: 600 }}>
        {payoutLine(planned)}
      </Typography>
      {refused > 0 && (
        <Notice tone="warning">
          {refused} more would lie past the year 9999: the service refuses {refused === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      <PlainTable
        maxHeight={600}
        label="Expected payments"
        columns={[{ label: '#', isNumber: true }, { label: 'Date' }, { label: 'Amount', isNumber: true }]}
        rows={planned.flatMap(({ date, cents }, index) =>
          date === null
            ? []
            : [
                {
                  key: index,
                  cells: [
                    index + 1,
                    <ScheduledDate key="date" at={date} today={today} shown={formatField('PaymentDate', date)} />,
                    formatCents(cents),
                  ],
                },
              ],
        )}
      />
      <Muted>Estimate. You’ll see the actual payments after saving.</Muted>
    </>
  );
}

export function PayoutPreview() {
  const found = estimatePayments(useDeferredValue(useWatch<PayoutDraft>() as PayoutDraft));
  return (
    <Panel title="Payments preview">
      {found.kind === 'planned' ? <Planned planned={found.planned} /> : <NoEstimate why={found} />}
    </Panel>
  );
}
