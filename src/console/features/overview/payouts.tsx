import Typography from '@mui/material/Typography';
import { useRead } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { byDate, countAndSum, type Payment } from '#console/domain/money-item/item.ts';
import { ahead as aheadOf } from '#console/domain/money-item/rules.ts';
import { dayInShort } from '#console/kit/dates/calendar-days.ts';
import { Card, Figure } from '#console/kit/ui/card.tsx';
import { unknownAmong, unknownText } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { dateOf, isDate } from '#rules/calendar.ts';

/** Scheduled payouts and the next day with some. */
export function PayoutsCard() {
  const { href } = useTenant();
  const today = useToday();
  const read = useRead('payoutPaymentList', {});
  const dayOf = (it: Payment) => dateOf(it.PaymentDate ?? '');
  const ahead = aheadOf(read.data?.records ?? [], today).filter((it) => !isDate(dayOf(it)) || dayOf(it) >= today);
  const unknown = unknownAmong(ahead.map((it) => it.PaymentStatus));
  const next = byDate(ahead).map(dayOf).find(isDate);
  const then = ahead.filter((it) => dayOf(it) === next);
  const statuses = new Set(ahead.map((it) => it.PaymentStatus));
  const path = href(links.payments({ status: statuses.size === 1 ? [...statuses][0] : undefined, when: 'ahead' }));
  return (
    <Card
      title="Payouts ahead"
      more={{ to: href(links.payments()), label: 'Open payments' }}
      read={read}
      minHeight={48}
      refused="Payments cannot be listed here; find them by their payout contract."
    >
      {ahead.length === 0 ? (
        <Typography color="textSecondary">None is scheduled.</Typography>
      ) : (
        <>
          <Typography>
            <Figure to={path}>{countAndSum(ahead)}</Figure>
          </Typography>
          {next && (
            <Typography color="textSecondary">
              Next on {dayInShort(next)}: {countAndSum(then)}.
            </Typography>
          )}
          {unknown.length > 0 && <Typography color="textSecondary">{unknownText(unknown)}</Typography>}
        </>
      )}
    </Card>
  );
}
