import type { ApprovalRule } from '#contract/approvals.ts';
import { formatField } from '#kit/ui/format.tsx';

/** What of a merchant needs a second person. */
export function ruleText(rule: ApprovalRule | null): string {
  if (!rule) return 'No payout, new bank details or cancel of this merchant needs a second person.';
  const { Above, HoldHours, BankDetails, Cancel } = rule;
  const payouts =
    Above !== null &&
    (Above > 0
      ? `Payouts above ${formatField('PaymentAmount', Above)} a day to one payee, or by one preparer, need a second person.`
      : 'Every payout needs a second person.');
  return [
    payouts,
    payouts && HoldHours > 0 && `Payouts to a new or changed account are held for ${HoldHours} hours.`,
    BankDetails && 'Changed bank details of a client need a second person.',
    Cancel && 'The cancel of a contract, or of all its instalments that remain, needs a second person.',
  ]
    .filter(Boolean)
    .join(' ');
}
