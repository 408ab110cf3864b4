import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export const CheckLabel = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  cursor: 'pointer',
  [theme.breakpoints.down('md')]: { minHeight: 44 },
  '& > input': { flex: 'none', width: 16, height: 16, margin: 0 },
}));

export const CheckBox = ({
  label,
  isOn,
  onChange,
}: {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) => (
  <CheckLabel>
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </CheckLabel>
);
