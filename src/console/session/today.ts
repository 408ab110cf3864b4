import { useTenant } from '#console/api/tenant.ts';
import { addDays, daysBetween, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { useTestClock, type Ahead } from './test-clock.ts';
import { businessNow } from './wall-clock.ts';

/**
 * The minute where the service collects, in a sandbox by the merchant's test clock, by which the service judges what is
 * past.
 */
export const useNow = (): DateTimeText => nowBy(useTestClock(useTenant().merchant));

function nowBy(clock: Ahead | undefined): DateTimeText {
  const wall = businessNow();
  const ahead = clock ? daysBetween(clock.here, clock.there) : 0;
  return ahead === 0 ? wall : addDays(wall.slice(0, 10), ahead) + wall.slice(10);
}

export const useToday = (): DateText => useNow().slice(0, 10);
