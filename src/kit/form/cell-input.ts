import { styled } from '@mui/material/styles';

/** For tables with hundreds of inputs. */
export const CellInput = styled('input')(({ theme }) => ({
  boxSizing: 'border-box',
  width: '100%',
  minWidth: 100,
  height: 32,
  padding: '0 8px',
  border: `1px solid color-mix(in srgb, ${theme.vars.palette.text.secondary} 75%, transparent)`,
  borderRadius: 6,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  textOverflow: 'ellipsis',
  '&[aria-invalid="true"]': { borderColor: theme.vars.palette.error.main },
  '&:disabled': { borderColor: 'transparent', padding: 0, color: theme.vars.palette.text.secondary, opacity: 1 },
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
}));
