import type { Fields } from '#answers/read-back/reader.ts';
import type { ApprovalChange } from '#contract/approvals.ts';
import { operations, type OperationName } from '#contract/operations.ts';

export type HeldKind = 'BANK_DETAILS' | 'CANCEL';
export type HeldOperation = ApprovalChange['Operation'];

/** The column of a merchant's rule that says whether a kind needs a second person. */
export const ruleColumns = { BANK_DETAILS: 'bank_details', CANCEL: 'cancel' } as const;

export const bankDetails: readonly string[] = operations.clientEdit.confirmedFields ?? [];

/** Of items that a rule may concern: changed bank details, and the cancel of all that remains of a contract. */
export function heldKindOf(operation: OperationName, item: Fields): HeldKind | undefined {
  switch (operation) {
    case 'clientEdit':
      return bankDetails.some((field) => item[field] !== undefined) ? 'BANK_DETAILS' : undefined;
    case 'omniInstalmentCancel':
      return item.InstalmentSequence == null ? 'CANCEL' : undefined;
    case 'contractCancel':
    case 'mandateCancel':
      return 'CANCEL';
    default:
      return undefined;
  }
}
