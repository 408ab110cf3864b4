import Box from '@mui/material/Box';
import { styled, useColorScheme } from '@mui/material/styles';
import { useId } from 'react';
import { Muted } from '#console/kit/ui/muted.tsx';

const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  justifyContent: 'center',
  padding: '6px 4px',
  borderRadius: 6,
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '& input': { position: 'absolute', opacity: 0 },
  '&:has(:checked)': { background: theme.vars.palette.action.selected, fontWeight: 600 },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));

const modes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const;

export function ThemeChoice() {
  const { mode = 'system', setMode } = useColorScheme();
  // Unique, because the account menu may show the same radios.
  const name = useId();
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, position: 'relative' }}>
      <Muted component="legend" sx={{ p: 0, mb: 0.5 }}>
        Theme
      </Muted>
      <Box sx={{ display: 'flex', gap: 0.5, p: 0.25, border: 1, borderColor: 'divider', borderRadius: 1 }}>
        {modes.map(([value, label]) => (
          <Choice key={value}>
            <input type="radio" name={name} checked={mode === value} onChange={() => setMode(value)} />
            {label}
          </Choice>
        ))}
      </Box>
    </Box>
  );
}
