import { countText } from '#console/kit/ui/sums.ts';
import type { Approval, ApprovalPayment } from '#contract/approvals.ts';
import { minuteText } from '#rules/day-text.ts';

export const payouts = (count: number): string => countText(count, ['payout', 'payouts']);

/** One payee by name. */
export function titleOf({ Kind, Payee, Count, ContractNumber }: Approval): string {
  if (Kind === 'BANK_DETAILS') return `New bank details of ${Payee}`;
  if (Kind === 'CANCEL') return `Cancel of contract ${ContractNumber}, ${Payee}`;
  return Payee === null ? payouts(Count) : Count === 1 ? Payee : `${Payee}, ${payouts(Count)}`;
}

const causes = { RULE: '', EDIT: ', edited', BANK_DETAILS: ', whose change of bank details withdrew them' } as const;

export const preparedText = ({ PreparedBy, PreparedAt, Reason }: Approval): string =>
  `Prepared by ${PreparedBy}${causes[Reason]}, ${minuteText(PreparedAt)}`;

const decisions = { RELEASED: 'Released', RETURNED: 'Returned' } as const;

/** Undefined before a decision. */
export const decidedText = ({ Decision, DecidedBy, DecidedAt }: Approval): string | undefined =>
  Decision ? `${decisions[Decision]} by ${DecidedBy ?? ''}, ${minuteText(DecidedAt ?? '')}` : undefined;

/** What a releaser should check, or why a payment was returned. */
export const checkText = (it: ApprovalPayment): string =>
  [
    it.IsNewPayee && 'New payee',
    it.HeldUntil !== null &&
      it.BankDetailsChanged !== null &&
      `Bank details changed ${minuteText(it.BankDetailsChanged)} by ${it.BankDetailsChangedBy ?? ''}`,
    it.ReturnReason && `“${it.ReturnReason}”`,
  ]
    .filter(Boolean)
    .join(', ');

export const keyOf = (it: Pick<ApprovalPayment, 'ContractSequence' | 'PaymentSequence'>): string =>
  `${it.ContractSequence}/${it.PaymentSequence}`;

/** How many accounts are new or were changed: several payouts may go to one. */
export const unusualAccounts = (payments: readonly ApprovalPayment[]): number =>
  new Set(payments.filter((it) => it.IsNewPayee || it.HeldUntil !== null).map((it) => it.PaymentAccount)).size;
