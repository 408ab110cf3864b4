import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { afterPaint } from '#console/kit/form/shown-first.ts';

/** What is selected, and the actions on it. Shown before anything is selected as well, so that selecting moves no row. */
export function SelectionBar({
  label,
  text,
  all,
  onClear,
  children,
}: {
  label: string;
  /** What is selected. */
  text?: ReactNode;
  /** Selects all rows; nothing once they are selected. */
  all?: { label: string; isLoading?: boolean; onSelect: () => void };
  /** Nothing while no row is selected. */
  onClear?: () => void;
  /** The actions on the selected rows. */
  children?: ReactNode;
}) {
  return (
    <Stack
      direction="row"
      useFlexGap
      role="group"
      aria-label={label}
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, minHeight: { xs: 44, sm: 36 }, mb: 1 }}
    >
      {text && (
        <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {text}
        </Typography>
      )}
      {all && (
        <Button size="small" loading={all.isLoading} onClick={() => afterPaint(all.onSelect)}>
          Select all {all.label}
        </Button>
      )}
      {onClear && (
        <Button size="small" onClick={onClear}>
          Clear selection
        </Button>
      )}
      {children}
    </Stack>
  );
}
