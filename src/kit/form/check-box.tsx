import { styled } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { Notice } from '#kit/ui/notice.tsx';

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
  const [latest, setLatest] = useState<{ isOn: boolean; done: Promise<void>; hasFailed: boolean }>();
  const choose = (next: boolean) => {
    const done = onChange(next);
    if (!done) return;
    setLatest({ isOn: next, done, hasFailed: false });
    const end = (hasFailed: boolean) =>
      setLatest((it) => (it?.done !== done ? it : hasFailed ? { ...it, hasFailed } : undefined));
    done.then(
      () => end(false),
      () => end(true),
    );
  };
  const shown = latest && !latest.hasFailed ? latest.isOn : isOn;
  return (
    <>
      <CheckLabel>
        <input type="checkbox" checked={shown} onChange={({ target }) => choose(target.checked)} />
        {label}
      </CheckLabel>
      {latest?.hasFailed && <Notice tone="error">This could not be changed. Try again.</Notice>}
    </>
  );
}
