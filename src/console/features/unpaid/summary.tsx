import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { whileDrawn } from '#kit/ui/modal.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { centsText, countText, formatCount } from '#kit/ui/sums.ts';
import { debitCents, type rowsByAge, type DeskRow } from './desk.ts';

const Line = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 10,
  minHeight: 28,
  fontVariantNumeric: 'tabular-nums',
  // On a phone, and next to a drawer, the ages are a filter.
  [whileDrawn]: { '& > [role=group]': { display: 'none' } },
  [theme.breakpoints.down('lg')]: { '& > [role=group]': { display: 'none' } },
  [theme.breakpoints.down('sm')]: { minHeight: 48 },
}));

const Age = styled('button')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    padding: '2px 8px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: palette.text.secondary,
    font: 'inherit',
    fontSize: '0.8125rem',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&:hover': { color: palette.text.primary, textDecoration: 'underline' },
    '& b': { marginLeft: 4, color: palette.text.primary, fontWeight: 600 },
    // Not by colour alone.
    '&[aria-pressed=true]': { background: palette.action.selected, color: palette.text.primary, fontWeight: 600 },
  };
});

/** What is listed, in a line, and its ages, which filter. */
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
  if (isLoading)
    return (
      <Line aria-label="To chase">
        <Skeletons rows={1} height={28} />
      </Line>
    );
  return (
    <Line aria-label="To chase">
      <Muted>{label}</Muted>
      <Typography component="span" sx={{ fontWeight: 600 }}>
        <MoneyText cents={debitCents(shown)} />
      </Typography>
      <Muted>
        {[
          countText(shown.length, ['unpaid debit', 'unpaid debits']),
          reason,
          undated > 0 && `${formatCount(undated)} of them without a date`,
        ]
          .filter(Boolean)
          .join(', ')}
      </Muted>
      <div role="group" aria-label="Days unpaid" style={{ marginLeft: 'auto' }}>
        {ages.map(({ code, label: name, list, cents: sum }) => (
          <Age
            key={code}
            type="button"
            title={centsText(sum)}
            aria-pressed={age === code}
            onClick={() => onAge(age === code ? '' : code)}
          >
            {name} <b>{formatCount(list.length)}</b>
          </Age>
        ))}
      </div>
    </Line>
  );
}
