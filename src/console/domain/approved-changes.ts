import type { ChangedField } from '#console/domain/write/difference.ts';
import type { ApprovalChange } from '#contract/approvals.ts';
import { fieldOf } from '#contract/fields.ts';

/** Numbers without their fingerprint, which is for comparisons; codes as the lookups have them. */
function valueOf(field: string, value: string | null) {
  if (value === null) return null;
  const { sensitive = false, input } = fieldOf(field) ?? {};
  return sensitive ? value.replace(/^…(\S+).*$/, '•••• $1') : input === 'integer' ? Number(value) : value;
}

/** The fields of a change that needs a second person. @param isUnknown the old values are not known */
export const approvedChanges = (fields: ApprovalChange['Fields'], isUnknown = false): ChangedField[] =>
  fields.map(({ Field, Old, New }) => ({
    fieldName: Field,
    old: valueOf(Field, Old),
    next: valueOf(Field, New),
    isUnknown,
  }));
