import { styled } from '@mui/material/styles';
import { oneLine } from '#console/kit/list/one-line.ts';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { countText, whole } from '#console/kit/ui/sums.ts';
import type { byAge } from './desk.ts';

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))',
  gap: 8,
  [theme.breakpoints.down('md')]: { display: 'flex', ...oneLine },
}));

const Age = styled('button')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    display: 'grid',
    gap: 2,
    padding: '8px 12px',
    border: `1px solid ${palette.divider}`,
    borderRadius: 8,
    background: palette.background.paper,
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { borderColor: palette.primary.main },
    // Twice as thick: colour is never the only difference.
    '&[aria-pressed="true"]': {
      borderColor: palette.primary.main,
      boxShadow: `inset 0 0 0 1px ${palette.primary.main}`,
    },
    '& > small': { fontSize: '0.8125rem', color: palette.text.secondary },
    '& > strong': { fontWeight: 600 },
  };
});

export function Ageing({
  ages: { ages, undated },
  age,
  onShow,
}: {
  ages: ReturnType<typeof byAge>;
  /** The selected age. */
  age: string;
  onShow: (age: string) => void;
}) {
  return (
    <>
      <Row role="group" aria-label="Days unpaid">
        {ages.map(({ code, label, list, cents }) => (
          <Age key={code} type="button" aria-pressed={age === code} onClick={() => onShow(age === code ? '' : code)}>
            <small>{label}</small>
            <strong>{countText(list.length, ['debit', 'debits'])}</strong>
            <MoneyText cents={cents} />
          </Age>
        ))}
      </Row>
      {undated > 0 && <p>{whole(undated)} have a date that cannot be read and are in none of these.</p>}
    </>
  );
}
