import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Figure } from '#kit/ui/figures.tsx';
import { whileDrawn } from '#kit/ui/modal.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { centsText, countText, formatCount } from '#kit/ui/sums.ts';
import { debitCents, type rowsByAge, type DeskRow } from './desk.ts';

const Frame = styled('section')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 32,
  padding: '12px 20px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  fontVariantNumeric: 'tabular-nums',
  '& > :first-child': { minWidth: 200 },
  // On a phone, and next to a drawer, the ages are a filter.
  [whileDrawn]: { '& > [role=group]:last-child': { display: 'none' } },
  [theme.breakpoints.down('lg')]: {
    border: 0,
    padding: 0,
    background: 'none',
    '& > [role=group]:last-child': { display: 'none' },
  },
}));

const Age = styled('button')<{ depth: number }>(({ theme, depth }) => {
  const { palette } = theme.vars;
  return {
    flex: '1 1 0',
    minWidth: 136,
    display: 'grid',
    gap: 2,
    padding: '4px 6px 6px 0',
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&::before': {
      content: '""',
      height: 8,
      marginBottom: 4,
      borderRadius: 4,
      background: `color-mix(in srgb, ${palette.error.main} ${depth}%, ${palette.background.paper})`,
    },
    '& > small': { fontSize: '0.75rem', color: palette.text.secondary },
    '&:hover > small': { color: palette.text.primary, textDecoration: 'underline' },
    '& b': { fontWeight: 600 },
    // Not by colour alone.
    '&[aria-pressed=true]': { boxShadow: `inset 0 -2px ${palette.primary.main}` },
    '&[aria-pressed=true] > small': { color: palette.primary.main, fontWeight: 600 },
    '@media (forced-colors: active)': { '&::before': { border: '1px solid' } },
  };
});

/** Older debits are paler: the fresh ones are the likely ones. */
const depths = [100, 72, 48, 28];

/** What is still to chase, and how old it is: one bar in proportion, each segment a filter. */
export function UnpaidSummary(props: {
  shown: readonly DeskRow[];
  label: string;
  /** Shown ones only. */
  reason: string;
  isLoading: boolean;
  ages: ReturnType<typeof rowsByAge>;
  age: string;
  onAge: (age: string) => void;
}) {
  const { shown, label, reason, isLoading, age, onAge } = props;
  const { ages, undated } = props.ages;
  return (
    <Frame aria-label="To chase">
      <Figure
        isLarge
        label={label}
        value={isLoading ? undefined : <MoneyText cents={debitCents(shown)} isLarge />}
        note={[
          countText(shown.length, ['unpaid debit', 'unpaid debits']),
          reason,
          undated > 0 && `${formatCount(undated)} of them without a date`,
        ]
          .filter(Boolean)
          .join(', ')}
      />
      <Box
        role="group"
        aria-label="Days unpaid"
        sx={{ flex: 1, minWidth: 0, display: 'flex', gap: 0.5, visibility: isLoading ? 'hidden' : undefined }}
      >
        {ages.map(({ code, label: name, list, cents: sum }, at) => (
          <Age
            key={code}
            type="button"
            depth={depths[at] ?? 100}
            style={{ flexGrow: Math.max(list.length, 0.01) }}
            aria-pressed={age === code}
            onClick={() => onAge(age === code ? '' : code)}
          >
            <small>{name}</small>
            <span>
              <b>{formatCount(list.length)}</b> · {centsText(sum)}
            </span>
          </Age>
        ))}
      </Box>
    </Frame>
  );
}
