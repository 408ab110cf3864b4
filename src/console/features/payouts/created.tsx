import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { reasonsOf } from '#answers/send/reasons.ts';
import { AddItem } from '#console/domain/money-item/add.tsx';
import {
  countAndSum,
  itemCents,
  itemCountText,
  moneyItem,
  moneyItems,
  type Payment,
} from '#console/domain/money-item/item.ts';
import { payment } from '#console/domain/money-item/resource.ts';
import { Reasons, ShowAll } from '#console/domain/outcome/reasons.tsx';
import { textOnScreen } from '#console/domain/outcome/support-text.ts';
import { Comparison } from '#console/domain/schedule/comparison.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { comparePayments, type PlannedPayment } from './terms.ts';

type Created = LooseOutput<'payoutContractCreate'>;
type Refused = NonNullable<Created['FailedPayments']>[number];

/** Form values of a refused payment, as far as the response has them. */
const startOf = (failed: Refused, made: Created): Payment => {
  const fields = failed as Record<string, unknown>;
  return moneyItem('payment', {
    PaymentDate: typeof fields.PaymentDate === 'string' ? fields.PaymentDate : undefined,
    PaymentAmount: typeof fields.PaymentAmount === 'number' ? fields.PaymentAmount : made.PaymentAmount,
    PaymentIndicator: made.PaymentIndicator,
  });
};

function RefusedPayments({ made }: { made: Created }) {
  const failed = made.FailedPayments ?? [];
  const [open, setOpen] = useState<number>();
  const [added, setAdded] = useState<readonly number[]>([]);
  const contract = contractIdOf(made);
  const again = open === undefined ? undefined : failed[open];
  if (failed.length === 0) return null;
  return (
    <Notice tone="error">
      <Stack spacing={1}>
        <Typography sx={{ fontWeight: 600 }}>
          {failed.length === 1 ? '1 payment was refused' : `${failed.length} payments were refused`}; the payout
          contract stands without {failed.length === 1 ? 'it' : 'them'}.
        </Typography>
        {failed.map((it, index) => {
          const start = startOf(it, made);
          return (
            // Refused payments may look alike; their order doesn't change.
            <Stack key={index} direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <span>
                {[formatField('PaymentDate', start.PaymentDate), formatField('PaymentAmount', start.PaymentAmount)]
                  .filter(Boolean)
                  .join(', ')}
                :
              </span>
              <Reasons reasons={reasonsOf(it)} />
              <ShowAll reasons={reasonsOf(it)} text={textOnScreen(it, [])} />
              {added.includes(index) ? (
                <strong>Added since, as a payment of its own.</strong>
              ) : (
                contract && (
                  <Button size="small" variant="outlined" color="inherit" onClick={() => setOpen(index)}>
                    Add it with another date
                  </Button>
                )
              )}
            </Stack>
          );
        })}
      </Stack>
      {contract && (
        <AddItem
          resource={payment}
          contract={contract}
          start={again && startOf(again, made)}
          open={again !== undefined}
          onAdded={() => open !== undefined && setAdded([...added, open])}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Notice>
  );
}

export function PaymentsMade({ made, expected }: { made: Created; expected?: readonly PlannedPayment[] }) {
  const done = made.SuccessPayments ?? [];
  const refused = made.FailedPayments?.length ?? 0;
  const pairs = comparePayments(expected ?? [], done);
  const same = pairs.filter((pair) => pair.verdict === 'same').length;
  const isAsExpected = expected !== undefined && refused === 0 && same === pairs.length;
  if (done.length + refused === 0) return null;
  return (
    <Stack spacing={1}>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {refused > 0
          ? `${done.length} done + ${refused} refused = ${done.length + refused} payments`
          : isAsExpected
            ? `${itemCountText(done.length, 'payment')} scheduled, ${centsText(itemCents(moneyItems('payment', done)))}`
            : countAndSum(moneyItems('payment', done))}
        {expected && pairs.length > 0 && !isAsExpected && `; ${same} of ${pairs.length} as expected`}
      </Typography>
      <RefusedPayments made={made} />
      {expected && <Comparison label="Payments created, beside those expected" pairs={pairs} />}
    </Stack>
  );
}
