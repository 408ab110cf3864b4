import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { byDate, centsOf, type Payment } from '#console/domain/money-item/item.ts';
import { nextOf } from '#console/domain/money-item/rules.ts';
import { show } from '#console/kit/ui/format.tsx';
import { centsText, countText } from '#console/kit/ui/sums.ts';
import { stageOf, unknownAmong } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import { dateOf, daysBetween, isDateTime } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';

type Tone = 'success' | 'error' | 'info' | 'muted';
const tones: Record<string, Tone> = { scheduled: 'info', paid: 'success', unpaid: 'error', underway: 'info' };

// Filled: over; ring: still to come; struck: will not come. The shape works without the colour.
const Dot = styled('span')<{ tone: Tone; shape: 'full' | 'ring' | 'struck' }>(({ theme, tone, shape }) => {
  const { palette } = theme.vars;
  const colour = tone === 'muted' ? palette.text.secondary : palette[tone].main;
  return {
    position: 'absolute',
    top: '50%',
    width: 12,
    height: shape === 'struck' ? 2 : 12,
    [theme.breakpoints.down('sm')]: { width: 8, height: shape === 'struck' ? 2 : 8 },
    borderRadius: shape === 'struck' ? 0 : 6,
    transform: 'translate(-50%, -50%)',
    background: shape === 'ring' ? palette.background.paper : colour,
    border: shape === 'ring' ? `2px solid ${colour}` : 'none',
  };
});

function Mark({ payment, position, isPast }: { payment: Payment; position: number; isPast: boolean }) {
  const stage = stageOf(payment.PaymentStatus);
  const isAhead = stage === undefined ? !isPast : stage === 'scheduled';
  return (
    <Dot
      title={`${show('PaymentDate', payment.PaymentDate)}: ${show('PaymentAmount', payment.PaymentAmount)}`}
      tone={tones[stage ?? ''] ?? 'muted'}
      shape={isAhead ? 'ring' : stage === 'cancelled' ? 'struck' : 'full'}
      style={{ left: `${position * 100}%` }}
    />
  );
}

/** More marks would overlap; the table has all payments. */
const maxMarks = 60;

export function PaymentStrip({ payments }: { payments: readonly Payment[] }) {
  const today = useToday();
  const dated = byDate(payments.filter((it) => isDateTime(it.PaymentDate ?? '')));
  const [first, last] = [dated[0]?.PaymentDate, dated.at(-1)?.PaymentDate];
  if (!first || !last || dated.length < 2) return null;
  const [from, to] = [dateOf(first), dateOf(last)];
  const span = Math.max(1, daysBetween(from, to));
  const positionOf = (date: string) => daysBetween(from, date) / span;
  const here = positionOf(today);
  const paid = centsOf(dated.filter((it) => stageOf(it.PaymentStatus) === 'paid'));
  const planned = centsOf(dated.filter((it) => stageOf(it.PaymentStatus) !== 'cancelled'));
  const isKnown = unknownAmong(dated.map((it) => it.PaymentStatus)).length === 0;
  const next = nextOf(dated, today);
  const nextText =
    next && `; next ${show('PaymentAmount', next.PaymentAmount)} on ${show('PaymentDate', next.PaymentDate)}`;
  const sums = isKnown
    ? `${centsText(paid)} of ${centsText(planned)} paid`
    : countText(dated.length, ['payment', 'payments']);
  const summary = `${sums}${nextText ?? ''}`;
  return (
    <Box sx={{ mb: 2 }}>
      <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{summary}</Typography>
      {dated.length <= maxMarks && (
        <>
          <Box
            role="img"
            aria-label={`Payments from ${dayText(from)} to ${dayText(to)}. ${summary}.`}
            sx={{ position: 'relative', height: 28, mx: 1 }}
          >
            <Box sx={{ position: 'absolute', top: '50%', left: 0, right: 0, borderTop: 1, borderColor: 'divider' }} />
            {here >= 0 && here <= 1 && (
              <Box
                title={`Today, ${dayText(today)}`}
                sx={{ position: 'absolute', top: 0, bottom: 0, borderLeft: 2, borderColor: 'text.primary' }}
                style={{ left: `${here * 100}%` }}
              />
            )}
            {dated.map((it, index) => (
              <Mark
                key={it.PaymentSequence ?? `at ${index}`}
                payment={it}
                position={positionOf(dateOf(it.PaymentDate ?? from))}
                isPast={dateOf(it.PaymentDate ?? from) < today}
              />
            ))}
          </Box>
          <Box aria-hidden sx={{ position: 'relative', display: 'flex', justifyContent: 'space-between', mx: 1 }}>
            <Typography variant="body2" color="textSecondary">
              {dayText(from)}
            </Typography>
            {/* Nearer to an end it would cover that end's date. */}
            {here > 0.3 && here < 0.7 && (
              <Typography
                variant="body2"
                sx={{ position: 'absolute', transform: 'translateX(-50%)' }}
                style={{ left: `${here * 100}%` }}
              >
                today
              </Typography>
            )}
            <Typography variant="body2" color="textSecondary">
              {dayText(to)}
            </Typography>
          </Box>
        </>
      )}
    </Box>
  );
}
