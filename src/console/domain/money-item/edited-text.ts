import { changesText } from '#console/domain/write/changes-text.ts';
import type { ChangedField } from '#console/domain/write/difference.ts';
import { weekdayText } from '#rules/day-text.ts';

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * `Instalment 2 moved to Fri 29 Jan 2027`, or the changes.
 * @param date its date field
 */
export function editedText(name: string, date: string, changes: readonly ChangedField[]): string {
  const [only, ...others] = changes;
  return only?.fieldName === date && others.length === 0 && typeof only.next === 'string'
    ? `${name} moved to ${weekdayText(only.next)}`
    : `${name} updated: ${changesText(changes)}`;
}
