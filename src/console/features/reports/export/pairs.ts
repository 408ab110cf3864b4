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
  return columns.flatMap((column) => {
    if (column === 'ClientName' && isMissing('ClientNumber')) return [column, 'ClientNumber'];
    if (column === 'Name' && isMissing('Surname')) return [column, 'Surname'];
    if (hasCurrencies && column === sum?.fieldName && sum.currency && isMissing(sum.currency))
      return [column, sum.currency];
    return column === 'NewValue' && isMissing('OldValue') ? ['OldValue', column] : [column];
  });
};
