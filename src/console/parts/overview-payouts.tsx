import Typography from '@mui/material/Typography';
import { dateOf } from '../../rules/calendar.ts';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { dayInFull } from './calendar-days.ts';
import { Card, Figure } from './overview-card.tsx';
import { countAndSum, isScheduled, nextOf } from './payment-totals.ts';
import { useToday } from './today.ts';

/** Payouts that are scheduled ahead, and the next day on which some go out. */
export function PayoutsCard() {
  const { href } = usePlace();
  const today = useToday();
  const read = useRead('payoutPaymentList', {});
  const ahead = (read.data?.records ?? []).filter((it) => isScheduled(it) && dateOf(it.PaymentDate ?? '') >= today);
  const next = dateOf(nextOf(ahead)?.PaymentDate ?? '');
  const then = ahead.filter((it) => dateOf(it.PaymentDate ?? '') === next);
  const path = href(links.payments({ status: 'SCHEDULED', when: 'ahead' }));
  return (
    <Card
      title="Payouts ahead"
      more={{ to: href(links.payments()), label: 'Open the payments' }}
      asked={read}
      rows={2}
      refused="This service does not list all payments; find them by their payout contract."
    >
      {ahead.length === 0 ? (
        <Typography color="textSecondary">None is scheduled.</Typography>
      ) : (
        <>
          <Typography>
            <Figure to={path}>{countAndSum(ahead)}</Figure>
          </Typography>
          <Typography color="textSecondary">
            Next on {dayInFull(next)}: {countAndSum(then)}.
          </Typography>
        </>
      )}
    </Card>
  );
}
