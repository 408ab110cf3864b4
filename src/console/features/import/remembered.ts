import { currentSubject } from '../../api/auth.ts';

/** Which fields this person gave to headings before, by heading. Headings hold nothing personal; the cells are never kept. */
const keyOf = (operation: string) => `import-columns:${currentSubject()}:${operation}`;

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
