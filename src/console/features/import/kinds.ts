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
}

export const kinds: readonly ImportKind[] = Object.entries(writeOperations).flatMap(([name, { sheet }]) => {
  if (!sheet) return [];
  const [label, one, many] = sheet;
  return { operation: name as WriteName, group: name.endsWith('Edit') ? 'Changes' : 'New', label, one, many };
});

export const importKind = (operation: string): ImportKind | undefined => kinds.find((it) => it.operation === operation);

/** `1 mandate`, `1 204 mandates`. */
export const kindCountText = (count: number, { one, many }: Pick<ImportKind, 'one' | 'many'>): string =>
  countText(count, [one, many]);
