import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

const small = { minWidth: 28, minHeight: 28, p: 0 };
const off = { opacity: 0.5, cursor: 'default' };

/** A previous or next button. Not `disabled` at the end, since that would lose the focus. */
export function Step(props: {
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
