import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';
import { afterPaint } from '#console/kit/form/shown-first.ts';

/** The selection and its actions. Visible without a selection too, except on a phone, so that
 * selecting moves no row. */
export function SelectionBar(props: {
  label: string;
  text?: ReactNode;
  /** Selects all rows; undefined if they are selected. */
  all?: { label: string; isLoading?: boolean; onSelect: () => void };
  /** Undefined without a selection. */
  onClear?: () => void;
  children?: ReactNode;
}) {
  const { label, text, all, onClear, children } = props;
  const bar = useRef<HTMLDivElement>(null);
  const pressed = useRef<'all' | 'clear'>(undefined);
  // Both buttons remove themselves.
  useEffect(() => {
    if (!pressed.current || (pressed.current === 'all' ? all : onClear)) return;
    pressed.current = undefined;
    if (document.activeElement === document.body)
      (
        bar.current?.querySelector<HTMLElement>('[data-actions] button') ?? bar.current?.querySelector('button')
      )?.focus();
  });
  return (
    <Stack
      ref={bar}
      direction="row"
      useFlexGap
      role="group"
      aria-label={label}
      data-selected={onClear && ''}
      sx={{
        display: { xs: 'none', sm: 'flex' },
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        rowGap: 0.5,
        minHeight: 36,
        mb: 1,
        // On a phone within reach, over the rows.
        '&[data-selected]': {
          display: 'flex',
          position: { xs: 'fixed', sm: 'static' },
          inset: 'auto 0 0',
          zIndex: 'appBar',
          m: { xs: 0, sm: undefined },
          p: { xs: '8px 12px', sm: 0 },
          bgcolor: { xs: 'background.paper', sm: 'transparent' },
          borderTop: { xs: 1, sm: 0 },
          borderColor: 'divider',
        },
      }}
    >
      {text && (
        <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {text}
        </Typography>
      )}
      {all && (
        <Button
          size="small"
          loading={all.isLoading}
          onClick={() => {
            pressed.current = 'all';
            afterPaint(all.onSelect);
          }}
        >
          Select all {all.label}
        </Button>
      )}
      {onClear && (
        <Button
          size="small"
          onClick={() => {
            pressed.current = 'clear';
            onClear();
          }}
        >
          Clear selection
        </Button>
      )}
      <span data-actions="" style={{ display: 'contents' }}>
        {children}
      </span>
    </Stack>
  );
}
