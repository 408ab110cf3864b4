import { fieldNameOf, fieldOf } from '#contract/fields.ts';
import type { LooseOutput } from '#contract/operations.ts';

/** Our spelling of another service's `INSTALMENT AMOUNT`; fields of single instalments stay as they are. */
export const recordFieldOf = (field: string): string =>
  /\[\d+\]$/.test(field) ? field : fieldNameOf(fieldOf(field) ? field : field.replace(/[^A-Za-z0-9]+/g, ''));

type LoggedChange = Pick<LooseOutput<'contractChangeReport'>, 'FieldChanged' | 'ChangeDate' | 'UserId'>;

/**
 * Who made the newest change of a record's field; undefined if its report names no person.
 * @param reports each ascending, so that the later of one minute comes last
 */
export function lastChangedBy(reports: readonly (readonly LoggedChange[])[], fieldName: string): string | undefined {
  let newest: LoggedChange | undefined;
  for (const it of reports.flat())
    if (recordFieldOf(it.FieldChanged ?? '') === fieldName && (it.ChangeDate ?? '') >= (newest?.ChangeDate ?? ''))
      newest = it;
  return newest?.UserId || undefined;
}
