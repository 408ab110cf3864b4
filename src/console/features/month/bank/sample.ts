import { tokenSource } from '#console/api/auth.ts';
import { useConfig } from '#console/api/config.ts';
import { withToken } from '#console/api/http.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useTestClock } from '#console/session/test-clock.ts';

/** The statement that the sandbox's simulated bank writes of a month. @throws network errors, or if there is none */
async function sampleStatement(merchant: string, month: string): Promise<File> {
  const query = new URLSearchParams({ Month: month, Format: 'fnb' });
  const path = `sandbox/statement/${encodeURIComponent(merchant)}?${query.toString()}`;
  const response = await withToken(`/${path}`, tokenSource(), {});
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return new File([await response.blob()], `statement-${month}.csv`);
}

/** Undefined where there is no simulated bank: only a service with a test clock has one. */
export function useSampleStatement(month: string): (() => Promise<File>) | undefined {
  const { merchant } = useTenant();
  const { environment } = useConfig();
  const clock = useTestClock(merchant);
  if (environment !== 'Sandbox' || !clock || month > clock.there.slice(0, 7)) return undefined;
  return () => sampleStatement(merchant, month);
}
