import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

/** A step to one side. At the end it is not `disabled`: the button under the finger would lose the focus there. */
export function Step({
  label,
  isOff,
  act,
  children,
}: {
  label?: string;
  isOff: boolean;
  act: () => void;
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
      sx={isOff ? { opacity: 0.5, cursor: 'default' } : undefined}
    >
      {children}
    </Button>
  );
}
