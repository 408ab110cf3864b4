import type { Report } from '#console/domain/collections/report-list.ts';

/**
 * On screen the number and the surname are in the cell of the name, the old value in the cell of the new one, and another
 * currency in the cell of the amount, which a file has as a number.
 */
export const withPairs = (
  { columns: all, sum }: Report,
  columns: readonly string[],
  hasCurrencies = false,
): string[] => {
  const isMissing = (fieldName: string) => !columns.includes(fieldName) && all.some((it) => it.fieldName === fieldName);
  return columns.flatMap((it) => {
    if (it === 'ClientName' && isMissing('ClientNumber')) return [it, 'ClientNumber'];
    if (it === 'Name' && isMissing('Surname')) return [it, 'Surname'];
    if (hasCurrencies && it === sum?.fieldName && sum.currency && isMissing(sum.currency)) return [it, sum.currency];
    return it === 'NewValue' && isMissing('OldValue') ? ['OldValue', it] : [it];
  });
};
