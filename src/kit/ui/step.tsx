import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount } from './sums.ts';

const small = { minWidth: 28, minHeight: 28, p: 0 };
const off = { opacity: 0.5, cursor: 'default' };

/** A previous or next button. Not `disabled` at the end, since that would lose the focus. */
export function StepButton(props: {
  label?: string;
  isOff: boolean;
  act: () => void;
  /** As wide as its single character. */
  isSmall?: boolean;
  children: ReactNode;
}) {
  const { label, isOff, act, isSmall = false, children } = props;
  return (
    <Button
      size="small"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) act();
      }}
      sx={{ ...(isSmall && small), ...(isOff && off) }}
    >
      {children}
    </Button>
  );
}

interface Pages {
  /** From 0. */
  page: number;
  pageSize: number;
  count: number;
  onPage(page: number): void;
}

/** Leads through the pages of a long list; nothing for a single page. */
export const PageSteps = ({ page, pageSize, count, onPage }: Pages) =>
  count > pageSize && (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <StepButton isOff={page === 0} act={() => onPage(page - 1)}>
        Previous
      </StepButton>
      <Typography variant="body2" aria-live="polite">
        {formatCount(page * pageSize + 1)} to {formatCount(Math.min(count, (page + 1) * pageSize))} of{' '}
        {formatCount(count)}
      </Typography>
      <StepButton isOff={(page + 1) * pageSize >= count} act={() => onPage(page + 1)}>
        Next
      </StepButton>
    </Stack>
  );
