import { call, type ReadName, type Records, type Sent } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { fieldValue, type Fields } from '#console/session/unconfirmed-fields.ts';
import { fieldOf } from '#contract/fields.ts';
import type { Input } from '#contract/operations.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { toCents } from '#rules/money.ts';

/** Reads records without the cache; "not found" is an empty list. @throws CallError */
export async function refetch<N extends ReadName>(name: N, tenant: Tenant, input: Input<N>, signal?: AbortSignal) {
  try {
    // TypeScript cannot resolve the conditional types of `call` for a generic N.
    return ((await call(name, tenant, input as Sent<N>, { signal })) as Records<N>).records as Fields[];
  } catch (error) {
    if (error instanceof CallError && error.kind === 'notFound') return [];
    throw error;
  }
}

const identity = ['ContractSequence', 'ClientNumber', 'ContractNumber'] as const;
/** The contract's sequence, otherwise the other identification. */
export const contractOf = (item: Fields): Input<'contractList'> =>
  item.ContractSequence == null
    ? Object.fromEntries(identity.flatMap((name) => (item[name] == null ? [] : [[name, item[name]]])))
    : { ContractSequence: item.ContractSequence as number };

const isIdentity = (name: string) => (identity as readonly string[]).includes(name) || /^\w+Sequence$/.test(name);

const comparable = (value: unknown): unknown => {
  if (typeof value === 'number') return toCents(value) ?? value;
  return typeof value === 'string' && dateOf(value) ? value.slice(0, 16).replace('T', ' ') : (value ?? null);
};

/** Whether two sent or stored values are equal: to the cent, to the minute, and to the day if one has no time. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const [a, b] = [comparable(one), comparable(other)];
  if (typeof a !== 'string' || typeof b !== 'string' || !(isDate(a) || isDate(b))) return a === b;
  return dateOf(a) === dateOf(b);
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Some services mask sensitive values, which then cannot be compared. */
const isCovered = (name: string, value: unknown) =>
  fieldOf(name)?.sensitive === true && typeof value !== 'number' && !/^\w+$/.test(textOf(value));

/** Fields whose returned value differs from the sent one, and the number of returned fields. */
export async function compared(sent: Fields, now: Fields) {
  const names = Object.keys(sent).filter((name) => !isIdentity(name) && !isCovered(name, now[name]));
  const returned = names.filter((name) => now[name] !== undefined);
  const pairs = returned.map(async (name) => [name, await fieldValue(name, now[name])] as const);
  const differing = (await Promise.all(pairs)).filter(([name, value]) => !isSameValue(value, sent[name]));
  return { returned: returned.length, differing: differing.map(([name]) => name) };
}

export const first = async (list: ReadName, tenant: Tenant, input: Fields | Input<ReadName>) =>
  (await refetch(list, tenant, input as never))[0];

/** An instalment or payment by its number within its contract. Some services answer with all of the contract. */
export async function sequenced(
  list: ReadName,
  tenant: Tenant,
  contract: Fields | Input<ReadName>,
  sequence: string,
  number: number,
): Promise<Fields | undefined> {
  const records = await refetch(list, tenant, { ...contract, [sequence]: number } as never);
  return records.find((it) => it[sequence] === number) ?? records.find((it) => it[sequence] === undefined);
}

/** Parallel reads, the browsers' limit per server. */
const atOnce = 6;

export async function listsOf(list: ReadName, tenant: Tenant, items: readonly Fields[], signal?: AbortSignal) {
  const names = new Map(items.map((item) => [JSON.stringify(contractOf(item)), contractOf(item)]));
  const waiting = [...names];
  const lists = new Map<string, Fields[]>();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      lists.set(next[0], await refetch(list, tenant, next[1] as Input<ReadName> as never, signal));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.map((item) => lists.get(JSON.stringify(contractOf(item))) ?? []);
}
