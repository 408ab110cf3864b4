import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

const small = { minWidth: 28, minHeight: 28, p: 0 };
const off = { opacity: 0.5, cursor: 'default' };

/** A step to one side. At the end it is not `disabled`: the button under the finger would lose the focus there. */
export function Step({
  label,
  isOff,
  act,
  isSmall = false,
  children,
}: {
  label?: string;
  isOff: boolean;
  act: () => void;
  /** As wide as the one sign that it shows. */
  isSmall?: boolean;
  children: ReactNode;
}) {
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
