import { localStore } from '#kit/base/storage.ts';
import { createStore } from '#kit/base/store.ts';

const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];

const key = 'density';

/** How high rows are. Stored in the browser. */
export const densityStore = createStore<Density>(
  densities.find((it) => it === localStore.getItem(key)) ?? 'comfortable',
);

export function setDensity(density: Density): void {
  densityStore.set(density);
  localStore.setItem(key, density);
}
