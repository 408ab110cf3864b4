import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { DropDown } from '#kit/ui/drop-down.tsx';

/** A filter of the bar that says its value and opens its choices. */
export const Chip = (props: {
  name: string;
  /** Without one the chip says its name only. */
  value?: string;
  width?: number;
  children(close: () => void): ReactNode;
}) => {
  const { name, value, width = 260, children } = props;
  return (
    <DropDown
      label={
        value === undefined ? (
          name
        ) : (
          <>
            <Box component="span" sx={{ mr: 0.75, fontWeight: 400, color: 'text.secondary' }}>
              {name}
            </Box>
            {value}
          </>
        )
      }
      aria-label={value === undefined ? name : `${name}: ${value}`}
      title={name}
      role="dialog"
      variant="outlined"
      color="inherit"
      width={width}
      sx={{
        flex: 'none',
        px: 1.5,
        borderRadius: '22px',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        minHeight: { xs: 44, sm: 36 },
      }}
    >
      {children}
    </DropDown>
  );
};
