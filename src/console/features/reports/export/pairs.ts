import type { Report } from '#console/domain/collections/report-list.ts';

/** On screen the number and the surname are in the cell of the name, and the old value in the cell of the new one. */
export const withPairs = ({ columns: all }: Report, columns: readonly string[]): string[] => {
  const isMissing = (fieldName: string) => !columns.includes(fieldName) && all.some((it) => it.fieldName === fieldName);
  return columns.flatMap((it) => {
    if (it === 'ClientName' && isMissing('ClientNumber')) return [it, 'ClientNumber'];
    if (it === 'Name' && isMissing('Surname')) return [it, 'Surname'];
    return it === 'NewValue' && isMissing('OldValue') ? ['OldValue', it] : [it];
  });
};
