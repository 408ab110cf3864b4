import { stageOf } from '#answers/statuses.ts';
import type { Config } from '#console/api/config.ts';

/** Of debits that are at the bank. */
export function underwayCodes({ codes }: Config): string[] {
  const listed = (codes.Status ?? codes.InstalmentStatus ?? []).map((it) => it.code);
  const own = listed.filter((code) => stageOf(code) === 'underway');
  return own.length > 0 ? own : ['SUBMITTED', 'TRACKING'];
}
