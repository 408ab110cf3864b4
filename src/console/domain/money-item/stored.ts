import { isSameValue, listsOf, sequenced } from '#answers/read-back/reader.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { readerOf } from '#console/domain/write/refetch.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { changedItem, itemKey, type MoneyItem } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

/** Those of some fields whose values differ, as far as both are known: not every list has every field. */
export const movedFields = <F extends string>(fieldNames: readonly F[], before: object, now: object): F[] => {
  const [old, next] = [before, now] as Record<string, unknown>[];
  return fieldNames.filter(
    (it) => old?.[it] !== undefined && next?.[it] !== undefined && !isSameValue(old[it], next[it]),
  );
};

/** An item as it is stored now, with what its row knows of it; `undefined` if that can't be read. */
export async function storedItem(
  { list, number }: MoneyItemResource,
  tenant: Tenant,
  item: MoneyItem,
): Promise<MoneyItem | undefined> {
  try {
    const now = await sequenced(readerOf(tenant), list, { ...contractIdOf(item) }, number, item.number ?? 0);
    return now && changedItem(item, now);
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** The same of many, each contract read once: those with another value than their row has. @throws CallError, or the signal's reason */
export async function changedItems(
  { list, number }: MoneyItemResource,
  tenant: Tenant,
  items: readonly MoneyItem[],
  fieldName: string,
  signal: AbortSignal,
): Promise<Map<string, MoneyItem>> {
  const lists = await listsOf(
    readerOf(tenant),
    list,
    items.map((it) => ({ ...contractIdOf(it) })),
    signal,
  );
  return new Map(
    items.flatMap((item, at) => {
      const now = lists[at]?.find((one) => one[number] === item.number);
      return now && movedFields([fieldName], item, now).length > 0
        ? [[itemKey(item), changedItem(item, now)] as const]
        : [];
    }),
  );
}
