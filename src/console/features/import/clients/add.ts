import type { Tenant } from '#console/api/tenant.ts';
import { readBack, sendSteps, type Step } from '#console/domain/write/steps.ts';
import type { Item } from '#console/import-engine/rows.ts';
import { reasonsOf, stepOf } from '../check/reasons.ts';

/**
 * Adds the clients that rows wait for. The write is stored with its key before it goes, as every other is: what has no answer is
 * read back, here or the next time, before it goes again (docs/decisions.md, 43).
 *
 * @param cleared keys of writes that were read back and may go again; takes those of this one
 * @returns those of which it is known, how many others, and whether nothing more should go
 */
export async function addClients(
  tenant: Tenant,
  items: readonly Item[],
  cleared: Set<string>,
): Promise<{ results: { number: string; reason?: string }[]; unknown: number; isEnd: boolean }> {
  const steps = items.map(stepOf);
  const having = (state: Step['state']) => steps.filter((it) => it.state === state);
  // A second time what was read back and is not there.
  for (let tries = 0; tries < 2 && having('waiting').length > 0; tries += 1) {
    const waiting = having('waiting');
    const { results, records } = await sendSteps('clientCreate', tenant, waiting, cleared);
    for (const [at, step] of waiting.entries()) Object.assign(step, results[at], { records });
    const unknown = having('unknown');
    if (unknown.length === 0) break;
    const { states } = await readBack('clientCreate', unknown, cleared);
    for (const [at, step] of unknown.entries()) step.state = states[at] ?? 'unknown';
  }
  return {
    results: [...having('done'), ...having('refused')].map((step) => ({
      number: String(step.item['ClientNumber']),
      ...(step.state === 'refused'
        ? {
            reason: reasonsOf(step)
              .map((it) => it.message)
              .join(' '),
          }
        : {}),
    })),
    unknown: having('unknown').length,
    isEnd: having('unknown').length + having('waiting').length > 0,
  };
}
