import { links } from '#console/domain/links.ts';
import { writeOperations } from '#console/domain/write/operations.ts';
import type { WriteName } from '#contract/operations.ts';
import { countText } from '#kit/ui/sums.ts';

/** An operation that takes a list, so that its records can be imported. */
export interface ImportKind {
  operation: WriteName;
  group: 'New' | 'Changes';
  label: string;
  one: string;
  many: string;
  /** The page that lists them. */
  list: string;
}

/** By the first letters of the operation, the longer first. */
const lists = [
  ['client', links.clients],
  ['contract', links.withoutMandate],
  ['mandateInitiate', links.initiates],
  ['instalment', links.instalments],
  ['omni', links.byCollectionDate],
  ['payoutContract', links.payoutContracts],
  ['payoutPayment', links.payments],
] as const;

export const kinds: readonly ImportKind[] = Object.entries(writeOperations).flatMap(([name, { sheet }]) => {
  if (!sheet) return [];
  const [label, one, many] = sheet;
  const list = (lists.find(([prefix]) => name.startsWith(prefix)) ?? ['', links.contracts])[1]();
  return { operation: name as WriteName, group: name.endsWith('Edit') ? 'Changes' : 'New', label, one, many, list };
});

export const importKind = (operation: string): ImportKind | undefined => kinds.find((it) => it.operation === operation);

/** `1 mandate`, `1 204 mandates`. */
export const kindCountText = (count: number, { one, many }: Pick<ImportKind, 'one' | 'many'>): string =>
  countText(count, [one, many]);
