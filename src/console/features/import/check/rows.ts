import { call, type Sent, type WriteName } from '../../../api/client.ts';
import { CallError, explain, isUnknown } from '../../../api/errors.ts';
import type { Tenant } from '../../../api/tenant.ts';
import type { Import } from '../../../import-engine/client.ts';
import type { Item } from '../../../import-engine/rows.ts';
import type { Kind } from '../kinds.ts';
import { saidOf } from '../sending.ts';

/** Rows of one call, as when they are sent. */
const size = 500;

export interface CheckResult {
  accepted: number;
  refused: number;
  /** Why it ended before the last row, in words for the person. */
  why?: string;
}

/**
 * Has the service do everything with the rows but keep it (docs/decisions.md, 48). What it would refuse is noted at the rows
 * in its own words.
 * @param onProgress told how many rows were checked, and of how many
 */
export async function checkRows(
  { operation }: Kind,
  { merchant, product }: Tenant,
  { run, session }: Import,
  onProgress: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<CheckResult> {
  const result: CheckResult = { accepted: 0, refused: 0 };
  /** @returns why no more rows should be asked about */
  const ask = async (items: Item[]): Promise<string | undefined> => {
    try {
      const { results } = await call(operation as WriteName, { merchant, product }, items as Sent<WriteName>, {
        isDryRun: true,
      });
      const said = results.items.map(({ state, reasons }) =>
        saidOf({ state: state === 'refused' ? 'refused' : 'done', faults: reasons }),
      );
      await run.noteCheck(said, 'unsent');
      result.refused += said.filter((it) => it.length > 0).length;
      result.accepted += said.filter((it) => it.length === 0).length;
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { status = 0, kind, faults } = error;
      if (status >= 200 && status < 300) {
        await run.noteCheck([], 'unknown');
        return 'It is not certain that the last rows were only checked, and not saved.';
      }
      if (isUnknown(error) || kind === 'signedOut' || kind === 'notPermitted') return `${explain(error).title}.`;
      const said = saidOf({ state: 'refused', faults });
      await run.noteCheck(
        items.map(() => said),
        'unsent',
      );
      result.refused += items.length;
      return undefined;
    }
  };
  await run.beginCheck();
  while (result.why === undefined) {
    const { items, left } = await run.toCheck(size);
    if (items.length === 0) break;
    const done = result.accepted + result.refused;
    onProgress(done, done + left);
    result.why = signal.aborted ? 'You stopped it.' : await ask(items);
  }
  await session.keepStates();
  return result;
}
