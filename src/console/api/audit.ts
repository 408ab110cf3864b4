import { extensionAddress } from '#contract/extensions.ts';
import { tokenSource } from './auth.ts';
import { readWithToken, withToken } from './http.ts';

/** The audit is no part of the interface (docs/decisions.md, 56). */

/** What happens in the browser with records that were read before. */
interface AuditReport {
  Action: 'export' | 'unmask';
  What: string;
  Format?: 'csv' | 'xlsx' | 'jsonl';
  Records?: number;
  Product?: string;
  ClientNumber?: string;
}

/** Records it before it happens. @throws Error if the service did not take it */
export async function recordInAudit(merchant: string, report: AuditReport): Promise<void> {
  const address = extensionAddress('auditRecord', { merchant });
  const answer = await withToken(address, tokenSource(), { method: 'POST', body: JSON.stringify(report) });
  if (!answer.ok) throw new Error('this could not be recorded in the audit. Try again shortly.');
}

/**
 * Records that a hidden number is shown, before it is.
 * @param client on a client's page
 */
export const recordUnmasking = (
  { merchant, product }: { merchant: string; product: string },
  What: string,
  client: string | undefined,
): Promise<void> =>
  recordInAudit(merchant, {
    Action: 'unmask',
    What,
    Product: product,
    ...(client !== undefined && { ClientNumber: client }),
  });

/** @throws Unreachable, or Error unless answered */
export async function readAudit<Answer>(
  merchant: string,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await readWithToken(extensionAddress('auditList', { merchant }, query), tokenSource(), signal);
  if (!answer.ok) throw new Error(`The audit answered ${answer.status}.`);
  return (await answer.json()) as Answer;
}
