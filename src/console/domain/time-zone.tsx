import { useConfig } from '#console/api/config.ts';
import { Muted } from '#kit/ui/muted.tsx';

/** "South Africa Standard Time (SAST)". Times are stored and shown in one zone, and never shifted. */
export function zoneText(timeZone: string, now = new Date()): string {
  const name = (timeZoneName: 'long' | 'short') =>
    new Intl.DateTimeFormat('en-ZA', { timeZone, timeZoneName })
      .formatToParts(now)
      .find((it) => it.type === 'timeZoneName')?.value;
  return `${name('long')} (${name('short')})`;
}

export const TimeZoneLine = () => <Muted data-screen>All times are {zoneText(useConfig().timeZone)}.</Muted>;
