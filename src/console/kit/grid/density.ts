import { createStore } from '#console/api/store.ts';

const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];

const key = 'density';

function stored(): Density {
  try {
    return densities.find((it) => it === localStorage.getItem(key)) ?? 'comfortable';
  } catch {
    // No storage.
    return 'comfortable';
  }
}

/** How high rows are. Stored in the browser. */
export const densityStore = createStore<Density>(stored());

export function setDensity(density: Density): void {
  densityStore.set(density);
  try {
    localStorage.setItem(key, density);
  } catch {
    // No storage: until the page is closed.
  }
}
