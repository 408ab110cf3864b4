import { currentSubject, importColumnsPrefix } from '#console/api/auth.ts';
import { localStore } from '#kit/base/storage.ts';

/** The fields that this person assigned to headings, until sign-out. Cells are never stored. */
const prefix = () => `${importColumnsPrefix}${currentSubject()}:`;
const storageKey = (operation: string) => prefix() + operation;

export function rememberedColumns(operation: string): Record<string, string> {
  try {
    return JSON.parse(localStore.getItem(storageKey(operation)) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

export function rememberColumns(operation: string, columns: Readonly<Record<string, string>>): void {
  localStore.setItem(storageKey(operation), JSON.stringify({ ...rememberedColumns(operation), ...columns }));
}

const keys = (): string[] => localStore.keys().filter((key) => key.startsWith(prefix()));

export const hasRememberedColumns = (): boolean => keys().length > 0;

export function forgetColumns(): void {
  for (const key of keys()) localStore.removeItem(key);
}
