import type { RowState } from '#answers/send/results.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { sendRows, unsentRow } from '#console/domain/outbox/send-rows.ts';
import type { Unanswered } from '#console/domain/outbox/sent-calls.ts';
import type { SheetItem } from '#sheet-engine/rows.ts';
import { rowProblems } from '../check/reasons.ts';

/**
 * Adds new clients before their rows. Without an answer the same clients are sent again as the same call, now or after a reload.
 * @returns known outcomes, the number of unknown ones, and whether sending must stop
 */
export async function addClients(
  tenant: Tenant,
  items: readonly SheetItem[],
  unanswered: Unanswered,
): Promise<{ results: { number: string; reason?: string }[]; unknown: number; isEnd: boolean }> {
  if (items.length === 0) return { results: [], unknown: 0, isEnd: false };
  const { rows } = await sendRows('clientCreate', tenant, items.map(unsentRow), { unanswered, isAskedBySender: true });
  const count = (state: RowState) => rows.filter((it) => it.state === state).length;
  return {
    results: rows.flatMap((row, index) => {
      if (row.state !== 'accepted' && row.state !== 'refused') return [];
      const reason = rowProblems(row)
        .map((it) => it.message)
        .join(' ');
      return [{ number: String(items[index]?.['ClientNumber']), ...(row.state === 'refused' && { reason }) }];
    }),
    unknown: count('unknown'),
    isEnd: count('unknown') + count('unsent') > 0,
  };
}
