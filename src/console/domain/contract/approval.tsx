import { fieldLabel, type ChangedField } from '#console/domain/write/difference.ts';
import type { FieldName } from '#contract/fields.ts';
import { Notice } from '#kit/ui/notice.tsx';

/** The product whose mandates the payer approves at the bank. */
export const isApprovedByPayer = (product: string): boolean => product.toUpperCase() === 'DEBICHECK';

// docs/decisions.md, 46: advice, because providers differ.
const forApproval: readonly FieldName[] = [
  'InstalmentAmount',
  'MaximumAmount',
  'CollectionDay',
  'InstalmentStartDate',
  'FirstCollectionDate',
  'FirstCollectionAmount',
  'AdjustmentCategory',
  'AdjustmentAmount',
  'AdjustmentRate',
];
const forNewMandate: readonly FieldName[] = ['FrequencyCode'];

const hintOf = (fieldName: string): string | undefined =>
  (forApproval as readonly string[]).includes(fieldName)
    ? 'A change usually needs the payer’s approval again.'
    : (forNewMandate as readonly string[]).includes(fieldName)
      ? 'Banks usually want a new mandate for another frequency.'
      : undefined;

/** Adds a hint to fields that the payer approved. */
export const approvalHints = (hints: Record<string, string>): Record<string, string> => ({
  ...hints,
  ...Object.fromEntries(
    [...forApproval, ...forNewMandate].map((fieldName) => [
      fieldName,
      [hintOf(fieldName), hints[fieldName]].filter(Boolean).join(' '),
    ]),
  ),
});

/** Which changes the payer must approve again, or that need a new mandate. */
export function ApprovalNote({ changes }: { changes: readonly ChangedField[] }) {
  const named = (list: readonly string[]) =>
    changes.flatMap(({ fieldName }) => (list.includes(fieldName) ? fieldLabel(fieldName) : [])).join(', ');
  const [approved, replaced] = [named(forApproval), named(forNewMandate)];
  if (!approved && !replaced) return null;
  return (
    <Notice tone="warning">
      {approved && <div>The payer usually has to approve this again at the bank: {approved}.</div>}
      {replaced && <div>Usually a new mandate is needed for: {replaced}.</div>}
    </Notice>
  );
}
