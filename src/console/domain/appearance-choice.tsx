import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { localStore } from '#kit/base/storage.ts';
import { useStore } from '#kit/base/store.ts';
import { Segmented } from '#kit/form/segmented.tsx';
import { densityStore, setDensity } from '#kit/grid/density.ts';
import { Muted } from '#kit/ui/muted.tsx';

const modes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const;

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
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Muted aria-hidden>Theme</Muted>
      <Segmented<(typeof modes)[number][0]> label="Theme" options={modes} value={mode} onChoose={setTheme} />
      <Muted aria-hidden sx={{ mt: 0.5 }}>
        Rows of lists
      </Muted>
      <Segmented label="Rows of lists" options={densities} value={useStore(densityStore)} onChoose={setDensity} />
    </Box>
  );
}
