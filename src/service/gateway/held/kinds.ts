import type { Fields } from '#answers/read-back/reader.ts';
import type { ApprovalChange } from '#contract/approvals.ts';
import { operations, type OperationName } from '#contract/operations.ts';

export type HeldKind = 'BANK_DETAILS' | 'CANCEL' | 'COLLECT_AGAIN' | 'PAYOUTS';
type HeldDebit = 'instalmentCreate' | 'omniInstalmentCreate';
export type HeldPayout = 'payoutContractCreate' | 'payoutPaymentCreate' | 'payoutPaymentEdit';
export type HeldOperation = ApprovalChange['Operation'] | HeldPayout;

export const isHeldPayout = (operation: HeldOperation): operation is HeldPayout =>
  operations[operation].resource === 'payouts';

export const isHeldDebit = (operation: OperationName): operation is HeldDebit =>
  operation === 'instalmentCreate' || operation === 'omniInstalmentCreate';

export const heldOperations: Record<HeldKind, readonly HeldOperation[]> = {
  BANK_DETAILS: ['clientEdit'],
  CANCEL: ['omniInstalmentCancel', 'contractCancel', 'mandateCancel'],
  COLLECT_AGAIN: ['instalmentCreate', 'omniInstalmentCreate'],
  PAYOUTS: ['payoutContractCreate', 'payoutPaymentCreate', 'payoutPaymentEdit'],
};

/** When a merchant's rule says that a kind needs a second person. Who could change the account could pay themselves. */
export const ruleConditions = {
  BANK_DETAILS: '(bank_details or above is not null)',
  CANCEL: 'cancel',
  PAYOUTS: 'above is not null',
} as const;

export const bankDetailFields: readonly string[] = operations.clientEdit.confirmedFields ?? [];

/**
 * Of items that a rule may concern: changed bank details, and the cancel of all that remains of a contract. Whether a debit waits follows
 * from the merchant's limits (collecting/judge.ts).
 */
export function heldKindOf(operation: OperationName, item: Fields): keyof typeof ruleConditions | undefined {
  switch (operation) {
    case 'clientEdit':
      return bankDetailFields.some((field) => item[field] !== undefined) ? 'BANK_DETAILS' : undefined;
    case 'omniInstalmentCancel':
      return item.InstalmentSequence == null ? 'CANCEL' : undefined;
    case 'contractCancel':
    case 'mandateCancel':
      return 'CANCEL';
    case 'payoutContractCreate':
    case 'payoutPaymentCreate':
    case 'payoutPaymentEdit':
      return 'PAYOUTS';
    default:
      return undefined;
  }
}
