import { styled } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';

export const CheckLabel = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  cursor: 'pointer',
  [theme.breakpoints.down('md')]: { minHeight: 44 },
  '& > input': { flex: 'none', width: 16, height: 16, margin: 0 },
}));

export function CheckBox(props: {
  label: ReactNode;
  isOn: boolean;
  /** Until a promise ends, the box shows what was chosen. */
  onChange(isOn: boolean): void | Promise<void>;
}) {
  const { label, isOn, onChange } = props;
  const [chosen, setChosen] = useState<boolean>();
  const choose = (next: boolean) => {
    const done = onChange(next);
    if (!done) return;
    setChosen(next);
    void done.finally(() => setChosen(undefined));
  };
  return (
    <CheckLabel>
      <input type="checkbox" checked={chosen ?? isOn} onChange={({ target }) => choose(target.checked)} />
      {label}
    </CheckLabel>
  );
}
