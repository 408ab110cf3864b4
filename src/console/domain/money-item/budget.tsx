import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { CollectingBudgetList, ContractBudget } from '#contract/collecting-budgets.ts';
import { DropDown } from '#kit/ui/drop-down.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { countText } from '#kit/ui/sums.ts';

type Limits = Pick<CollectingBudgetList['Limits'], 'Attempts'>;
type Budget = Pick<ContractBudget, 'Missed' | 'Left'>;

/** `1 of 2 attempts left`; '' where there is no limit or nothing is missed. */
function attemptsLeftText({ Attempts }: Limits, { Missed, Left }: Budget): string {
  if (Attempts === null || Left === null) return '';
  const most = Attempts * Missed;
  return Left === 0
    ? 'No attempts left'
    : `${Math.min(Left, most)} of ${countText(most, ['attempt', 'attempts'])} left`;
}

/** Why nothing is collected again now; '' if something may be. */
export const usedUpText = ({ Attempts }: Limits, { Missed, Left }: Budget): string =>
  Left === 0
    ? `All ${(Attempts ?? 0) * Missed} attempts to collect ${Missed === 1 ? 'this missed debit' : `these ${Missed} missed debits`} again are used.`
    : '';

/** How many attempts are left, and whose rule that is. */
export function AttemptsLeft({ limits, budget }: { limits: Limits; budget: Budget }) {
  const text = attemptsLeftText(limits, budget);
  if (!text) return null;
  return (
    <DropDown
      label={text}
      aria-label={`${text}: whose limit`}
      title="Limit on collecting again"
      role="dialog"
      color="inherit"
      endIcon={<Icon name="info" size={16} />}
      sx={{
        p: 0,
        minWidth: 0,
        minHeight: { xs: 44, sm: 24 },
        border: 0,
        color: 'text.secondary',
        fontWeight: 400,
        '& > .MuiButton-endIcon': { ml: 0.5, mr: 0 },
      }}
    >
      {() => (
        <Stack spacing={1} sx={{ p: 1 }}>
          <span>
            The merchant allows {countText(limits.Attempts ?? 0, ['attempt', 'attempts'])} for each missed debit. A
            cancelled one is not counted.
          </span>
          <span>An administrator changes it in Settings, Merchants.</span>
        </Stack>
      )}
    </DropDown>
  );
}

/** Its room while it is read, so that nothing moves then. */
export const AttemptsRoom = () => (
  <Box sx={{ visibility: 'hidden' }}>
    <AttemptsLeft limits={{ Attempts: 2 }} budget={{ Missed: 1, Left: 2 }} />
  </Box>
);
