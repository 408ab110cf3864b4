import type { RowState } from '#answers/send/results.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { readBack, sendRows, unsentRow } from '#console/domain/write/send-rows.ts';
import type { Item } from '#console/import-engine/rows.ts';
import { reasonsOf } from '../check/reasons.ts';

/**
 * Adds new clients before their rows. The record with its key is stored before sending; without a response it is
 * checked, now or next time, before it is sent again (docs/decisions.md, 43).
 * @param cleared keys of checked writes that may be sent again; adds its own
 * @returns known outcomes, the number of unknown ones, and whether sending must stop
 */
export async function addClients(
  tenant: Tenant,
  items: readonly Item[],
  cleared: Set<string>,
): Promise<{ results: { number: string; reason?: string }[]; unknown: number; isEnd: boolean }> {
  const rows = items.map(unsentRow);
  const having = (state: RowState) => rows.filter((it) => it.state === state);
  // Clients that the check didn't find are sent a second time.
  for (let tries = 0; tries < 2 && having('unsent').length > 0; tries += 1) {
    const unsent = having('unsent');
    const call = await sendRows('clientCreate', tenant, unsent, cleared);
    for (const [at, row] of unsent.entries()) Object.assign(row, call.rows[at], { records: call.records });
    const unknown = having('unknown');
    if (unknown.length === 0) break;
    const { states } = await readBack('clientCreate', unknown, cleared);
    for (const [at, row] of unknown.entries()) row.state = states[at] ?? 'unknown';
  }
  return {
    results: [...having('accepted'), ...having('refused')].map((row) => ({
      number: String(row.item['ClientNumber']),
      ...(row.state === 'refused' && {
        reason: reasonsOf(row)
          .map((it) => it.message)
          .join(' '),
      }),
    })),
    unknown: having('unknown').length,
    isEnd: having('unknown').length + having('unsent').length > 0,
  };
}
