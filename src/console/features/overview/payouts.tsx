import Typography from '@mui/material/Typography';
import { dateOf, isDate } from '../../../rules/calendar.ts';
import { useRead } from '../../api/client.ts';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import { dayInShort } from '../../kit/dates/calendar-days.ts';
import { Card, Figure } from '../../kit/ui/card.tsx';
import { ahead as aheadOf, byDate, countAndSum, type Payment } from '../../domain/schedule/payment-totals.ts';
import { unknownAmong, unknownText } from '../../domain/statuses.ts';
import { useToday } from '../../session/today.ts';

/** Payouts that are scheduled ahead, and the next day on which some go out. */
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
