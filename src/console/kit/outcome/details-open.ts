import type { CallRecord } from '#console/api/call-log.ts';
import { createStore, useStore } from '#console/api/store.ts';

/** What the details are about: the calls of this window, and one of them where they were opened from its result. */
export interface About {
  call?: CallRecord;
  /** What the service answered, without anything personal; copied for support. */
  answer?: string;
}

const store = createStore<About | undefined>(undefined);

/** Opens the details for support and integrators, from anywhere. */
export const openDetails = (about: About = {}): void => store.set(about);
export const closeDetails = (): void => store.set(undefined);

/** What the details are about while they are open. */
export const useOpenDetails = (): About | undefined => useStore(store);
