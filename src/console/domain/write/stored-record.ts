import type { QueryClient } from '@tanstack/react-query';
import {
  comparedNames,
  differingFields,
  keptFields,
  mergedFields,
  sequenced,
  type Fields,
} from '#answers/read-back/reader.ts';
import { readNow } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { lastChangedBy } from '#console/domain/timeline/logged-field.ts';
import { contractIdOf, type ContractId } from '#console/model/contract-id.ts';
import { businessNow } from '#console/session/wall-clock.ts';
import { addDays, dateOf } from '#rules/calendar.ts';
import { writeOperations } from './operations.ts';
import { readerOf, refetch } from './refetch.ts';
import type { Undo } from './undo.ts';

type NamedClient = { ClientNumber: string };
export type RecordName = NamedClient | ContractId;
const isClient = (named: RecordName): named is NamedClient =>
  !('ContractSequence' in named || 'ContractNumber' in named);

/** The record as it is stored now, also for the pages that show it. @throws CallError */
export async function storedRecord(queries: QueryClient, tenant: Tenant, named: RecordName): Promise<object> {
  if (isClient(named)) {
    const [client] = (await readNow(queries, 'clientList', tenant, named)).records;
    if (client) return client;
    throw new CallError('notFound', { operation: 'clientList' });
  }
  // Each of the two retrieves returns a subset, and a contract need not have a mandate.
  const [mandate, contract] = await Promise.allSettled([
    readNow(queries, 'mandateList', tenant, named),
    readNow(queries, 'contractList', tenant, named),
  ]);
  for (const it of [mandate, contract])
    if (it.status === 'rejected' && !(it.reason instanceof CallError && it.reason.kind === 'notFound')) throw it.reason;
  const [ofMandate, ofContract] = [mandate, contract].map((it) =>
    it.status === 'fulfilled' ? (it.value.records[0] as ContractRecord | undefined) : undefined,
  );
  if (!ofMandate && !ofContract) throw new CallError('notFound', { operation: 'contractList' });
  return mergedFields(ofContract, ofMandate);
}

/** Who changed a field last, as far as the service says. */
export async function changedBy(
  tenant: Tenant,
  named: RecordName,
  stored: { BankDetailsChangedBy?: string | null },
  fieldName: string,
): Promise<string | undefined> {
  // The record itself names who changed the bank details; no report names who changed a client's other fields.
  if (isClient(named))
    return /^(?:Bank|Branch|Account)/.test(fieldName) ? (stored.BankDetailsChangedBy ?? undefined) : undefined;
  const today = dateOf(businessNow());
  const range = { StartDate: `${addDays(today, -7)} 00:00`, EndDate: `${today} 23:59` };
  try {
    const reports = await Promise.all(
      (['contractChangeReport', 'mandateChangeReport'] as const).map((it) =>
        refetch(it, tenant, { ...range, ...named }),
      ),
    );
    return lastChangedBy(reports, fieldName);
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** What an edit changed, as it is stored now; `undefined` if it is not there any more. @throws CallError */
export async function storedNow(
  queries: QueryClient,
  tenant: Tenant,
  { operation, sent }: Pick<Undo, 'operation' | 'sent'>,
): Promise<object | undefined> {
  const { stored } = writeOperations[operation];
  const item = sent as Fields;
  if (stored)
    return sequenced(
      readerOf(tenant),
      stored.lists[0].list,
      { ...contractIdOf(item) },
      stored.sequence,
      Number(item[stored.sequence]),
    );
  return storedRecord(queries, tenant, contractIdOf(item) ?? { ClientNumber: String(item.ClientNumber) });
}

/** The fields of an edit whose stored value is another one, as far as they are returned; `undefined` if none is. */
export const differingNow = (sent: object, now: object): string[] | undefined =>
  Object.keys(keptFields(now as Fields, comparedNames(sent as Fields))).length > 0
    ? differingFields(sent as Fields, now as Fields)
    : undefined;
