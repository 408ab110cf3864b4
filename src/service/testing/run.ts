import { stoppedClock } from '#service/base/clock.ts';

function stoppedAt(): string {
  const now = process.env['SANDBOX_NOW'];
  if (!now) throw new Error('SANDBOX_NOW is not set: run tests with npm run test:service -- FILE.');
  return now;
}

/** The business time of all tests but those that move it (scripts/settings.mjs). */
export const testNow = stoppedAt();

export const testClock = stoppedClock(testNow);

/** For settings of a further service on the database of a test. Empty, but in one step of all tests. */
export const numbersKeyFile = process.env['TEST_NUMBERS_KEY_FILE'] ?? '';
