import { call, type SentItems } from '#console/api/client.ts';
import { CallError, explain, isUnknown } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { WriteName } from '#contract/operations.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { SheetItem, RowProblem } from '#sheet-engine/rows.ts';
import type { ImportKind } from '../kinds.ts';
import { rowProblems } from './reasons.ts';

/** Rows per call, as in sending. */
const size = 500;

export interface CheckResult {
  accepted: number;
  refused: number;
  /** New clients that would be accepted; their rows can be checked only after saving them. */
  clients: number;
  /** Why it ended before the last row, as text. */
  why?: string;
}

/** Reasons per item; an empty list if accepted. */
type CheckAnswer = RowProblem[][] | { why: string; isUnproven?: boolean };

async function ask(operation: WriteName, { merchant, product }: Tenant, items: SheetItem[]): Promise<CheckAnswer> {
  try {
    const input = items as SentItems<WriteName>;
    const { results } = await call(operation, { merchant, product }, input, { isDryRun: true });
    return results.items.map(({ state, reasons }) => rowProblems({ state, faults: reasons }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { status = 0, kind, faults } = error;
    if (status >= 200 && status < 300)
      return { why: 'It is not certain that the last rows were only checked, and not saved.', isUnproven: true };
    if (isUnknown(error) || kind === 'notSent' || kind === 'signedOut' || kind === 'notPermitted')
      return { why: `${explain(error).title}.` };
    const reasons = rowProblems({ state: 'refused', faults });
    return items.map(() => reasons);
  }
}

const countOf = (reasons: RowProblem[][], isRefused: boolean) =>
  reasons.filter((it) => it.length > 0 === isRefused).length;

/**
 * Checks rows and their new clients in a dry run (docs/decisions.md, 48) and shows refusals at the rows.
 * @param onProgress called with the number of checked rows and the total
 */
export async function checkRows(
  { operation }: ImportKind,
  tenant: Tenant,
  { checks, clients, session }: Import,
  onProgress: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<CheckResult> {
  const result: CheckResult = { accepted: 0, refused: 0, clients: 0 };
  await clients.reconsider();
  await checks.begin();
  while (result.why === undefined) {
    const { items, left } = await checks.next(size);
    if (items.length === 0) break;
    const done = result.accepted + result.refused;
    onProgress(done, done + left);
    const answer = signal.aborted ? { why: 'You stopped it.' } : await ask(operation, tenant, items);
    if (!Array.isArray(answer)) {
      result.why = answer.why;
      if (answer.isUnproven) await checks.note([], 'unknown');
      break;
    }
    await checks.note(answer, 'unsent');
    result.refused += countOf(answer, true);
    result.accepted += countOf(answer, false);
  }
  const added = await clients.next(Infinity);
  for (let from = 0; from < added.length && result.why === undefined; from += size) {
    const items = added.slice(from, from + size);
    const answer = signal.aborted ? { why: 'You stopped it.' } : await ask('clientCreate', tenant, items);
    if (!Array.isArray(answer)) result.why = answer.why;
    else {
      const refused = items.flatMap((item, at) => {
        const reason = answer[at]?.map(({ message }) => message).join(' ');
        return reason ? [{ number: String(item.ClientNumber), reason }] : [];
      });
      if (refused.length > 0) await clients.settle(refused);
      result.clients += items.length - refused.length;
      result.refused += refused.length;
    }
  }
  await session.saveStates();
  return result;
}
