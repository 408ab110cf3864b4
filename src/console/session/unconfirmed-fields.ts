import type { Fields } from '#answers/read-back/reader.ts';
import { fieldOf } from '#contract/fields.ts';
import { isIdentifying } from '#contract/identification.ts';
import { digestOf } from './unconfirmed-secret.ts';

const plainKinds: readonly unknown[] = ['date', 'dateTime', 'amount'];
const isPlain = (name: string, value: unknown): boolean =>
  value == null || value === '' || isIdentifying(name) || plainKinds.includes(fieldOf(name)?.input);
const digestOfField = async (name: string, value: unknown) => `#${await digestOf(`${name}=${String(value)}`)}`;

/** As stored in the browser; comparable with other results. */
export async function fieldValue(name: string, value: unknown): Promise<unknown> {
  return isPlain(name, value) ? (value ?? null) : digestOfField(name, value);
}

/** Values of many items repeat; each is digested once. */
export async function allFieldsOf(items: readonly object[]): Promise<Fields[]> {
  const keyOf = (name: string, value: unknown) => `${name}\n${String(value)}`;
  const pending = new Map<string, Promise<string>>();
  for (const item of items)
    for (const [name, value] of Object.entries(item)) {
      const key = isPlain(name, value) ? undefined : keyOf(name, value);
      if (key !== undefined && !pending.has(key)) pending.set(key, digestOfField(name, value));
    }
  // Most values are plain: 500 items wait once per digest, not once per value.
  const digests = new Map(await Promise.all([...pending].map(async ([key, digest]) => [key, await digest] as const)));
  const valueOf = ([name, value]: [string, unknown]) =>
    [name, isPlain(name, value) ? (value ?? null) : digests.get(keyOf(name, value))] as const;
  return items.map((item) => Object.fromEntries(Object.entries(item).map(valueOf)));
}

export const fieldsOf = async (item: object): Promise<Fields> => (await allFieldsOf([item]))[0] ?? {};
