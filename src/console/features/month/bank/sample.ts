import { tokenSource } from '#console/api/auth.ts';
import { useConfig } from '#console/api/config.ts';
import { withToken } from '#console/api/http.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useTestClock } from '#console/session/test-clock.ts';
import { extensionAddress } from '#contract/extensions.ts';

/** The statement that the sandbox's simulated bank writes of a month. @throws network errors, or if there is none */
async function sampleStatement(merchant: string, month: string): Promise<File> {
  const address = extensionAddress('sandboxStatement', { merchant }, { Month: month, Format: 'fnb' });
  const response = await withToken(address, tokenSource(), {});
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
