import type { Pool } from 'pg';
import { paceKey, takeTurn, waitForTurn, type Pace } from '../pace.ts';

/** Waits for a person's turn to try a code, which the caller then checks. @returns seconds after which to retry, instead of waiting */
export async function waitForCodeTurn(pool: Pool, username: string): Promise<number | undefined> {
  return waitForTurn(await takeTurn(pool, async () => [[codeKey(username), codePace]]));
}

export async function recordRightCode(pool: Pool, username: string): Promise<void> {
  await pool.query('delete from sign_in.pace where key_hash = $1', [codeKey(username)]);
}

const codeKey = (username: string): Buffer => paceKey('second factor', username);

/**
 * For codes of six digits, of which three are right at any time: 288 guesses a day, from any address. Only someone who knows the
 * password gets this far.
 */
const codePace: Pace = { free: 5, first: 1, longest: 300, leak: 360, inTurn: true };
