import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useId, useSyncExternalStore } from 'react';
import { localStore } from '#kit/base/storage.ts';
import { useStore } from '#kit/base/store.ts';
import { densityStore, setDensity } from '#kit/grid/density.ts';
import { Muted } from '#kit/ui/muted.tsx';

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

function Choices<T extends string>(props: {
  legend: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onChoose(value: T): void;
}) {
  // Unique, because the account menu may show the same radios.
  const name = useId();
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, position: 'relative' }}>
      <Muted component="legend" sx={{ p: 0, mb: 0.5 }}>
        {props.legend}
      </Muted>
      <Box sx={{ display: 'flex', gap: 0.5, p: 0.25, border: 1, borderColor: 'divider', borderRadius: 1 }}>
        {props.options.map(([value, label]) => (
          <Choice key={value}>
            <input type="radio" name={name} checked={props.value === value} onChange={() => props.onChoose(value)} />
            {label}
          </Choice>
        ))}
      </Box>
    </Box>
  );
}

const densities = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const;

// public/theme.js reads it, before the first paint and after each change.
const themeKey = 'theme';

function onStorage(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

function setTheme(mode: string): void {
  localStore.setItem(themeKey, mode);
  // The browser notifies other tabs alone.
  dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue: mode }));
}

/** The theme, and how high the rows of lists are. */
export function AppearanceChoice() {
  const chosen = useSyncExternalStore(onStorage, () => localStore.getItem(themeKey));
  const mode = modes.find(([it]) => it === chosen)?.[0] ?? 'system';
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Choices<(typeof modes)[number][0]> legend="Theme" options={modes} value={mode} onChoose={setTheme} />
      <Choices legend="Rows of lists" options={densities} value={useStore(densityStore)} onChoose={setDensity} />
    </Box>
  );
}
