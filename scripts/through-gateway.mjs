// Browser tests with a sandbox as provider, and this server in front of it as `npm run start:gateway` starts it.
/**
 * What people do with records of any provider. What only our own service has is not among it, nor what reads the sample of a fixed day.
 */
export const gatewayFiles = [
  'main-job',
  'no-duplicates',
  'lost-answers',
  'instalments',
  'mandate-terms',
  'payouts',
  'collect',
  'import',
  'import-faults',
  'refusals',
  'records',
  'month-end',
  'bank',
  'pack-sheets',
  'statements',
  'deliveries',
  'approvals',
  'two-administrators',
  'people',
  'second-factor',
  'bank-details',
  'audit',
  'organisations',
  'session',
  'notes',
  'sent-messages',
  'events',
].map((name) => `e2e/${name}.e2e.ts`);

/**
 * In front of a provider the server has the machine's clock. So the sandbox behind it stops at the noon of the machine's day, in a
 * time zone where it is early: a run at any hour is the same run, and none meets midnight.
 */
export function gatewayEnvironment(now = new Date()) {
  const timeIn = (/** @type {string} */ timeZone) => now.toLocaleString('sv', { timeZone });
  const zone = Intl.supportedValuesOf('timeZone').find((name) => / 0[5-8]:/.test(timeIn(name)));
  if (!zone) throw new Error('It is early nowhere.');
  return { E2E_GATEWAY: 'yes', TIME_ZONE: zone, SANDBOX_NOW: `${timeIn(zone).slice(0, 10)} 12:00` };
}
