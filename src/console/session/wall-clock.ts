import { config } from '#console/api/config.ts';
import { serverInstant } from '#console/api/server-clock.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { wallTime } from '#rules/wall-time.ts';

/** The time of the server's machine, which entries of the audit have. */
export const serverNow = (timeZone: string): DateTimeText => wallTime(timeZone, serverInstant());

/** Business time, which a sandbox can stop, without a merchant's test clock. */
export function businessNow({ now, timeZone } = config()): DateTimeText {
  return now ?? serverNow(timeZone);
}
