import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { Icon } from '#kit/ui/icons.tsx';

/** Selects what is folded away on a phone. */
export const whileFolded = '&:not([data-open]) > :not([data-fold], [data-sort], [data-search])';

/**
 * On a phone filters are folded away: in a line that scrolls, some were hidden. Spread `line` on the element with
 * the filters, whose style hides them by `whileFolded` and its child `fold` on a wider screen.
 */
export function useFolded(label: string): { line: { 'data-open'?: '' }; fold: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    line: isOpen ? { 'data-open': '' } : {},
    fold: (
      <Button
        data-fold=""
        variant="outlined"
        aria-expanded={isOpen}
        endIcon={<Icon name="down" size={16} />}
        sx={{ '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' } }}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
    ),
  };
}
