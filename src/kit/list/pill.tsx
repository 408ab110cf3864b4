import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { DropDown } from '#kit/ui/drop-down.tsx';
import { pillLook } from './pill-look.ts';

/** A filter that says its value and opens its choices. */
export const PillMenu = (props: {
  name: string;
  /** Without one the pill says its name only. */
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
      sx={pillLook}
    >
      {children}
    </DropDown>
  );
};

/** A filter that is on or off, such as one status of several. */
export const PillToggle = ({ isOn, ...button }: Omit<ButtonProps, 'variant'> & { isOn: boolean }) => (
  <Button
    variant="outlined"
    color="inherit"
    aria-pressed={isOn}
    sx={{ ...pillLook, gap: 1, bgcolor: isOn ? 'action.selected' : 'background.paper' }}
    {...button}
  />
);
