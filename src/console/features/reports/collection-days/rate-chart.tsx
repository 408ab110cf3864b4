import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { shareOf, type Tried } from '#console/domain/collections/rates.ts';
import { compareRates, comparedText, percentText } from './compare.ts';
import type { RateLine } from './rates.ts';

const Plot = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    position: 'relative',
    margin: '16px 8px 0 36px',
    fontSize: '0.75rem',
    color: palette.text.secondary,
    '& > *, & [data-line] > *': { position: 'absolute' },
    '& [data-grid]': { left: 0, right: 0, borderTop: `1px solid ${palette.divider}` },
    '& [data-grid] > span': { position: 'absolute', right: '100%', top: -9, marginRight: 8 },
    '& [data-all]': { left: 0, right: 0, borderTop: `1px dashed ${palette.text.secondary}` },
    '& [data-line]': { top: 0, bottom: 0, color: palette.text.secondary },
    '& [data-line] > *': { left: 0, transform: 'translateX(-50%)' },
    '& [data-whisker]': {
      width: 8,
      border: 'solid currentColor',
      borderWidth: '1.5px 0',
      background: 'linear-gradient(currentColor, currentColor) center / 1.5px 100% no-repeat',
    },
    '& [data-dot]': { width: 10, height: 10, marginTop: -5, borderRadius: '50%', background: 'currentColor' },
    '& [data-few]': { bottom: 6, width: 4, height: 4, borderRadius: '50%', background: 'currentColor', opacity: 0.6 },
    '& [data-rate]': { marginTop: -20, color: palette.text.primary },
    '& [data-name]': { top: '100%', marginTop: 6, whiteSpace: 'nowrap', textAlign: 'center' },
    '& [data-shown] > [data-name]': { color: palette.text.primary },
    '& [data-mark=best]': { color: palette.success.main },
    '& [data-mark=worst]': { color: palette.error.main },
    '& [data-mark] > :is([data-rate], [data-name])': { color: 'inherit', fontWeight: 600 },
    // The names of a whole month fit on no phone.
    [theme.breakpoints.down('md')]: {
      '&[data-large] [data-line]:not([data-shown]) > [data-name]': { display: 'none' },
      '&:not([data-large]) [data-name]': { whiteSpace: 'normal', width: 44, fontSize: '0.6875rem', lineHeight: '14px' },
    },
    [theme.breakpoints.down('sm')]: {
      '&[data-large] [data-line]:nth-of-type(even of [data-shown]) > [data-name]': { marginTop: 20 },
    },
  };
});

/** Round bounds around all intervals, in percent; the axis need not begin at 0, because only differences count. */
function boundsOf(shares: readonly { low: number; high: number }[]) {
  const [least, most] = [Math.min(...shares.map((it) => it.low)) * 100, Math.max(...shares.map((it) => it.high)) * 100];
  const step = most - least > 40 ? 20 : most - least > 20 ? 10 : 5;
  const [from, to] = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  return { from, to, ticks: Array.from({ length: (to - from) / step + 1 }, (_, at) => from + at * step) };
}

/** Paid of 100 debits: a dot is the rate, its line the interval that surely holds it. */
export function RateChart(props: { label: string; lines: readonly RateLine[]; all?: Tried; isLarge?: boolean }) {
  const { label, lines, all, isLarge = false } = props;
  const shares = lines.map((it) => shareOf(it.paid, it.all));
  const known = shares.filter((it) => it !== undefined);
  if (known.length === 0) return null;
  const { from, to, ticks } = boundsOf(known);
  const y = (percent: number) => `${((to - percent) / (to - from)) * 100}%`;
  const compared = compareRates(lines);
  const rateText = lines.flatMap((it, at) => {
    const share = shares[at];
    return share ? [`${it.label}: ${percentText(share.rate)}`] : [];
  });
  const ofAll = all && (100 * all.paid) / all.all;
  return (
    <Box
      role="img"
      aria-label={`${label}, paid of 100 debits. ${comparedText(lines)} ${rateText.join('; ')}.`}
      sx={{ pb: 5 }}
    >
      <Plot data-large={isLarge ? '' : undefined} style={{ height: isLarge ? 260 : 150 }}>
        {ticks.map((it) => (
          <div key={it} data-grid="" style={{ top: y(it) }}>
            <span>{it}</span>
          </div>
        ))}
        {ofAll !== undefined && ofAll >= from && ofAll <= to && <div data-all="" style={{ top: y(ofAll) }} />}
        {lines.map((line, at) => {
          const share = shares[at];
          const mark = line === compared?.best ? 'best' : line === compared?.worst ? 'worst' : undefined;
          return (
            <div
              key={line.label}
              data-line=""
              data-shown={share ? '' : undefined}
              data-mark={mark}
              style={{ left: `${((at + 0.5) / lines.length) * 100}%` }}
            >
              {share && (
                <>
                  <div
                    data-whisker=""
                    style={{ top: y(100 * share.high), bottom: `calc(100% - ${y(100 * share.low)})` }}
                  />
                  <div data-dot="" style={{ top: y(100 * share.rate) }} />
                  <div data-rate="" style={{ top: y(100 * share.high) }}>
                    {Math.round(100 * share.rate)}
                  </div>
                </>
              )}
              {!share && line.all > 0 && <div data-few="" />}
              <div data-name="">{line.label}</div>
            </div>
          );
        })}
      </Plot>
    </Box>
  );
}
