let aheadMs = 0;

/** @param date the header of an answer that comes from no cache */
export function setServerClock(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (time) aheadMs = time - Date.now();
}

/** By the clock of the console's server: this computer's may be an hour or a day off. */
export const serverInstant = (): Date => new Date(Date.now() + aheadMs);
