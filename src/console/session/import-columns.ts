import { currentSubject, importColumnsPrefix } from '#console/api/auth.ts';

/** Which fields this person gave to headings before, by heading, until they sign out. The cells are never kept. */
const prefix = () => `${importColumnsPrefix}${currentSubject()}:`;
const keyOf = (operation: string) => prefix() + operation;

export function rememberedColumns(operation: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(operation)) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

export function rememberColumns(operation: string, columns: Readonly<Record<string, string>>): void {
  try {
    localStorage.setItem(keyOf(operation), JSON.stringify({ ...rememberedColumns(operation), ...columns }));
  } catch {
    // The next import guesses again.
  }
}

const keys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix()));

export const hasRememberedColumns = (): boolean => keys().length > 0;

export function forgetColumns(): void {
  for (const key of keys()) localStorage.removeItem(key);
}
