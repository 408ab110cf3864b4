import type { QueryClient } from '@tanstack/react-query';
import type { Json } from '#answers/error-body.ts';
import type { SendResults } from '#answers/send/results.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { contractIdOf, segmentOfRecord, type Named } from '#console/model/contract-id.ts';
import type { WriteName } from '#contract/operations.ts';
import { writeOperations } from './operations.ts';

/**
 * Shows an edit in the cached lists until they are refetched. Otherwise the next edit would begin with the old amount
 * or date.
 */
export function showStored(client: QueryClient, name: WriteName, tenant: Tenant, { items }: SendResults): void {
  const { stored: fields } = writeOperations[name];
  const accepted = items.filter((it) => it.state === 'accepted').map((it) => it.item);
  if (!fields || accepted.length === 0) return;
  const keyOf = (record: Json, contract: Named) =>
    `${segmentOfRecord(contractIdOf(record) ?? contract)}/${String(record[fields.sequence])}`;
  const stored = new Map(accepted.map((item) => [keyOf(item, item), item]));
  const shown = (records: readonly Json[], contract: Named) =>
    records.map((it) => ({ ...it, ...stored.get(keyOf(it, contract)) }));

  for (const { list, within } of fields.lists) {
    const read = client.getQueriesData<{ records: readonly Json[] }>({
      queryKey: [list, tenant.merchant, tenant.product],
    });
    for (const [key, answer] of read) {
      const asked = (key[3] ?? {}) as Named;
      if (!answer) continue;
      const records = within
        ? answer.records.map((record) => {
            const parts = record[within] as readonly Json[] | undefined;
            return { ...record, ...(parts && { [within]: shown(parts, contractIdOf(record) ?? asked) }) };
          })
        : shown(answer.records, asked);
      client.setQueryData(key, { ...answer, records });
    }
  }
}
