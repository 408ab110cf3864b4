import type { CallRecord } from '#console/api/call-log.ts';
import { createStore, useStore } from '#kit/base/store.ts';

/** What the dialog of technical details is about, which any page may open and the shell shows. */
interface About {
  /** Absent: the recent calls. */
  call?: CallRecord;
  /** The answer without personal data, for support. */
  answer?: string;
}

const store = createStore<About | undefined>(undefined);

export const openDetails = (about: About = {}): void => store.set(about);
export const closeDetails = (): void => store.set(undefined);

export const useOpenDetails = (): About | undefined => useStore(store);
