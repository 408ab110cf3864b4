import type { QueryClient } from '@tanstack/react-query';
import type { ReadName, WriteName } from '#console/api/client.ts';
import { contractIdOf, segmentOfRecord, type Named } from '#console/api/contract-id.ts';
import type { Json } from '#console/api/error-body.ts';
import type { SendResults } from '#console/api/send/results.ts';
import type { Tenant } from '#console/api/tenant.ts';

interface Place {
  list: ReadName;
  /** The field of its records that holds them, where these are contracts. */
  within?: string;
}

/** What tells the records of an edit apart within their contract, and where they are read. */
const edited: Partial<Record<WriteName, { sequence: string; places: readonly Place[] }>> = {
  instalmentEdit: { sequence: 'InstalmentSequence', places: [{ list: 'instalmentList' }] },
  omniInstalmentEdit: { sequence: 'InstalmentSequence', places: [{ list: 'omniInstalmentList' }] },
  payoutPaymentEdit: {
    sequence: 'PaymentSequence',
    places: [{ list: 'payoutPaymentList' }, { list: 'payoutContractList', within: 'ContractPayments' }],
  },
};

/**
 * Has what was read before an edit show what the edit stored, until it is read again: what is edited or repeated in between
 * would begin at an amount or a date that is there no longer.
 */
export function showStored(client: QueryClient, name: WriteName, tenant: Tenant, { items }: SendResults): void {
  const kind = edited[name];
  const accepted = items.filter((it) => it.state === 'accepted').map((it) => it.item);
  if (!kind || accepted.length === 0) return;
  const keyOf = (record: Json, contract: Named) =>
    `${segmentOfRecord(contractIdOf(record) ?? contract)}/${String(record[kind.sequence])}`;
  const stored = new Map(accepted.map((item) => [keyOf(item, item), item]));
  const shown = (records: readonly Json[], contract: Named) =>
    records.map((it) => ({ ...it, ...stored.get(keyOf(it, contract)) }));

  for (const { list, within } of kind.places) {
    const read = client.getQueriesData<{ records: readonly Json[] }>({
      queryKey: [list, tenant.merchant, tenant.product],
    });
    for (const [key, answer] of read) {
      const asked = (key[3] ?? {}) as Named;
      if (!answer) continue;
      const records = within
        ? answer.records.map((it) => {
            const parts = it[within] as readonly Json[] | undefined;
            return { ...it, ...(parts && { [within]: shown(parts, contractIdOf(it) ?? asked) }) };
          })
        : shown(answer.records, asked);
      client.setQueryData(key, { ...answer, records });
    }
  }
}
